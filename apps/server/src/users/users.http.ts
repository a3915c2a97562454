// Mounts the operations on people: signing in, links of mails, the own account, users, invitations, members.
import { sessionCookie } from '../http/auth.ts'
import { RateLimitError } from '../http/errors.ts'
import { type App, type Context, mount } from '../http/mount.ts'
import type { Principal } from '../http/principals.ts'
import { systemCaller, transactAs } from '../platform/services.ts'
import {
  acceptInvitation,
  createInvitation,
  getOpenInvitation,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from './invitations.ts'
import { changePassword, getOpenReset, requestReset, resetPassword } from './passwords.ts'
import { getUser, listMembers, listUsers, setMember, updateProfile, updateUser } from './people.ts'
import { endOtherSessions, endSession, listSessions, type SignedIn } from './sessions.ts'
import { completeSetup, getSetup } from './setup.ts'
import { describeSession, getOwnUser, signIn } from './users.ts'

/** Attempts to sign in as one person, from wherever. */
const attemptsPerMinute = 10
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

/** Counts an attempt by person and by address; throws 429 when either is full. */
async function throttle(app: App, kind: string, email: string, perMinute: number, address: string): Promise<void> {
  const buckets = [
    { name: `${kind}:${email.toLowerCase()}`, perMinute },
    { name: `${kind}-address:${address}`, perMinute: attemptsPerAddress },
  ]
  if (await app.limiter.take(buckets)) throw new RateLimitError()
}

/** Sets the cookie and answers who is signed in now. */
async function answerSignedIn({ services, reply }: Context<Principal>, { user, token, expiresAt }: SignedIn) {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: services.publicBase().startsWith('https:'),
    expires: expiresAt,
  })
  const caller = { ...systemCaller(user.organization_id), userId: user.id }
  return transactAs(services, caller, describeSession)
}

function mountSignIn(app: App): void {
  mount(app, 'login', async ({ body }, context) => {
    const { services, request } = context
    await throttle(app, 'login', body.email, attemptsPerMinute, request.ip)
    return answerSignedIn(context, await signIn(services, body, request.headers['user-agent']))
  })

  mount(app, 'getSession', async (_input, { transaction }) => transaction(describeSession))

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
  mount(app, 'updateProfile', ({ body }, { transaction }) => transaction((scope) => updateProfile(scope, body)))
  mount(app, 'changePassword', async ({ body }, { principal, transaction, read, services, request }) => {
    const { email } = await read(getOwnUser)
    await throttle(app, 'login', email ?? '', attemptsPerMinute, request.ip)
    await changePassword(services, transaction, body, principal.credentialId)
  })
  mount(app, 'listSessions', (_input, { principal, read }) =>
    read((scope) => listSessions(scope, principal.credentialId)),
  )
  mount(app, 'endSession', ({ params }, { transaction }) =>
    transaction((scope) => endSession(scope, params.session_id)),
  )
  mount(app, 'endOtherSessions', (_input, { principal, transaction }) =>
    transaction((scope) => endOtherSessions(scope, principal.credentialId)),
  )
}

function mountPeople(app: App): void {
  const { jobs } = app.services
  mount(app, 'listUsers', ({ query }, { read }) => read((scope) => listUsers(scope, query)))
  mount(app, 'getUser', ({ params }, { read }) => read((scope) => getUser(scope, params.user_id)))
  mount(app, 'updateUser', ({ params, body }, { transaction }) =>
    transaction((scope) => updateUser(scope, params.user_id, body)),
  )
  mount(app, 'listInvitations', (_input, { read }) => read(listInvitations))
  mount(app, 'createInvitation', ({ body }, { transaction }) =>
    transaction((scope) => createInvitation(scope, jobs, body)),
  )
  mount(app, 'resendInvitation', ({ params }, { transaction }) =>
    transaction((scope) => resendInvitation(scope, jobs, params.invitation_id)),
  )
  mount(app, 'withdrawInvitation', ({ params }, { transaction }) =>
    transaction((scope) => withdrawInvitation(scope, params.invitation_id)),
  )
  mount(app, 'listProjectMembers', ({ params }, { read }) => read((scope) => listMembers(scope, params.project_id)))
  mount(app, 'setProjectMember', ({ params, body }, { transaction }) =>
    transaction((scope) => setMember(scope, params.project_id, params.user_id, body.role)),
  )
}
