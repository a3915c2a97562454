// Mounts the operations on second factors and passkeys: at signing in, and on the own account.
import type { FastifyRequest } from 'fastify'
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import {
  addPasskey,
  beginAuthenticator,
  beginPasskey,
  confirmAuthenticator,
  getFactors,
  removeAuthenticator,
  removeOwnPasskey,
  renameOwnPasskey,
  renewRecoveryCodes,
  resetFactors,
} from './factors.ts'
import { askForPasskey, completeSignIn, enrollAtSignIn, offerAtSignIn, signInWithPasskey } from './second-step.ts'
import { answerSignedIn, attemptsPerMinute, getVisit, throttle, throttleAddress } from './sign-in.http.ts'

export function mountFactors(app: App): void {
  mountSecondStep(app)
  mountOwnFactors(app)
  mountChange(app, 'resetFactors', (scope, { params }) => resetFactors(scope, params.user_id))
}

function mountSecondStep(app: App): void {
  const { services } = app
  mount(app, 'completeSignIn', async ({ body }, context) => {
    await throttleAddress(app, context.request)
    return answerSignedIn(context, await completeSignIn(services, body, getVisit(context.request)))
  })
  mount(app, 'offerAuthenticator', async ({ body }, { request }) => {
    await throttleAddress(app, request)
    return offerAtSignIn(services, body.step)
  })
  mount(app, 'enrollAtSignIn', async ({ body }, context) => {
    await throttleAddress(app, context.request)
    const { signedIn, recovery_codes } = await enrollAtSignIn(services, body, getVisit(context.request))
    return { session: await answerSignedIn(context, signedIn), recovery_codes }
  })
  mount(app, 'askForPasskey', async (_input, { request }) => {
    await throttleAddress(app, request)
    return askForPasskey(services, getVisit(request))
  })
  mount(app, 'signInWithPasskey', async ({ body }, context) => {
    await throttleAddress(app, context.request)
    return answerSignedIn(context, await signInWithPasskey(services, body, getVisit(context.request)))
  })
}

/** Mounts the user's own factors. Calls that ask for the password count towards the limit of changing it. */
function mountOwnFactors(app: App): void {
  const { services } = app
  const count = (userId: string, request: FastifyRequest) =>
    throttle(app, 'password', userId, attemptsPerMinute, request.ip)
  mountRead(app, 'getFactors', (scope) => getFactors(scope))
  mount(app, 'beginAuthenticator', async ({ body }, { principal, caller, request }) => {
    await count(principal.userId, request)
    return beginAuthenticator(services, caller, body)
  })
  mount(app, 'confirmAuthenticator', async ({ body }, { caller }) => confirmAuthenticator(services, caller, body))
  mount(app, 'removeAuthenticator', async ({ body }, { principal, caller, request }) => {
    await count(principal.userId, request)
    return removeAuthenticator(services, caller, body)
  })
  mount(app, 'beginPasskey', async ({ body }, { principal, caller, request }) => {
    await count(principal.userId, request)
    return beginPasskey(services, caller, body, getVisit(request).origin)
  })
  mount(app, 'addPasskey', async ({ body }, { caller, request }) =>
    addPasskey(services, caller, body, getVisit(request).origin),
  )
  mountChange(app, 'renamePasskey', (scope, { params, body }) => renameOwnPasskey(scope, params.passkey_id, body))
  mount(app, 'removePasskey', async ({ params, body }, { principal, caller, request }) => {
    await count(principal.userId, request)
    return removeOwnPasskey(services, caller, params.passkey_id, body)
  })
  mount(app, 'renewRecoveryCodes', async ({ body }, { principal, caller, request }) => {
    await count(principal.userId, request)
    return renewRecoveryCodes(services, caller, body)
  })
}
