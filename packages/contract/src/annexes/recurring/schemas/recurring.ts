// Recurring orders: a weekly pattern with the stop that it adds to the plans of its days.
import Type, { type Static } from 'typebox'
import * as limits from '../../../limits.ts'
import { clearableFields, omitFields, oneOf, optionalFields, record } from '../../../schema.ts'
import { count, flag, id, label, recordTimes, text, weekdays } from '../../../schemas/fields.ts'
import { StopInput } from '../../../schemas/stop.ts'

const day = (description: string) =>
  Type.String({ description, pattern: '^\\d{4}-\\d{2}-\\d{2}$', 'x-calendar': 'date-or-timestamp' })

/** Copied into the plan: a stop without the fields that depend on one day. */
const template = Type.Object(omitFields(StopInput.properties, ['pickup_id', 'pin']), {
  title: 'RecurringStop',
  description: 'The stop that is made on each day.',
})

const pattern = {
  weekdays: Type.Array(oneOf(weekdays), { description: 'Days of the week.', minItems: 1, maxItems: 7 }),
  every_weeks: Type.Integer({ description: '1 is every week, 2 every other week.', minimum: 1, maximum: 52 }),
  starts_on: day('First day; its week is the first of the rhythm.'),
}
const bounds = {
  ends_on: day('Last day.'),
}
const visits = {
  visits_per_week: Type.Integer({
    description:
      'How many of the weekdays are visited: the plan of a week chooses which, and no plan is filled with it otherwise. Missing: all of them.',
    minimum: 1,
    maximum: 7,
  }),
  min_days_between: Type.Integer({
    description: 'Days from one of these visits to the next, at least: 2 is not on neighbouring days. 1 by default.',
    minimum: 1,
    maximum: 7,
  }),
}
const exceptions = Type.Array(day('A day without the order.'), { maxItems: 1_000 })

export const RecurringOrder = record('RecurringOrder', 'A stop that comes back on certain days.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  ...pattern,
  exceptions,
  paused: flag('Puts nothing into plans while true.'),
  stop: template,
  ...optionalFields({
    created_by: id(),
    label: label(),
    ...bounds,
    ...visits,
    next_date: day('The next day from today on; missing when there is none, or the plan of a week chooses it.'),
  }),
  ...recordTimes,
})
export type RecurringOrder = Static<typeof RecurringOrder>

const changeable = {
  exceptions: Type.Optional(exceptions),
  paused: Type.Optional(flag()),
  ...clearableFields({ label: label(), ...bounds, ...visits }),
}

export const RecurringOrderInput = record('RecurringOrderInput', 'A new recurring order.', {
  weekdays: pattern.weekdays,
  every_weeks: Type.Optional(pattern.every_weeks),
  starts_on: Type.Optional(pattern.starts_on),
  stop: template,
  ...changeable,
})
export type RecurringOrderInput = Static<typeof RecurringOrderInput>

export const RecurringOrderUpdate = record('RecurringOrderUpdate', 'What changes in a recurring order.', {
  ...optionalFields(pattern),
  stop: Type.Optional(template),
  ...changeable,
})
export type RecurringOrderUpdate = Static<typeof RecurringOrderUpdate>

export const RecurringPattern = record('RecurringPattern', 'A pattern whose days are asked for.', {
  weekdays: pattern.weekdays,
  every_weeks: Type.Optional(pattern.every_weeks),
  starts_on: pattern.starts_on,
  exceptions: Type.Optional(exceptions),
  ...clearableFields(bounds),
  from: Type.Optional(day('First day of interest; that of the pattern by default.')),
  count: Type.Optional(Type.Integer({ description: 'Days wanted; 10 by default.', minimum: 1, maximum: 100 })),
})
export type RecurringPattern = Static<typeof RecurringPattern>

export const RecurringDates = record('RecurringDates', 'Days of a pattern, in order.', {
  dates: Type.Array(Type.String()),
})

export const recurringResults = ['created', 'already_there', 'refused'] as const

const refusal = { message: text('Why it was refused.'), message_id: text('The same for programs.') }

export const RecurringFill = record('RecurringFill', 'What the recurring orders of a day put into a plan.', {
  created: count('Stops that were made.'),
  already_there: count('Orders that a plan of this day has already.'),
  refused: count('Orders of which no stop could be made.'),
  orders: Type.Array(
    Type.Object({
      recurring_order_id: id(),
      result: oneOf(recurringResults),
      ...optionalFields({ label: label(), stop_id: id(), plan_id: id(), ...refusal }),
    }),
    { maxItems: limits.listLength.bulk },
  ),
})
export type RecurringFill = Static<typeof RecurringFill>
