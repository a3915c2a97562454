// Automatic position intake: trackers and programs that know where vans are, and which device is in which vehicle.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../../../schema.ts'
import { count, flag, id, label, timestamp } from '../../../schemas/fields.ts'

export const PositionSource = record('PositionSource', 'Trackers, or a program that forwards what they send.', {
  id: id(),
  organization_id: id(),
  project_id: id('Whose vehicles the devices are in.'),
  label: label(),
  enabled: flag('Positions are refused while it is off.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({ created_by: id() }),
})
export type PositionSource = Static<typeof PositionSource>

export const PositionSourceCreated = record('PositionSourceCreated', 'A source; its address is shown this once.', {
  ...PositionSource.properties,
  address: Type.Optional(Type.String({ description: 'Where trackers send their positions.' })),
})
export type PositionSourceCreated = Static<typeof PositionSourceCreated>

const writable = {
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  enabled: Type.Optional(flag()),
}

export const PositionSourceInput = record('PositionSourceInput', 'A new source of positions.', {
  project_id: id(),
  ...writable,
})
export type PositionSourceInput = Static<typeof PositionSourceInput>

export const PositionSourceUpdate = record('PositionSourceUpdate', 'What changes in a source of positions.', writable)
export type PositionSourceUpdate = Static<typeof PositionSourceUpdate>

export const positionResults = ['stored', 'repeated', 'no_vehicle', 'no_route', 'wrong_time'] as const
export type PositionResult = (typeof positionResults)[number]

export const PositionDevice = record('PositionDevice', 'A device that a source sent positions of.', {
  id: id(),
  device_id: Type.String({ description: 'As the source calls it.' }),
  created_at: timestamp(),
  seen_at: timestamp('When something of it came last; noted a few times a minute.'),
  result: oneOf(positionResults, {
    description:
      'What came of its latest position. no_vehicle: it is in none of the vehicles; no_route: its vehicle was on no route then; wrong_time: its clock runs ahead.',
  }),
  ...optionalFields({ name: Type.String(), vehicle_id: id('The vehicle that it is in.') }),
})
export type PositionDevice = Static<typeof PositionDevice>

export const PositionDeviceUpdate = record('PositionDeviceUpdate', 'Which vehicle the device is in.', {
  vehicle_id: nullable(id('Null takes it out of its vehicle.')),
})
export type PositionDeviceUpdate = Static<typeof PositionDeviceUpdate>

export const PositionsReceived = record('PositionsReceived', 'What came of the positions.', {
  received: count('Positions in the call; those without a fix are not counted.'),
  accepted: count('Those that were new and belong to a route.'),
})
export type PositionsReceived = Static<typeof PositionsReceived>

export const TrackFile = record('TrackFile', 'A track that was recorded elsewhere.', {
  gpx: Type.String({
    description: 'The text of a GPX file (1.0 or 1.1). Points without a time are left out.',
    minLength: 1,
    maxLength: 10_000_000,
  }),
})
export type TrackFile = Static<typeof TrackFile>

export const TrackAccepted = record('TrackAccepted', 'What came of a track.', {
  points: count('With a place and a time, at most one every five seconds.'),
  outside: count('Of another time than the route was driven at; left out.'),
  accepted: count('That were not known yet.'),
})
export type TrackAccepted = Static<typeof TrackAccepted>
