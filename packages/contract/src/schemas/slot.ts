// Slots: what can be promised to a customer, at what cost; and promises, from the hold to the booking.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { omitFields, oneOf, optionalFields, record } from '../schema.ts'
import {
  addedStraightPart,
  calendarDate,
  count,
  flag,
  id,
  label,
  number,
  quantity,
  text,
  timeOfDay,
  timeWindow,
} from './fields.ts'
import { slotCustomer, slotRuleRefusals } from './slot-rules.ts'
import { StopInput } from './stop.ts'

/** Most days ahead in one request, and most windows per day. */
export const slotLimits = { days: 60, windowsPerDay: 24, answered: 1_440 } as const

export const slotId = () =>
  Type.String({
    description: 'Day and window: 2026-11-27/28800-36000. The same slot has the same id in every answer.',
    pattern: '^\\d{4}-\\d{2}-\\d{2}/\\d{1,6}-\\d{1,6}$',
  })

/** Reasons why a window is not offered. */
export const slotRefusals = [
  'too_late',
  'day_closed',
  'no_vehicle',
  'unreachable',
  'skill_missing',
  'zone',
  'max_services',
  'capacity',
  'time_window',
  'max_distance',
  'max_time',
  'other_rule',
  ...slotRuleRefusals,
] as const
export type SlotRefusal = (typeof slotRefusals)[number]

/** Unit of a slot's cost: the prices of the vehicles when any has one, otherwise what the project minimises. */
export const slotCostUnits = ['price', 'driving_seconds', 'meters'] as const

const alone = ['pickup', 'pickup_id', 'time_windows', 'cluster', 'max_delivery_time', 'reward'] as const

export const SlotStop = record('SlotStop', 'The stop that a window is wanted for: its place, and what it needs.', {
  ...omitFields(StopInput.properties, alone),
  address: Type.Optional(
    Type.String({
      description: 'Instead of a location: street, number, postal code, town. Its place is looked for.',
      minLength: 1,
      maxLength: limits.textLength.text,
    }),
  ),
})
export type SlotStop = Static<typeof SlotStop>

export const SlotQuery = record('SlotQuery', 'What a window is wanted for, and the days and windows that are tried.', {
  stop: SlotStop,
  from: calendarDate('First day, not before today.'),
  to: calendarDate(`Last day; at most ${slotLimits.days} days in all.`),
  stop_id: Type.Optional(
    id('A stop that is to move: it counts as if it were not there, so that it does not stand in its own way.'),
  ),
  windows: Type.Optional(
    Type.Array(timeWindow(), {
      description: 'The windows that are tried on each day, seconds since midnight; those of the rules when left out.',
      minItems: 1,
      maxItems: slotLimits.windowsPerDay,
    }),
  ),
  ...optionalFields(slotCustomer),
  most: Type.Optional(
    Type.Integer({ description: 'Slots to answer; 20 by default.', minimum: 1, maximum: slotLimits.answered }),
  ),
  sort: Type.Optional(oneOf(['cost', 'date'], { description: 'Cheapest first (the default), or earliest first.' })),
})
export type SlotQuery = Static<typeof SlotQuery>

const CapacityLeft = record(
  'CapacityLeft',
  'What the vehicle could still take; nothing is said where it has no limit.',
  {
    ...optionalFields({
      weight: quantity('Kilograms.'),
      volume: quantity('Cubic metres.'),
      stops: count('Stops.'),
    }),
  },
)

const CostParts = record(
  'SlotCostParts',
  'What the cost is made of: `still_to_come` × `usual` + (1 − `still_to_come`) × `now`.',
  {
    now: number('What the stop adds to the day as it is.'),
    usual: number('What such a stop costs on a day that is as full as past ones were.'),
    still_to_come: Type.Number({
      description: 'Share of the stops of such a day that are usually ordered later.',
      minimum: 0,
      maximum: 1,
    }),
    past_days: count('Past days of the same weekday that it was learned from.'),
  },
)

/** Cost and resources of a slot, as reported and stored with the promise. */
export const slotFigures = {
  cost: number(
    'What the stop costs: what it adds to the day as it is; where it usually costs less there, that, as far as orders are still to come.',
  ),
  cost_unit: oneOf(slotCostUnits, { description: 'What the cost is counted in.' }),
  added_time: Type.Integer({ description: 'Seconds by which the route gets longer.' }),
  added_distance: number('Metres by which the route gets longer.'),
  arrives_at: timeOfDay(),
  opens_vehicle: flag('Whether a vehicle would drive that has nothing to do yet.'),
  stops_on_route: count('Stops on the route, this one included.'),
  capacity_left: CapacityLeft,
  ...optionalFields({
    straight_distance: addedStraightPart(),
    plan_id: id('The plan of the day, where there is one.'),
    route_id: id('The route that it would join, where there is one.'),
    vehicle_id: id(),
    vehicle_label: label(),
    price_change: number('What the rules add to the price of this window, below 0 an incentive.'),
    currency: text('Of `price_change`.'),
    cost_made_of: Type.Optional(CostParts),
  }),
}

export const SlotOffer = record('SlotOffer', 'A window that can be promised, and what it would cost.', {
  id: slotId(),
  date: calendarDate(),
  time_window: timeWindow(),
  ...slotFigures,
  score: Type.Integer({
    description: '100 for the cheapest of those that fit, 0 for the dearest.',
    minimum: 0,
    maximum: 100,
  }),
  ...optionalFields({
    kept_chance: Type.Number({
      description:
        'How sure it is: of a hundred days with the luck of each, the share on which service begins in time.',
      minimum: 0,
      maximum: 1,
    }),
    others_late: number('How many stops of the route more are late then, a day in the mean; 0 where it harms nobody.'),
    added_emission: number('Kilograms of CO2 equivalent of the added metres, well to wheel.'),
    is_green: flag('Among those with the fewest added kilometres, as the rules count them.'),
    quote: text('Of `price_change`: sent with the hold, it is kept. Good for 30 minutes and for this place.'),
  }),
})
export type SlotOffer = Static<typeof SlotOffer>

export const RefusedSlot = record('RefusedSlot', 'A window that cannot be promised, and why.', {
  date: calendarDate(),
  time_window: timeWindow(),
  reason: oneOf(slotRefusals, {
    description: 'The rule of the seller, or what keeps the vehicle off that comes nearest.',
  }),
  message: text('The same for people.'),
})

export const SlotAnswer = record('SlotAnswer', 'The windows that fit, and those that do not.', {
  slots: Type.Array(SlotOffer, { maxItems: slotLimits.answered }),
  fitting: count('Windows that fit, also those beyond `most`.'),
  refused: Type.Array(RefusedSlot, { maxItems: slotLimits.answered }),
})
export type SlotAnswer = Static<typeof SlotAnswer>
