// Drivers sign in to their own page with a code; dispatchers see their phones.
import Type from 'typebox'
import { create, defineEndpoints, get, post, remove } from '../../../endpoints/endpoint.ts'
import { callsPerMinute } from '../../../limits.ts'
import {
  DriverCode,
  DriverCodeRequest,
  DriverCodeSent,
  DriverCodes,
  DriverDevice,
  DriverRouteLink,
  DriverRoutes,
  DriverSignInCode,
  DriverSignIns,
} from '../../../schemas/driver-sign-in.ts'

export const driverSignInEndpoints = defineEndpoints(
  { tag: 'Sign-in', auth: 'none', visibility: 'internal' },
  {
    requestDriverCode: post('/driver/v1/sign_in/code', 'Have a code sent to the own phone or mailbox', DriverCodeSent, {
      description: 'The same answer, after the same time, whether or not a driver has this number or address.',
      body: DriverCodeRequest,
    }),
    signInDriver: post('/driver/v1/sign_in', 'Sign in as a driver', DriverSignIns, {
      description: 'A code works once, for ten minutes, and ends with the fifth wrong try.',
      body: DriverCode,
      errors: ['highway.user.error.wrong_code'],
    }),
  },
)

/** Authenticated by the token of a signed-in phone as bearer token. */
export const signedInDriverEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'none', visibility: 'internal' },
  {
    listOwnRoutes: get('/driver/v1/routes', 'See the own routes of today and the next days', DriverRoutes, {
      description: 'Routes of drafts are left out.',
    }),
    openOwnRoute: create('/driver/v1/routes/{route_id}/link', 'Open one of them on this phone', DriverRouteLink, {
      description: 'The link ends with the sign-in of the phone.',
      errors: ['highway.plan.error.draft', 'highway.plan.error.finished', 'highway.route.error.finished'],
    }),
    signOutDriver: remove('/driver/v1/sign_in', 'Sign out on this phone', null),
  },
)

export const driverDeviceEndpoints = defineEndpoints(
  { tag: 'Drivers', auth: 'session', visibility: 'internal', isStable: true },
  {
    listDriverDevices: get(
      '/app/v1/driver/{driver_id}/devices',
      'List the phones on which a driver is signed in',
      Type.Array(DriverDevice),
    ),
    getDriverCodes: get(
      '/app/v1/driver/{driver_id}/sign_in_codes',
      'See how many codes strangers asked for a driver',
      DriverCodes,
      { description: 'Phones on which the driver has signed in before count apart, each by itself.' },
    ),
    endDriverDevice: remove('/app/v1/driver/{driver_id}/device/{device_id}', 'Sign a driver out on a phone', null, {
      description: 'Links by which the phone opened routes end, too.',
    }),
    createDriverSignInCode: create(
      '/app/v1/driver/{driver_id}/sign_in_code',
      'Make a code by which a driver signs in, to read out or show',
      DriverSignInCode,
      {
        description: 'Works once, for ten minutes; one that was made before ends.',
        ratePerMinute: callsPerMinute.dispatch,
        errors: ['highway.driver.error.archived'],
      },
    ),
  },
)
