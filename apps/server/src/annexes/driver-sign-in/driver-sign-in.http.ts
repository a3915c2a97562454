// Mounts how drivers sign in to their own page, and how dispatchers see and end it.
import type { FastifyRequest } from 'fastify'
import { findDriverToken } from '../../frame/http/auth.ts'
import { RateLimitError } from '../../frame/http/errors.ts'
import { type App, mount, mountRead } from '../../frame/http/mount.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import {
  createCodeToShow,
  endDevice,
  getDriverCodes,
  listDevices,
  listOwnRoutes,
  openOwnRoute,
  requestCode,
  signInDriver,
  signOutDriver,
} from './driver-sign-in.ts'
import { findKnownPhone, makePhoneCookie, PHONE_DAYS, phoneCookie } from './known-phones.ts'

/** Codes that one number or address may be asked for. */
const codesPerMinute = 3
/** Limit of codes requested and tried per address: a yard with one address can still sign in at six in the morning. */
const callsPerAddress = 60

export function mountDriverSignIn(app: App): void {
  const { services } = app
  mount(app, 'requestDriverCode', async ({ body }, { request }) => {
    const person = digestSecret(body.address.toLowerCase().replace(/[\s().\-/]/g, '')).toString('base64url')
    const phone = findKnownPhone(services.secrets, request.cookies[phoneCookie])
    // Requests of strangers do not keep a phone of the driver waiting.
    const name = ['driver-code', person, ...(phone ? [phone.id] : [])].join(':')
    await throttle(app, 'driver-code', request, { name, perMinute: codesPerMinute })
    return requestCode(services, body, phone)
  })
  mount(app, 'signInDriver', async ({ body }, { request, reply }) => {
    await throttle(app, 'driver-sign-in', request)
    const { sign_ins, driverIds } = await signInDriver(services, body, request.headers['user-agent'])
    reply.setCookie(phoneCookie, makePhoneCookie(services.secrets, driverIds), {
      path: '/driver/v1/sign_in',
      httpOnly: true,
      sameSite: 'lax',
      secure: services.publicBase().startsWith('https:'),
      maxAge: PHONE_DAYS * 86_400,
    })
    return { sign_ins }
  })

  mount(app, 'listOwnRoutes', (_input, { request }) => listOwnRoutes(services, findDriverToken(request)))
  mount(app, 'openOwnRoute', ({ params }, { request }) =>
    openOwnRoute(services, findDriverToken(request), params.route_id),
  )
  mount(app, 'signOutDriver', (_input, { request }) => signOutDriver(services, findDriverToken(request)))

  mountRead(app, 'listDriverDevices', (scope, { params }) => listDevices(scope, params.driver_id, services.clock.now()))
  mountRead(app, 'getDriverCodes', (scope, { params }) => getDriverCodes(scope, params.driver_id, services.clock.now()))
  mount(app, 'endDriverDevice', ({ params }, { transaction }) =>
    transaction((scope) => endDevice(scope, params.driver_id, params.device_id)),
  )
  mount(app, 'createDriverSignInCode', ({ params }, { transaction }) =>
    transaction((scope) => createCodeToShow(scope, params.driver_id, services.clock.now())),
  )
}

/** Counts by the address of the caller, and by who it is about; throws 429 when either is full. */
async function throttle(
  app: App,
  kind: string,
  { ip }: FastifyRequest,
  person?: { name: string; perMinute: number },
): Promise<void> {
  const byAddress = { name: `${kind}-address:${ip}`, perMinute: callsPerAddress }
  if (await app.limiter.take(person ? [person, byAddress] : [byAddress])) throw new RateLimitError()
}
