// Battery and consumption of an electric vehicle: our extension to vehicles and routes.
import Type, { type Static } from 'typebox'
import { clearableFields, optionalFields, record } from '../schema.ts'
import { count, id, label, quantity, timeOfDay, timestamp } from './fields.ts'
import { Coordinates } from './location.ts'

const share = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 })

const parts = {
  capacity: Type.Number({
    description: 'Usable capacity in watt-hours. Without it the vehicle goes as far as it will.',
    minimum: 1_000,
    maximum: 2_000_000,
  }),
  charge: share('Share of the capacity that is charged when the route begins; 1 by default.'),
  reserve: share('Share of the capacity that the route never goes below; 0.15 by default.'),
  consumption: Type.Number({
    description: 'Watt-hours by kilometre without load, on a mild day; 200 by default.',
    minimum: 10,
    maximum: 10_000,
  }),
  consumption_per_100_kg: Type.Number({
    description: 'Watt-hours more by kilometre for 100 kg aboard; 3 by default.',
    minimum: 0,
    maximum: 500,
  }),
  temperature: Type.Number({
    description:
      'Of the day, in degrees Celsius. Below 10 and above 30 more is used: by 23 % at 0, by 85 % at -15. Mild when left out.',
    minimum: -60,
    maximum: 60,
  }),
}

export const Battery = record(
  'Battery',
  'The battery of an electric vehicle; no route is planned that it would not last for. An addition to the specification.',
  optionalFields(parts),
)
export type Battery = Static<typeof Battery>

export const BatteryInput = record(
  'BatteryInput',
  'The battery of an electric vehicle; an addition to the specification. Sent as a whole, null clears it.',
  clearableFields(parts),
)

const left = (description: string) =>
  Type.Number({ description: `${description} Below 0 where an order made by hand cannot be driven.` })

export const ChargingVisit = record(
  'ChargingVisit',
  'One charging on the way, between two stops; an addition to the specification.',
  {
    charging_place_id: id(),
    label: label('Name of the place when it was planned.'),
    location: Coordinates,
    order: count('Number of stops of the route before it.'),
    planned_arrival_time: timeOfDay(),
    planned_start_time: timeOfDay('Charging begins: on arrival, or when the place opens or a point gets free.'),
    planned_end_time: timeOfDay('Charging ends, breaks that are taken there included.'),
    energy: quantity('Charged, in watt-hours.'),
    arrival: left('On arrival.'),
    departure: left('When charging ends.'),
    ...optionalFields({
      cost: quantity('What it costs, where the place has a price.'),
      real_end_time: timestamp('The driver left then, by his report; what was charged is as he told.'),
    }),
  },
)
export type ChargingVisit = Static<typeof ChargingVisit>

export const PlannedCharge = record(
  'PlannedCharge',
  'What is in the battery along the planned route, as shares of its capacity; of a route under way from where it is. An addition to the specification.',
  {
    start: left('When it begins.'),
    lowest: left('The least of all.'),
    end: left('Where it ends.'),
    stops: Type.Array(Type.Object({ stop_id: id(), arrival: left('On arrival.') }), {
      description: 'Of the stops that lie ahead and have a place, in driving order.',
    }),
    ...optionalFields({
      charging: Type.Array(ChargingVisit, {
        description:
          'Charging on the way in order of time, what lies behind a route under way included; absent where none is needed.',
      }),
    }),
  },
)
export type PlannedCharge = Static<typeof PlannedCharge>
