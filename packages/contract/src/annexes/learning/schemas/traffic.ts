// Traffic factors by hour of the week, in a project and along a route. Our extension.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { count, flag, id, quantity, seconds, timeOfDay } from '../../../schemas/fields.ts'
import { avoidedRoads } from '../../../schemas/optimizer.ts'

const factors = (roads: string) =>
  Type.Array(Type.Number({ minimum: 0 }), {
    description: `Of ${roads}: 168 factors on the travel time, Monday 0:00 first.`,
    minItems: 168,
    maxItems: 168,
  })

export const TrafficWeek = record('TrafficWeek', 'The week of traffic of a project.', {
  is_own: flag('It was brought by somebody; else it is the typical one that ships.'),
  week: Type.Object({
    motorway: factors('motorways'),
    main: factors('main roads: secondary ones and above'),
    other: factors('all other roads, and of turns at junctions'),
  }),
  csv: Type.String({ description: 'The same as a table, as it can be brought again.' }),
})
export type TrafficWeek = Static<typeof TrafficWeek>

/** The largest table: every hour of every day for each group of roads, with room for remarks. */
const mostCharacters = 100_000

export const TrafficWeekInput = record('TrafficWeekInput', 'A week of traffic as a table.', {
  csv: Type.String({
    description:
      'Columns roads (motorway, main, other or all), days (mon to sun, mon-fri, all) with from and to (full hours, 7:00), or hour_of_week (0 to 167, Monday 0:00 first), and factor (on the travel time, 0.3 to 5) or speed (percent of the plain speed). Later lines win; hours that no line names have the factor 1.',
    minLength: 1,
    maxLength: mostCharacters,
  }),
})
export type TrafficWeekInput = Static<typeof TrafficWeekInput>

export const LearnedTraffic = record('LearnedTraffic', 'A week of traffic as driven days have it.', {
  state: oneOf(['thin', 'no_better', 'learned'], {
    description:
      'thin: fewer than 100 legs or 3 days. no_better: on days left out the week that is used now was as good. learned: the learned week was better.',
  }),
  legs: count('Ways between visits that say something.'),
  days: count('On which they were driven.'),
  compared_with: oneOf(['plain', 'typical', 'own'], { description: 'The week that is used now; plain: none.' }),
  ...optionalFields({
    given_error: quantity(
      'By how many seconds a way was wrong on days left out by the week that is used now, on average.',
    ),
    learned_error: quantity('The same of the learned week.'),
    csv: Type.String({
      description: 'The learned week as a table, to be brought as an own one; only where it was better.',
    }),
  }),
})
export type LearnedTraffic = Static<typeof LearnedTraffic>

export const LegHours = record('LegHours', 'The way to one stop, or to the end.', {
  ...optionalFields({
    stop_id: id('The stop that it leads to; absent for the end of the route.'),
    departs_at: timeOfDay('When it is driven by the plan.'),
    seconds: seconds('What it takes then.'),
    avoided: avoidedRoads('What the vehicle avoids and the way takes all the same, because nothing else leads there.'),
  }),
  hours: Type.Array(Type.Object({ at: timeOfDay('Departure.'), seconds: seconds('What the way takes then.') }), {
    description: 'At the full hours of the route, as far as they differ from the one before.',
  }),
})

export const RouteHours = record('RouteHours', 'What the ways of a route take at which hour.', {
  by_hour: flag('Whether times of the route depend on the hour at all.'),
  legs: Type.Array(LegHours),
  differing: count('Ways that take a minute more or less at some hour.'),
})
export type RouteHours = Static<typeof RouteHours>
