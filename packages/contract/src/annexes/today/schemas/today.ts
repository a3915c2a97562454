// State of a project's day: its plans, the progress, and what needs attention.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { count, id, label, quantity, straightPart, text } from '../../../schemas/fields.ts'
import { Plan } from '../../../schemas/plan.ts'
import { AnalyticsFigures } from '../../analytics/schemas/analytics.ts'

/** In the order of importance. */
export const attentionKinds = [
  'problem',
  'driver_absent',
  'no_driver',
  'driver_twice',
  'not_sent',
  'not_started',
  'failed',
  'late',
  'silent',
  'not_closed',
  'no_place',
  'unreachable',
  'unassigned',
] as const

export const DayPlan = record('DayPlan', 'A plan of the day and how far its routes are.', {
  plan: Plan,
  assigned_stops: count('Stops that are on a route.'),
  used_routes: count('Routes with stops.'),
  sent_routes: count('Of these, routes whose driver was sent a link.'),
  started_routes: count('Of these, routes that are on the road or finished.'),
})
export type DayPlan = Static<typeof DayPlan>

export const Attention = record('Attention', 'Something that somebody should look at.', {
  kind: oneOf(attentionKinds),
  plan_id: id(),
  count: count(
    'Stops that it is about, of problems how many were told, of drivers how many routes; 1 where it is about the route itself.',
  ),
  ...optionalFields({
    route_id: id(),
    route_label: label(),
    stop_id: id('The worst or latest of the stops.'),
    stop_label: label('Its name, else its address.'),
    seconds: Type.Integer({
      description:
        'late: how late the worst stop will be; silent: since the last position; not_started: since the planned start; not_sent: until it.',
    }),
    reason: Type.String({ description: 'failed: why the stop failed; problem: its category.' }),
    comments: text('problem: what the driver wrote.'),
    driver_id: id('driver_absent, driver_twice: who.'),
    driver_label: label('His name.'),
    plan_label: label('not_closed: the plan of an earlier day.'),
    plan_date: Type.String({ description: 'not_closed: the calendar date that the plan was for.' }),
  }),
})
export type Attention = Static<typeof Attention>

export const Today = record('Today', 'How the day of a project stands.', {
  date: Type.String({ description: 'The calendar date in the time zone of the project.' }),
  plans: Type.Array(DayPlan, { description: 'The plans of this date, drafts included.' }),
  figures: AnalyticsFigures,
  routes_on_road: count(),
  planned_meters: quantity('Of all routes of the day.'),
  driven_meters: quantity('Of all routes of the day, so far.'),
  attention: Type.Array(Attention, { description: 'Worst first.' }),
  ...optionalFields({
    straight_meters: straightPart(),
    next: Type.Object({ ...DayPlan.properties }, { description: 'The next plan after this date.' }),
  }),
})
export type Today = Static<typeof Today>

/** Number of items reported per project, most important first. */
export const attentionOfProject = 3

export const ProjectDay = record('ProjectDay', 'How the day of one of several projects stands, in short.', {
  project_id: id(),
  date: Type.String({ description: 'The calendar date in the time zone of the project.' }),
  plans: count('Plans of this date, drafts left out.'),
  total_stops: count(),
  completed_stops: count(),
  incomplete_stops: count(),
  canceled_stops: count(),
  routes_on_road: count(),
  attention: Type.Array(Attention, {
    maxItems: attentionOfProject,
    description: `What somebody should look at: the worst ${attentionOfProject}.`,
  }),
  total_attention: count('How much there is to look at altogether.'),
})
export type ProjectDay = Static<typeof ProjectDay>
