// Number of vehicles needed for a day: fleets of different sizes, each optimized and simulated on many days. Our extension.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import {
  count,
  flag,
  id,
  label,
  number,
  quantity,
  seconds,
  straightPart,
  text,
  timestamp,
} from '../../../schemas/fields.ts'

/** Numbers of smaller and larger sizes, and seconds of search for each. */
export const fleetSizeLimits = { fewer: 5, more: 5, seconds: 60, leastShare: 0.5, mostShare: 0.999 } as const

/**
 * Limits of one question of this kind: stops of a day, stops for each vehicle of a day, and seconds of all its searches together,
 * which are shortened where there are many.
 */
export const trialLimits = { stops: 5_000, stopsPerVehicle: 500, searchSeconds: 600 } as const

export const whatIfStates = ['waiting', 'running', 'ready', 'failed'] as const

export const FleetSizesInput = record('FleetSizesInput', 'Which fleets are tried, and what they are to keep.', {
  share: Type.Optional(
    Type.Number({
      description:
        'Of all stops, how many are to be served within their windows on average of the days; 0.95 by default.',
      minimum: fleetSizeLimits.leastShare,
      maximum: fleetSizeLimits.mostShare,
    }),
  ),
  fewer: Type.Optional(
    Type.Integer({
      description: 'How many vehicles fewer are tried at most; 2 by default.',
      minimum: 0,
      maximum: fleetSizeLimits.fewer,
    }),
  ),
  more: Type.Optional(
    Type.Integer({
      description: 'How many vehicles more are tried at most; 2 by default.',
      minimum: 0,
      maximum: fleetSizeLimits.more,
    }),
  ),
  seconds: Type.Optional(
    Type.Integer({
      description:
        'Time of the search of each fleet at most; by the number of stops by default. All searches together take ten minutes at most, so many fleets have less each.',
      minimum: 1,
      maximum: fleetSizeLimits.seconds,
    }),
  ),
  slack: Type.Optional(
    Type.Number({
      description:
        'How far stops are kept from the end of their windows, 0 to 1. By default as the plan has it, and 0.5 where it has none: without slack no fleet uses a vehicle more to be late less.',
      minimum: 0,
      maximum: 1,
    }),
  ),
  copied_route_id: Type.Optional(
    id('Vehicles beyond those of the fleet are copies of the vehicle of this route; of the busiest one by default.'),
  ),
})
export type FleetSizesInput = Static<typeof FleetSizesInput>

const share = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 })

const figures = {
  used: count('Vehicles that drive.'),
  distance: quantity('Metres.'),
  duration: Type.Integer({ description: 'Seconds from start to end, of all vehicles.' }),
  travel_time: Type.Integer({ description: 'Seconds of driving, of all vehicles.' }),
  cost: number('Money, by the prices of the routes.'),
  unassigned: count('Stops that are left out.'),
  late_stops: quantity('On average of the days.'),
  kept_share: share(
    'Of all stops, those left out too: served, and not behind the last window, on average of the days.',
  ),
  overtime_seconds: seconds('Of all routes together, on average of the days.'),
  overtime_routes: quantity('Routes with overtime, on average of the days.'),
  ...optionalFields({
    straight_distance: straightPart(),
    windows_kept_share: share('Of the stops with a window; absent without windows.'),
    promises_kept_share: share('Of the stops whose recipient was told a window; absent without promises.'),
  }),
}

export const FleetFigures = record('FleetFigures', 'What a day takes, and how it comes out on many days.', figures)
export type FleetFigures = Static<typeof FleetFigures>

export const FleetSize = record('FleetSize', 'A fleet that was tried.', {
  vehicles: count('That may drive, those of locked routes too.'),
  ...figures,
  without: Type.Array(label(), { description: 'Vehicles of the plan that this fleet does without.' }),
  with: Type.Array(
    Type.Object({
      kind: oneOf(['empty_route', 'spare', 'copy'], {
        description: 'A route of the plan that was empty; a vehicle of the fleet that is not in the plan; a copy.',
      }),
      ...optionalFields({ label: label() }),
    }),
    { description: 'Vehicles that it has on top.' },
  ),
})
export type FleetSize = Static<typeof FleetSize>

export const FleetSizes = record(
  'FleetSizes',
  'Fleets of different sizes for the day of a plan. The plan stays as it is.',
  {
    id: id(),
    organization_id: id(),
    project_id: id(),
    plan_id: id(),
    state: oneOf(whatIfStates),
    percent: count('How far the search is.'),
    share: share('That is to be kept.'),
    days: count('That each fleet was driven.'),
    expires_at: timestamp('Then it is forgotten.'),
    ...optionalFields({
      created_by: id(),
      reason: text('Why it failed.'),
      now: FleetFigures,
      fleets: Type.Array(FleetSize, { description: 'The smallest first.' }),
      smallest: count('Vehicles of the smallest fleet that keeps the share; absent where none does.'),
      assumptions: Type.Object(
        {
          stops: count('Of the day.'),
          seconds: Type.Integer({ description: 'Time of the search of each fleet at most.' }),
          slack: share('That each fleet was searched with.'),
          learned_stops: count('Played with a spread that was learned; the others with the usual one.'),
          roads: flag('All ways are on roads; else some are straight lines, for lack of them.'),
          by_hour: flag('Travel times depend on the hour.'),
          priced: flag('Vehicles have prices; else nothing is known of the cost.'),
          locked_routes: count('Routes that were locked and stayed as they are.'),
        },
        { description: 'What the figures rest on.' },
      ),
    }),
    created_at: timestamp('When it was asked for.'),
    updated_at: timestamp('Last change.'),
  },
)
export type FleetSizes = Static<typeof FleetSizes>

export const FleetSizeChoice = record('FleetSizeChoice', 'The fleet that is to be looked at as a plan of its own.', {
  vehicles: Type.Integer({ description: 'Of the fleet, as the table has it.', minimum: 1, maximum: 10_000 }),
  label: Type.Optional(label('Of the copy; the label of the plan with the number of vehicles by default.')),
})
export type FleetSizeChoice = Static<typeof FleetSizeChoice>
