// Mounts the operations on people: signing in, links of mails, the own account, users, invitations, members.
import type { FastifyRequest } from 'fastify'
import { sessionCookie, setSessionCookie } from '../http/auth.ts'
import { RateLimitError } from '../http/errors.ts'
import { type App, type Context, mount, mountChange, mountRead } from '../http/mount.ts'
import { demoOpenTo } from '../http/outbox.ts'
import type { Principal } from '../http/principals.ts'
import { digestSecret } from '../platform/password.ts'
import { type Services, systemCaller, transactAs } from '../platform/services.ts'
import {
  acceptInvitation,
  createInvitation,
  getOpenInvitation,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { deviceCookie, findKnownDevice, makeKnownDevice } from './known-devices.ts'
import { createMachineUser } from './machine-users.ts'
import { changePassword, getOpenReset, requestReset, resetPassword } from './passwords.ts'
import { getUser, listMembers, listUsers, setMember, updateProfile, updateUser } from './people.ts'
import { endOtherSessions, endSession, listSessions, type SignedIn } from './sessions.ts'
import { completeSetup, getSetup } from './setup.ts'
import { describeSession, getOwnUser, signIn } from './users.ts'

/** Attempts to sign in as one person, from one address or with one known device. */
const attemptsPerMinute = 10
/** Attempts as one person from all devices that are not known: guesses from many addresses stop here, the person's own do not. */
const attemptsOfStrangers = 60
/** A device is known for so long after the last sign-in. */
const deviceDays = 365
/** Attempts from one address, as whomever: an office behind one address still gets in. */
const attemptsPerAddress = 60
/** Mails that one address of a person may be asked for. */
const resetsPerMinute = 3

export function mountUsers(app: App): void {
  mountSignIn(app)
  mountLinks(app)
  mountOwnAccount(app)
  mountPeople(app)
}

/** Counts what is asked for a person, by person and by address; throws 429 when either is full. */
async function throttle(app: App, kind: string, email: string, perMinute: number, address: string): Promise<void> {
  const buckets = [
    { name: `${kind}:${email.toLowerCase()}`, perMinute },
    { name: `${kind}-address:${address}`, perMinute: attemptsPerAddress },
  ]
  if (await app.limiter.take(buckets)) throw new RateLimitError()
}

/**
 * Counts an attempt to sign in; throws 429. Wrong tries of others must not lock a person out: on a device where the person
 * has signed in before they do not count, and elsewhere those from other addresses only when they are very many.
 */
async function throttleSignIn(app: App, email: string, request: FastifyRequest): Promise<void> {
  const person = digestSecret(email.toLowerCase()).toString('base64url')
  const device = findKnownDevice(app.services.secrets, email, request.cookies[deviceCookie])
  const who = device === undefined ? `${person}:${request.ip}` : `${person}:${device}`
  const buckets = [
    { name: `login:${who}`, perMinute: attemptsPerMinute },
    { name: `login-address:${request.ip}`, perMinute: attemptsPerAddress },
  ]
  if (device === undefined) buckets.push({ name: `login-strangers:${person}`, perMinute: attemptsOfStrangers })
  if (await app.limiter.take(buckets)) throw new RateLimitError()
}

/** Sets the cookie and answers who is signed in now. */
async function answerSignedIn({ services, request, reply }: Context<Principal>, signedIn: SignedIn) {
  const { user } = signedIn
  setSessionCookie(services, reply, signedIn)
  // Beyond the session: it is for the next time.
  reply.setCookie(deviceCookie, makeKnownDevice(services.secrets, user.email), {
    path: '/app/v1/session',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.publicBase().startsWith('https:'),
    maxAge: deviceDays * 86_400,
  })
  const caller = { ...systemCaller(user.organization_id), userId: user.id }
  return withDemo(services, request, await transactAs(services, caller, describeSession))
}

/** Says so where somebody tries the demo out, so that the planner offers what only that can. */
function withDemo(
  services: Services,
  request: FastifyRequest,
  session: Awaited<ReturnType<typeof describeSession>>,
): typeof session & { is_demo?: true } {
  return session.organization.id === demoOpenTo(services, request) ? { ...session, is_demo: true } : session
}

function mountSignIn(app: App): void {
  mount(app, 'login', async ({ body }, context) => {
    const { services, request } = context
    await throttleSignIn(app, body.email, request)
    return answerSignedIn(context, await signIn(services, body, request.headers['user-agent']))
  })

  mount(app, 'getSession', async (_input, { transaction, services, request }) =>
    withDemo(services, request, await transaction(describeSession)),
  )

  mount(app, 'logout', async (_input, { principal, transaction, reply }) => {
    if (principal.kind === 'user' && principal.credentialId !== 'admin') {
      await transaction((scope) => endSession(scope, principal.credentialId))
    }
    reply.clearCookie(sessionCookie, { path: '/' })
  })
}

/** What the links in mails and of the first start open. */
function mountLinks(app: App): void {
  const { services } = app
  mount(app, 'getOpenInvitation', ({ params }) => getOpenInvitation(services, params.invitation_token))
  mount(app, 'acceptInvitation', async ({ params, body }, context) => {
    const userAgent = context.request.headers['user-agent']
    return answerSignedIn(context, await acceptInvitation(services, params.invitation_token, body, userAgent))
  })

  mount(app, 'requestPasswordReset', async ({ body }, { request }) => {
    await throttle(app, 'reset', body.email, resetsPerMinute, request.ip)
    await requestReset(services, body.email)
  })
  mount(app, 'getOpenPasswordReset', ({ params }) => getOpenReset(services, params.reset_token))
  mount(app, 'resetPassword', async ({ params, body }, context) => {
    const userAgent = context.request.headers['user-agent']
    return answerSignedIn(context, await resetPassword(services, params.reset_token, body.password, userAgent))
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
