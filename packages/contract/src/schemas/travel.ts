// Travel properties of one vehicle: our extension to vehicles and routes. Lengths in metres, weights in kilograms.
import Type, { type Static } from 'typebox'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { flag } from './fields.ts'
import { avoidedRoads, trafficModes } from './optimizer.ts'

const meters = (description: string) => Type.Number({ description, minimum: 0.1, maximum: 100 })
const kilograms = (description: string) => Type.Number({ description, minimum: 1, maximum: 500_000 })

const fields = {
  mode: oneOf(trafficModes, { description: 'Instead of the mode of the plan.' }),
  height: meters('Metres. This and the other measures: as usual for the mode where they are left out.'),
  width: meters('Metres.'),
  length: meters('Metres; with a trailer, of both together.'),
  weight: kilograms('Kilograms as it drives, load and trailer included.'),
  axle_load: kilograms('Kilograms on the heaviest axle.'),
  trailer: flag('It pulls a trailer.'),
  hazmat: flag('It carries dangerous goods.'),
  low_emission: flag('False: low-emission zones are closed to it.'),
  turns_at_stops: flag('Whether it may turn round at a stop, instead of what the plan says of its mode.'),
  avoid: avoidedRoads('Instead of those of the plan: roads that it takes only where no other leads.'),
}

export const Travel = record(
  'Travel',
  'How a vehicle travels; an addition to the specification.',
  optionalFields(fields),
)
export type Travel = Static<typeof Travel>

export const TravelInput = record(
  'TravelInput',
  'How a vehicle travels; an addition to the specification. Sent as a whole, null clears it.',
  clearableFields(fields),
)
