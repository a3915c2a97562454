// The backlog: orders without a day, with the times when they may be served.
import Type, { type Static } from 'typebox'
import { clearableFields, optionalFields, record } from '../../../schema.ts'
import { calendarDate, count, flag, ids } from '../../../schemas/fields.ts'
import { Stop, StopInput } from '../../../schemas/stop.ts'

export const backlogLimits = { made: 1_000, priority: 10, daysBetween: 366 } as const

const priority = () =>
  Type.Integer({ description: 'The higher goes first; 0 by default.', minimum: 0, maximum: backlogLimits.priority })

const dates = {
  earliest_on: calendarDate('First day on which it may be served.'),
  latest_on: calendarDate('Last day on which it may be served.'),
  previous_visit_on: calendarDate('The day of the visit before.'),
  min_days_between: Type.Integer({
    description: 'Days from the previous visit to this one, at least: 7 is the same weekday of the week after.',
    minimum: 1,
    maximum: backlogLimits.daysBetween,
  }),
}

const terms = { ...clearableFields(dates), priority: Type.Optional(priority()) }

export const BacklogTerms = record('BacklogTerms', 'When an order may be served.', terms)
export type BacklogTerms = Static<typeof BacklogTerms>

export const BacklogOrderInput = record('BacklogOrderInput', 'An order without a day.', { ...terms, stop: StopInput })
export type BacklogOrderInput = Static<typeof BacklogOrderInput>

export const BacklogChange = record('BacklogChange', 'The same terms for several orders.', {
  stop_ids: ids('Ids of the stops; they may have a day by now.', backlogLimits.made),
  ...terms,
})
export type BacklogChange = Static<typeof BacklogChange>

export const BacklogReturn = record('BacklogReturn', 'Stops that lose their day and wait for another one.', {
  stop_ids: ids('Ids of stops that are open, or were not delivered.', backlogLimits.made),
  ...terms,
})
export type BacklogReturn = Static<typeof BacklogReturn>

export const BacklogOrder = record('BacklogOrder', 'An order without a day: a stop of no plan, and its terms.', {
  stop: Stop,
  priority: priority(),
  ...optionalFields(dates),
  ...optionalFields({
    first_day: calendarDate('The first day that earliest_on and the previous visit leave.'),
    days_left: Type.Integer({ description: 'Days from today to latest_on; negative when it is past.' }),
  }),
  is_impossible: flag('Whether no day is left between the first and the last one.'),
})
export type BacklogOrder = Static<typeof BacklogOrder>

export const BacklogCounts = record('BacklogCounts', 'How much waits.', {
  waiting: count('Orders without a day.'),
  due_soon: count('Of them, those whose last day is within a week.'),
  overdue: count('Of them, those whose last day is past.'),
})
