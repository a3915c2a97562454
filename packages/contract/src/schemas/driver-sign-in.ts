// Drivers who sign in with a code, their phones, and the routes that they then see.
import Type, { type Static } from 'typebox'
import { routeStatuses } from '../lifecycle.ts'
import { oneOf, optionalFields, record } from '../schema.ts'
import { calendarDate, count, id, label, timeOfDay, timestamp } from './fields.ts'

const secret = (description: string) => Type.String({ description, minLength: 16, maxLength: 200 })

export const DriverCodeRequest = record('DriverCodeRequest', 'Who wants a code to sign in.', {
  address: Type.String({
    description: 'Phone number or e-mail address, as it stands in the record of the driver.',
    minLength: 1,
    maxLength: 320,
  }),
  ...optionalFields({ language: Type.String({ description: 'Of the app, as de or pt-BR.', maxLength: 35 }) }),
})
export type DriverCodeRequest = Static<typeof DriverCodeRequest>

export const DriverCodeSent = record(
  'DriverCodeSent',
  'A code is on its way, if a driver has this number or address; the answer is the same if none has.',
  { step: secret('Names the sign-in that was begun.'), expires_at: timestamp('Until when the code works.') },
)

export const DriverCode = record(
  'DriverCode',
  'A code: the six digits that came, with their step, or the letters that a dispatcher read out.',
  {
    code: Type.String({ minLength: 1, maxLength: 40 }),
    ...optionalFields({ step: secret('Of the sign-in that was begun; without it the code is one of a dispatcher.') }),
  },
)
export type DriverCode = Static<typeof DriverCode>

const whose = {
  driver_label: label('Name of the driver.'),
  project_label: label(),
  organization_label: label(),
}

export const DriverSignIns = record('DriverSignIns', 'One for each driver who has the number or address.', {
  sign_ins: Type.Array(
    Type.Object({
      token: secret('Opens the own routes from this phone, and no others.'),
      expires_at: timestamp('Ends then, unless the phone is seen before.'),
      ...whose,
    }),
  ),
})
export type DriverSignIns = Static<typeof DriverSignIns>

const OwnRoute = Type.Object(
  {
    route_id: id(),
    date: calendarDate(),
    status: oneOf(routeStatuses),
    stops: count(),
    ...optionalFields({ label: label(), planned_start_time: timeOfDay(), planned_end_time: timeOfDay() }),
  },
  { title: 'OwnRoute' },
)

export const DriverRoutes = record('DriverRoutes', 'The open routes of a driver: today and the days after it.', {
  ...whose,
  today: calendarDate('In the time zone of the project.'),
  expires_at: timestamp('The phone stays signed in until then, and longer with every look.'),
  routes: Type.Array(OwnRoute),
})
export type DriverRoutes = Static<typeof DriverRoutes>

export const DriverRouteLink = record('DriverRouteLink', 'A link that opens one route on this phone.', {
  public_link: Type.String(),
})

export const DriverDevice = record('DriverDevice', 'A phone on which a driver is signed in.', {
  id: id(),
  device: Type.String({ description: 'As far as it can be told: Chrome on Android.' }),
  created_at: timestamp(),
  last_seen_at: timestamp(),
  expires_at: timestamp(),
})
export type DriverDevice = Static<typeof DriverDevice>

export const DriverCodes = record(
  'DriverCodes',
  'Codes that were asked for a driver from phones on which they have not signed in before.',
  {
    asked_in_hour: count('In the last hour.'),
    asked_in_day: count('In the last 24 hours.'),
    ...optionalFields({ full_until: timestamp('Until then such phones are sent none, whoever asks.') }),
  },
)
export type DriverCodes = Static<typeof DriverCodes>

export const DriverSignInCode = record('DriverSignInCode', 'A code to read out or to show, for this driver alone.', {
  code: Type.String({ description: 'Ten letters and digits.' }),
  link: Type.String({ description: 'Opens the app with the code; shown as a picture to be scanned.' }),
  expires_at: timestamp(),
})
export type DriverSignInCode = Static<typeof DriverSignInCode>
