// Mounts the operations on people: signing in, links of mails, the own account, users, invitations, members.
import { sessionCookie } from '../../frame/http/auth.ts'
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { mountFactors } from './factors.http.ts'
import {
  acceptInvitation,
  createInvitation,
  getOpenInvitation,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { createMachineUser } from './machine-users.ts'
import { changePassword, getOpenReset, requestReset, resetPassword } from './passwords.ts'
import { getUser, listMembers, listUsers, setMember, updateProfile, updateUser } from './people.ts'
import { mountSignInProviders } from './providers.http.ts'
import { endOtherSessions, endSession, listSessions, signOut } from './sessions.ts'
import { completeSetup, getSetup } from './setup.ts'
import {
  answerOutcome,
  answerSignedIn,
  attemptsPerMinute,
  getVisit,
  throttle,
  throttleSignIn,
  withDemo,
} from './sign-in.http.ts'
import { describeSession, getOwnUser, signIn } from './users.ts'

/** Mails that one address of a person may be asked for. */
const resetsPerMinute = 3

export function mountUsers(app: App): void {
  mountSignIn(app)
  mountLinks(app)
  mountOwnAccount(app)
  mountFactors(app)
  mountSignInProviders(app)
  mountPeople(app)
}

function mountSignIn(app: App): void {
  mount(app, 'login', async ({ body }, context) => {
    const { services, request } = context
    await throttleSignIn(app, body.email, request)
    const outcome = await signIn(services, body, getVisit(request))
    return 'organizations' in outcome ? outcome : answerOutcome(context, outcome)
  })

  mount(app, 'getSession', async (_input, { transaction, services, request }) =>
    withDemo(services, request, await transaction(describeSession)),
  )

  mount(app, 'logout', async (_input, { principal, transaction, reply }) => {
    const isOwn = principal.kind === 'user' && principal.credentialId !== 'admin'
    const end = (scope: Scope) => signOut(scope, app.services.secrets, principal.credentialId)
    const provider_url = isOwn ? await transaction(end) : undefined
    reply.clearCookie(sessionCookie, { path: '/' })
    return withoutUndefined({ provider_url })
  })
}

/** Mounts the calls behind links in mails and of the first start. */
function mountLinks(app: App): void {
  const { services } = app
  mount(app, 'getOpenInvitation', ({ params }) => getOpenInvitation(services, params.invitation_token))
  mount(app, 'acceptInvitation', async ({ params, body }, context) => {
    const visit = getVisit(context.request)
    return answerOutcome(context, await acceptInvitation(services, params.invitation_token, body, visit))
  })

  mount(app, 'requestPasswordReset', async ({ body }, { request }) => {
    await throttle(app, 'reset', body.email, resetsPerMinute, request.ip)
    await requestReset(services, body.email)
  })
  mount(app, 'getOpenPasswordReset', ({ params }) => getOpenReset(services, params.reset_token))
  mount(app, 'resetPassword', async ({ params, body }, context) => {
    const visit = getVisit(context.request)
    return answerOutcome(context, await resetPassword(services, params.reset_token, body.password, visit))
  })

  mount(app, 'getSetup', ({ params }) => getSetup(services, params.setup_token))
  mount(app, 'completeSetup', async ({ params, body }, context) => {
    const userAgent = context.request.headers['user-agent']
    return answerSignedIn(context, await completeSetup(services, params.setup_token, body, userAgent))
  })
}

function mountOwnAccount(app: App): void {
  mountChange(app, 'updateProfile', (scope, { body }) => updateProfile(scope, body))
  mount(app, 'changePassword', async ({ body }, { principal, transaction, read, request }) => {
    const { email } = await read(getOwnUser)
    await throttle(app, 'password', email ?? '', attemptsPerMinute, request.ip)
    await changePassword(app.services.passwords, transaction, body, principal.credentialId)
  })
  mountRead(app, 'listSessions', (scope, _input, { principal }) => listSessions(scope, principal.credentialId))
  mountChange(app, 'endSession', (scope, { params }) => endSession(scope, params.session_id))
  mountChange(app, 'endOtherSessions', (scope, _input, { principal }) =>
    endOtherSessions(scope, principal.credentialId),
  )
}

function mountPeople(app: App): void {
  mountRead(app, 'listUsers', (scope, { query }) => listUsers(scope, query))
  mountRead(app, 'getUser', (scope, { params }) => getUser(scope, params.user_id))
  mountChange(app, 'updateUser', (scope, { params, body }) => updateUser(scope, params.user_id, body))
  mountChange(app, 'createMachineUser', (scope, { body }) => createMachineUser(scope, body))
  mountRead(app, 'listInvitations', (scope) => listInvitations(scope))
  mountChange(app, 'createInvitation', (scope, { body }) => createInvitation(scope, body))
  mountChange(app, 'resendInvitation', (scope, { params }) => resendInvitation(scope, params.invitation_id))
  mountChange(app, 'withdrawInvitation', (scope, { params }) => withdrawInvitation(scope, params.invitation_id))
  mountRead(app, 'listProjectMembers', (scope, { params }) => listMembers(scope, params.project_id))
  mountChange(app, 'setProjectMember', (scope, { params, body }) =>
    setMember(scope, params.project_id, params.user_id, body.role),
  )
}
