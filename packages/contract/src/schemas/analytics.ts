// Figures of a span of days: what was promised and what was done, in total, by day, by vehicle and by project.
import Type, { type Static } from 'typebox'
import { optionalFields, record } from '../schema.ts'
import { count, id, label, quantity } from './fields.ts'

const figures = {
  total_stops: count(),
  completed_stops: count(),
  incomplete_stops: count(),
  canceled_stops: count(),
  pending_stops: count(),
  timed_stops: count('Finished stops whose promised time is known: what on_time_stops is a part of.'),
  on_time_stops: count('Served before their window closed, or before they were planned to end.'),
  attempted_stops: count('Stops with a report: what first_attempt_stops is a part of.'),
  first_attempt_stops: count('Completed by the first report.'),
  total_routes: count(),
  finished_routes: count('Routes that were driven to the end: the four sums below are of them.'),
  planned_distance: quantity('Metres.'),
  driven_distance: quantity('Metres.'),
  planned_time: quantity('Seconds.'),
  driven_time: quantity('Seconds.'),
  ratings: count('Answers of recipients.'),
  ...optionalFields({
    average_delay: Type.Number({ description: 'Seconds after the planned arrival; negative is early.' }),
    average_time_in_stop: quantity('Seconds.'),
    average_rating: quantity('1 to 5.'),
  }),
}

export const AnalyticsFigures = record('AnalyticsFigures', 'Counts and sums of a set of stops and routes.', figures)
export type AnalyticsFigures = Static<typeof AnalyticsFigures>

export const Analytics = record('Analytics', 'Figures of a span of days.', {
  total: AnalyticsFigures,
  days: Type.Array(Type.Object({ date: Type.String(), ...figures }), { description: 'Days with plans, in order.' }),
  vehicles: Type.Array(Type.Object({ ...optionalFields({ vehicle_id: id(), label: label() }), ...figures }), {
    description: 'Most stops first; without vehicle_id what no vehicle carried.',
  }),
  projects: Type.Array(Type.Object({ project_id: id(), label: label(), ...figures })),
  cancel_reasons: Type.Array(Type.Object({ cancel_reason: Type.String(), stops: count() }), {
    description: 'Reasons of failed attempts and cancellations, most frequent first.',
  }),
  rating_tags: Type.Array(Type.Object({ rating_tag: Type.String(), ratings: count() })),
})
export type Analytics = Static<typeof Analytics>
