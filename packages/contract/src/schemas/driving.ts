// Laws on driving and working time, and data of the tachograph or the log: our extension to vehicles, drivers, routes and projects.
import Type, { type Static } from 'typebox'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { calendarDate, flag, seconds, timestamp } from './fields.ts'

export const drivingLaws = ['none', 'plain', 'eu', 'us'] as const
export type DrivingLaw = (typeof drivingLaws)[number]

const law = oneOf(drivingLaws, {
  description:
    '`eu`: Regulation (EC) 561/2006 and Directive 2002/15/EC; `us`: 49 CFR 395 (hours of service of property-carrying vehicles); `plain`: a break of `duration` after `after`; `none`: no rule, also where others would give one. A help to plan, no legal advice.',
})
const plainParts = {
  counts: oneOf(['driving', 'work'], {
    description: 'Of `plain`: what is counted; work is driving, service and reloading. driving by default.',
  }),
  after: Type.Integer({
    description: 'Of `plain`: most seconds of it between two breaks; 16200 by default.',
    minimum: 600,
    maximum: 86_400,
  }),
  duration: Type.Integer({
    description: 'Of `plain`: length of the break in seconds; 2700 by default.',
    minimum: 60,
    maximum: 43_200,
  }),
}

export const DrivingRules = record(
  'DrivingRules',
  'Which breaks are due after driving or work, and how much of both a day and a week may have; an addition to the specification.',
  { law, ...optionalFields(plainParts) },
)
export type DrivingRules = Static<typeof DrivingRules>

export const DrivingRulesInput = record(
  'DrivingRulesInput',
  'Which law on driving and working time holds; an addition to the specification. Sent as a whole, null clears it.',
  { law, ...clearableFields(plainParts) },
)

const ofDay = 'Counts on `date` only.'
const ofWeek = 'Counts from `date` to the Sunday of its week.'

const logParts = {
  driving_since_break: seconds(`Driving since the last whole break. ${ofDay}`),
  work_since_break: seconds(`Work, driving included, since the last break. ${ofDay}`),
  first_part_taken: flag(`Of \`eu\`: 15 minutes of the divided break were taken since the last whole one. ${ofDay}`),
  work_today: seconds(`Work before the route, driving included. ${ofDay}`),
  breaks_today: seconds(`Breaks of a quarter of an hour and more before the route. ${ofDay}`),
  driving_left_today: seconds(
    `Driving that is left of the day, of \`eu\` up to ten hours where they may be used; 9 hours of \`eu\` and 11 of \`us\` without it. ${ofDay}`,
  ),
  duty_left_today: seconds(
    `From the start of the route to its end, whatever is done in between; 13 hours of \`eu\` and 14 of \`us\` without it. ${ofDay}`,
  ),
  driving_left_week: seconds(`Driving that is left of the week; 56 hours of \`eu\` without it. ${ofWeek}`),
  driving_left_fortnight: seconds(`Driving that is left of this week and the last together. ${ofWeek}`),
  work_left_week: seconds(
    `Work that is left of the week, of \`us\` of the seven days; 60 hours of \`eu\` and \`us\` without it. ${ofWeek}`,
  ),
  last_duty_end: timestamp(
    'When the last work ended: the route begins after the daily rest, of `eu` 11 hours, of `us` 10.',
  ),
}

const date = calendarDate('The day before whose route all this is so.')

export const DrivingLog = record(
  'DrivingLog',
  'What the tachograph or the log says before the route of a day; counts with `driving_rules`; an addition to the specification.',
  { date, ...optionalFields(logParts) },
)
export type DrivingLog = Static<typeof DrivingLog>

export const DrivingLogInput = record(
  'DrivingLogInput',
  'What the tachograph or the log says before the route of a day; an addition to the specification. Sent as a whole, null clears it.',
  { date, ...clearableFields(logParts) },
)

/** Reasons for which a break is planned. */
export const breakReasons = ['clock', 'driving', 'work', 'day'] as const
export type BreakReasonKind = (typeof breakReasons)[number]
