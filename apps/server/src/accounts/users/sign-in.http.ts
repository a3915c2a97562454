// Shared by all ways to sign in: limits on attempts, and the session cookie.
import type { FastifyRequest } from 'fastify'
import { setSessionCookie } from '../../frame/http/auth.ts'
import { RateLimitError } from '../../frame/http/errors.ts'
import type { App, Context } from '../../frame/http/mount.ts'
import { demoOpenTo } from '../../frame/http/outbox.ts'
import type { Principal } from '../../frame/http/principals.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { deviceCookie, findKnownDevice, makeKnownDevice } from './known-devices.ts'
import type { SignInOutcome, Visit } from './second-step.ts'
import type { SignedIn } from './sessions.ts'
import { describeSession } from './users.ts'

/** Attempts to sign in as one person, from one address or with one known device. */
export const attemptsPerMinute = 10
/** Attempts as one person from all devices that are not known: guesses from many addresses stop here, the person's own do not. */
const attemptsOfStrangers = 60
/** A device is known for so long after the last sign-in. */
const deviceDays = 365
/** Attempts per address, across accounts: an office with one address can still sign in. */
const attemptsPerAddress = 60

/** Counts what is asked for a person, by person and by address; throws 429 when either is full. */
export async function throttle(
  app: App,
  kind: string,
  email: string,
  perMinute: number,
  address: string,
): Promise<void> {
  const buckets = [
    { name: `${kind}:${email.toLowerCase()}`, perMinute },
    { name: `${kind}-address:${address}`, perMinute: attemptsPerAddress },
  ]
  if (await app.limiter.take(buckets)) throw new RateLimitError()
}

/** Counts an attempt of which it is not known yet who makes it; throws 429. */
export async function throttleAddress(app: App, { ip }: FastifyRequest): Promise<void> {
  if (await app.limiter.take([{ name: `login-address:${ip}`, perMinute: attemptsPerAddress }]))
    throw new RateLimitError()
}

/**
 * Counts an attempt to sign in; throws 429. Wrong tries of others must not lock a person out: on a device where the person
 * has signed in before they do not count, and elsewhere those from other addresses only when they are very many.
 */
export async function throttleSignIn(app: App, email: string, request: FastifyRequest): Promise<void> {
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

/** Where the call comes from; that it is a page of our own was made sure before. */
export function getVisit({ headers, server }: FastifyRequest): Visit {
  return { userAgent: headers['user-agent'], origin: headers.origin ?? new URL(server.services.publicBase()).origin }
}

/** Responds with the signed-in user, or with the step that is still required. */
export async function answerOutcome(context: Context<Principal>, outcome: SignInOutcome) {
  return 'step' in outcome ? outcome : answerSignedIn(context, outcome)
}

/** Sets the cookie and responds with the signed-in user. */
export async function answerSignedIn({ services, request, reply }: Context<Principal>, signedIn: SignedIn) {
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
export function withDemo(
  services: Services,
  request: FastifyRequest,
  session: Awaited<ReturnType<typeof describeSession>>,
): typeof session & { is_demo?: true } {
  return session.organization.id === demoOpenTo(services, request) ? { ...session, is_demo: true } : session
}
