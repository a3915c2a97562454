// The operations of signing in.
import { sessionCookie } from '../http/auth.ts'
import { RateLimitError } from '../http/errors.ts'
import { type App, mount } from '../http/mount.ts'
import { systemCaller, transactAs } from '../platform/services.ts'
import { describeSession, signIn, signOut } from './users.ts'

/** Attempts to sign in as one person, from wherever. */
const attemptsPerMinute = 10

export function mountUsers(app: App): void {
  mount(app, 'login', async ({ body }, { services, request, reply }) => {
    const name = `login:${body.email.toLowerCase()}`
    if (await app.limiter.take([{ name, perMinute: attemptsPerMinute }])) throw new RateLimitError()
    const { user, token, expiresAt } = await signIn(services, body, request.headers['user-agent'])
    reply.setCookie(sessionCookie, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: services.publicBase().startsWith('https:'),
      expires: expiresAt,
    })
    const caller = { ...systemCaller(user.organization_id), userId: user.id }
    return transactAs(services, caller, describeSession)
  })

  mount(app, 'getSession', async (_input, { transaction }) => transaction(describeSession))

  mount(app, 'logout', async (_input, { principal, transaction, reply }) => {
    if (principal.kind === 'user') await transaction((scope) => signOut(scope, principal.credentialId))
    reply.clearCookie(sessionCookie, { path: '/' })
  })
}
