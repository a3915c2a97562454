// Planning a whole week: requested, computed, previewed, applied by day, and undone.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import {
  calendarDate,
  count,
  id,
  label,
  number,
  quantity,
  straightPart,
  text,
  timeOfDay,
  timestamp,
} from '../../../schemas/fields.ts'

/** Days of one week plan, visits over all days that may serve them, and seconds of search. */
export const weekLimits = { days: 14, visits: 2_000, seconds: 120, atOnce: 5 } as const

export const weekPlanStates = ['waiting', 'running', 'ready', 'failed'] as const

export const WeekPlanInput = record('WeekPlanInput', 'The days that are to be planned together.', {
  from: Type.Optional(calendarDate('First day, after today; tomorrow by default.')),
  days: Type.Optional(
    Type.Integer({ description: 'How many days; 7 by default.', minimum: 1, maximum: weekLimits.days }),
  ),
  stability: Type.Optional(
    Type.Number({
      description:
        'How much it counts that stops stay on the day that they have: 0 not at all, 1 so much that only what saves a long way moves. 0.5 by default.',
      minimum: 0,
      maximum: 1,
    }),
  ),
  seconds: Type.Optional(
    Type.Integer({
      description: 'Time of the search at most; 30 by default.',
      minimum: 1,
      maximum: weekLimits.seconds,
    }),
  ),
})
export type WeekPlanInput = Static<typeof WeekPlanInput>

/** Reasons why an order gets no day: no day suits it, it is linked to other stops, or the rule that keeps the nearest vehicle off. */
export const weekReasons = [
  ...(['no_day', 'linked', 'no_location', 'unreachable', 'skill_missing', 'time_window', 'capacity'] as const),
  ...(['max_services', 'max_distance', 'max_time', 'zone', 'no_vehicle_available', 'other_rule'] as const),
] as const
export type WeekReason = (typeof weekReasons)[number]

/** Source of a stop of the week. */
export const weekItemKinds = ['backlog', 'recurring', 'waiting', 'moved'] as const
export type WeekItemKind = (typeof weekItemKinds)[number]

const WeekItem = record('WeekItem', 'An order that gets a day, or another one.', {
  kind: oneOf(weekItemKinds, {
    description:
      'From the backlog; a recurring order; a stop of the plan that was on no route; a stop of another day of the week.',
  }),
  ...optionalFields({
    stop_id: id(),
    recurring_order_id: id(),
    label: label(),
    from_date: calendarDate('The day that it had.'),
    to_date: calendarDate('The day that it gets.'),
    vehicle_label: label('Who serves it.'),
    arrives_at: timeOfDay(),
    reason: oneOf(weekReasons, { description: 'Why it gets no day.' }),
    latest_on: calendarDate('The last day on which it may be served.'),
  }),
})
export type WeekItem = Static<typeof WeekItem>

const WeekFigures = record('WeekFigures', 'A day in figures.', {
  stops: count('Stops on routes.'),
  routes: count('Vehicles that drive.'),
  distance: quantity('Metres.'),
  time: Type.Integer({ description: 'Seconds from start to end, of all vehicles.' }),
  ...optionalFields({ straight_distance: straightPart() }),
})
export type WeekFigures = Static<typeof WeekFigures>

const items = () => Type.Array(WeekItem)

export const WeekDay = record('WeekDay', 'A day before and after.', {
  date: calendarDate(),
  before: WeekFigures,
  after: WeekFigures,
  kept_routes: count('Routes that stay as they are: locked, under way, with linked stops, or broken rules.'),
  arriving: items(),
  leaving: items(),
  returned: Type.Array(WeekItem, {
    description: 'What was applied and went back, because the times of the day itself left no room for it.',
  }),
  together: Type.Array(calendarDate(), {
    description: 'Days that it exchanges stops with: they are applied together.',
  }),
  ...optionalFields({ plan_id: id(), applied_at: timestamp() }),
})
export type WeekDay = Static<typeof WeekDay>

export const WeekPlan = record('WeekPlan', 'Days that are planned together. Nothing is written before it is applied.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  from_on: calendarDate('First day.'),
  days: count('How many days.'),
  stability: number('How much it counts that stops stay on their day, 0 to 1.'),
  state: oneOf(weekPlanStates),
  percent: count('How far the search is.'),
  expires_at: timestamp('Then it is forgotten; what was applied stays.'),
  ...optionalFields({
    created_by: id(),
    reason: text('Why it failed.'),
    proposed: Type.Array(WeekDay),
    left: Type.Array(WeekItem, { description: 'What gets no day, with the reason.' }),
  }),
  created_at: timestamp('When it was asked for.'),
  updated_at: timestamp('Last change.'),
})
export type WeekPlan = Static<typeof WeekPlan>

export const WeekDates = record('WeekDates', 'Days of a week plan.', {
  dates: Type.Array(calendarDate(), { minItems: 1, maxItems: weekLimits.days }),
})
