// Figures for a range of days: promised and actual, in total and by day, week, vehicle, project, driver, client, area.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { count, flag, id, label, quantity } from '../../../schemas/fields.ts'

const ofStops = {
  total_stops: count(),
  completed_stops: count(),
  incomplete_stops: count(),
  canceled_stops: count(),
  pending_stops: count(),
  timed_stops: count('Finished stops whose promised time is known: what on_time_stops is a part of.'),
  on_time_stops: count('Served before their window closed, or before they were planned to end.'),
  promised_stops: count(
    'Completed stops with a promise: the window that was agreed, or else the end of the hour told before the start.',
  ),
  kept_promises: count('Reached before the promise ended.'),
  agreed_stops: count('Of promised_stops those with an agreed window.'),
  kept_agreed_stops: count('Reached before the agreed window closed.'),
  attempted_stops: count('Stops with a report: what first_attempt_stops is a part of.'),
  first_attempt_stops: count('Completed by the first report.'),
  attempts: count('Visits that were reported, without what dispatchers gave up at their desks.'),
  returned_stops: count('Deliveries whose goods came back to the depot.'),
  sender_stops: count('Deliveries that go back to their sender.'),
  measured_stops: count('Stops whose time at the stop is known.'),
  ratings: count('Answers of recipients.'),
}

const averages = optionalFields({
  average_delay: Type.Number({ description: 'Seconds after the planned arrival; negative is early.' }),
  average_time_in_stop: quantity('Seconds.'),
  average_rating: quantity('1 to 5.'),
})

const ofRoutes = {
  total_routes: count(),
  finished_routes: count('Routes that were driven to the end: all that follows of routes is of them.'),
  planned_distance: quantity('Metres.'),
  straight_distance: quantity(
    'Metres of planned_distance that are straight lines, because no roads are known there: an estimate.',
  ),
  driven_distance: quantity('Metres.'),
  planned_time: quantity('Seconds.'),
  driven_time: quantity('Seconds.'),
  priced_routes: count('Finished routes with prices, of which the track and the times are known.'),
  priced_stops: count('Completed stops of priced routes: what driven_cost is divided by for the cost of a stop.'),
  priced_distance: quantity('Driven metres of priced routes.'),
  planned_cost: quantity('Money of priced routes, as planned.'),
  driven_cost: quantity('Money of priced routes, by the minutes and kilometres that were driven.'),
  available_time: quantity('Seconds of working hours, where routes have such.'),
  used_time: quantity('Seconds of them that were planned to be worked.'),
  carried_weight: quantity('Kilograms on routes with a limit.'),
  weight_capacity: quantity('Kilograms that those might have carried.'),
  planned_emissions: quantity('Kilograms of CO2 equivalent, well to wheel.'),
  driven_emissions: quantity('Kilograms of CO2 equivalent, well to wheel.'),
  planned_tank_emissions: quantity('Of planned_emissions what leaves the vehicles (tank to wheel).'),
  driven_tank_emissions: quantity('Of driven_emissions what leaves the vehicles (tank to wheel).'),
  assumed_distance: quantity('Driven metres whose consumption is assumed, because the vehicle tells none.'),
  uncounted_distance: quantity('Driven metres by a fuel without a known factor: not in the emissions.'),
}

const figures = { ...ofStops, ...ofRoutes, ...averages }

export const AnalyticsFigures = record('AnalyticsFigures', 'Counts and sums of a set of stops and routes.', figures)
export type AnalyticsFigures = Static<typeof AnalyticsFigures>

export const StopFigures = record('StopFigures', 'Counts of the stops of a client or within a zone.', {
  ...optionalFields({ id: id('Of the client or the zone; without it what is of none.'), label: label() }),
  ...ofStops,
  ...averages,
})
export type StopFigures = Static<typeof StopFigures>

export const emissionFuels = ['diesel', 'petrol', 'lpg', 'cng', 'electricity', 'none', 'other'] as const

export const EmissionLine = record('EmissionLine', 'How emissions were worked out: distance × consumption × factor.', {
  mode: Type.String({ description: 'How the route travels.' }),
  fuel: oneOf(emissionFuels, { description: 'other: what the vehicle says has no factor and is not counted.' }),
  unit: oneOf(['l', 'kg', 'kWh']),
  consumption: quantity('Units per 100 km.'),
  is_assumed: flag('The vehicle tells no consumption: what is usual for the mode was taken.'),
  planned_distance: quantity('Metres.'),
  driven_distance: quantity('Metres.'),
  planned_energy: quantity('Units.'),
  driven_energy: quantity('Units.'),
  tank_to_wheel: quantity('Kilograms of CO2 equivalent per unit that leave the vehicle.'),
  well_to_tank: quantity('Kilograms of CO2 equivalent per unit that providing it takes.'),
  planned_emissions: quantity('Kilograms of CO2 equivalent, well to wheel.'),
  driven_emissions: quantity('Kilograms of CO2 equivalent, well to wheel.'),
  source: Type.String({ description: 'Who published the factors.' }),
  year: count('Of the factors.'),
  ...optionalFields({
    written: Type.String({ description: 'What the vehicle says it runs on, where fuel is other.' }),
  }),
})
export type EmissionLine = Static<typeof EmissionLine>

const computeMedian = (what: string) => Type.Optional(quantity(`Seconds, to the half minute: the median ${what}.`))

export const Analytics = record('Analytics', 'Figures of a span of days.', {
  total: AnalyticsFigures,
  days: Type.Array(Type.Object({ date: Type.String(), ...figures }), { description: 'Days with plans, in order.' }),
  weeks: Type.Array(Type.Object({ date: Type.String({ description: 'Its Monday.' }), ...figures }), {
    description: 'Weeks with plans, in order; of the first and the last only the days of the span.',
  }),
  vehicles: Type.Array(Type.Object({ ...optionalFields({ vehicle_id: id(), label: label() }), ...figures }), {
    description: 'Most stops first; without vehicle_id what no vehicle carried.',
  }),
  projects: Type.Array(Type.Object({ project_id: id(), label: label(), ...figures })),
  cancel_reasons: Type.Array(Type.Object({ cancel_reason: Type.String(), stops: count() }), {
    description: 'Reasons of failed attempts and cancellations, most frequent first.',
  }),
  rating_tags: Type.Array(Type.Object({ rating_tag: Type.String(), ratings: count() })),
  times_at_stop: Type.Object(
    { stops: count(), planned: computeMedian('as planned'), real: computeMedian('as reported') },
    { description: 'Of the stops whose time at the stop is known.' },
  ),
  emissions: Type.Array(EmissionLine, { description: 'The arithmetic of the emissions of the total.' }),
  ...optionalFields({
    drivers: Type.Array(Type.Object({ ...optionalFields({ driver_id: id(), label: label() }), ...figures }), {
      description: 'Where asked for: most stops first; without driver_id what nobody is known to have driven.',
    }),
    clients: Type.Array(StopFigures, { description: 'Where asked for: the 500 with most stops.' }),
    areas: Type.Array(StopFigures, {
      description: 'Where asked for: by zone as drawn now; a stop within several zones counts in each.',
    }),
  }),
})
export type Analytics = Static<typeof Analytics>
