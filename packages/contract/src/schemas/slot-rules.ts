// The seller's rules for slots: which windows, until when, how many, for whom, and at what price.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { oneOf, optionalFields, record } from '../schema.ts'
import { calendarDate, count, ids, label, number, text, timestamp, timeWindow, weekdays } from './fields.ts'

/** Reasons why a rule of the seller excludes a window. */
export const slotRuleRefusals = [
  'not_offered',
  'closed_day',
  'too_far_ahead',
  'notice',
  'cut_off',
  'most_per_customer',
  'slot_full',
  'day_full',
  'kept',
] as const
export type SlotRuleRefusal = (typeof slotRuleRefusals)[number]

const dayCount = (description: string, minimum: number, maximum: number) =>
  Type.Integer({ description, minimum, maximum })
const share = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 })
const noticeMinutes = () =>
  Type.Integer({
    description: 'Least minutes from the order to the beginning of its window.',
    minimum: 0,
    maximum: 86_400,
  })

const CutOff = record('SlotCutOff', 'Until when orders for a day are taken.', {
  days_before: dayCount('Days before the day of the window; 0 is the same day.', 0, 30),
  time: Type.Integer({ description: 'Seconds since midnight of that day.', minimum: 0, maximum: 86_400 }),
})
export type SlotCutOff = Static<typeof CutOff>

const SlotGridLine = record('SlotGridLine', 'The windows of some weekdays in some zones.', {
  ...optionalFields({
    weekdays: Type.Array(oneOf(weekdays), { description: 'Every day when empty.', maxItems: weekdays.length }),
    zone_ids: ids('Zones in which the place lies; where no line with zones fits, those without one count.', 100),
    capacity: Type.Integer({
      description: 'Most orders for each of these windows in these zones together.',
      minimum: 1,
      maximum: 100_000,
    }),
  }),
  windows: Type.Array(timeWindow(), { minItems: 1, maxItems: 24 }),
})
export type SlotGridLine = Static<typeof SlotGridLine>

const customerClass = () =>
  Type.String({ description: 'Name of a class of customers.', minLength: 1, maxLength: limits.textLength.label })

const SlotClass = record('SlotClass', 'A class of customers: what is kept for them, and what is shorter for them.', {
  name: customerClass(),
  ...optionalFields({
    kept_share: share('Share of `most_per_day` that is kept for this class until it has taken it.'),
    notice_minutes: noticeMinutes(),
    cut_off: CutOff,
  }),
})
export type SlotClass = Static<typeof SlotClass>

const SlotPriceStep = record('SlotPriceStep', 'What is added to the price of some of the offered windows.', {
  up_to_share: Type.Number({
    description: 'The cheapest windows up to this share of those that fit; 1 for all that are left.',
    exclusiveMinimum: 0,
    maximum: 1,
  }),
  amount: number('In the currency of the project; below 0 it is an incentive.'),
})

const rules = {
  grid: Type.Array(SlotGridLine, { description: 'Any window may be asked for while this is empty.', maxItems: 200 }),
  closed_days: Type.Array(calendarDate(), { description: 'Days on which nothing is offered.', maxItems: 400 }),
  classes: Type.Array(SlotClass, {
    description: 'The first has priority over the second and so on: it may use what is kept for those below it.',
    maxItems: 20,
  }),
  prices: Type.Array(SlotPriceStep, { description: 'Ascending by share.', maxItems: 10 }),
}
const limitsOfRules = {
  notice_minutes: noticeMinutes(),
  cut_off: CutOff,
  days_ahead: dayCount('Windows up to so many days from today.', 0, 60),
  most_per_day: Type.Integer({ description: 'Most orders of a day.', minimum: 1, maximum: 100_000 }),
  most_per_customer: Type.Integer({
    description: 'Most orders of one customer on one day.',
    minimum: 1,
    maximum: 1_000,
  }),
  reoptimize_share: Type.Number({
    description:
      'A day is optimized by itself once bookings have made it so much worse than it could be; 0 never, 0.05 unless told otherwise.',
    minimum: 0,
    maximum: 1,
  }),
  green_share: share('Share of the fitting windows with the fewest added kilometres that are marked green.'),
}

export const SlotRules = record('SlotRules', 'What the seller allows of slots in a project.', {
  ...rules,
  ...optionalFields(limitsOfRules),
  updated_at: timestamp('Last change of the project.'),
})
export type SlotRules = Static<typeof SlotRules>

export const SlotRulesInput = record('SlotRulesInput', 'All rules anew; what is left out is no rule any longer.', {
  ...optionalFields({ ...rules, ...limitsOfRules }),
})
export type SlotRulesInput = Static<typeof SlotRulesInput>

export const SlotPreviewQuery = record('SlotPreviewQuery', 'Rules to try on past orders.', {
  ...optionalFields({
    rules: SlotRulesInput,
    days: dayCount('Days before today whose orders are looked at; 31 by default.', 1, 92),
  }),
})
export type SlotPreviewQuery = Static<typeof SlotPreviewQuery>

export const SlotPreview = record('SlotPreview', 'What past orders would have been offered on their own day.', {
  from: calendarDate(),
  to: calendarDate(),
  orders: count('Orders with a place that were looked at, in the sequence in which they came in.'),
  is_cut: Type.Boolean({ description: 'There were more; only the newest were looked at.' }),
  offered: count('Orders that would have had at least one window on their day.'),
  windows_each: Type.Number({ description: 'Windows that one of them would have had to choose from, on average.' }),
  refused: Type.Array(
    Type.Object({
      reason: oneOf(slotRuleRefusals, { description: 'The rule that stood against the window of the order.' }),
      message: text('The same for people.'),
      orders: count(),
    }),
  ),
  windows: Type.Array(
    Type.Object({
      weekday: oneOf(weekdays),
      time_window: timeWindow(),
      offered: count('Orders that would have been offered it.'),
      taken: count('Orders that would have taken it: the one around their own time, else the first.'),
    }),
    { description: 'By weekday and window.' },
  ),
})
export type SlotPreview = Static<typeof SlotPreview>

/** Customer data that the rules use, and whether the rules apply. */
export const slotCustomer = {
  customer: Type.String({
    description:
      "The caller's own name of the customer, for the most orders of one customer; the stop's client unless it is given. Only a digest is kept.",
    minLength: 1,
    maxLength: 200,
  }),
  customer_class: label(
    "A class of the rules; what the stop's client has in its field `customer_class` unless it is given.",
  ),
  rules: oneOf(['apply', 'ignore'], {
    description: 'Whether the rules of the seller count: they do, unless a dispatcher goes beyond them.',
  }),
}
