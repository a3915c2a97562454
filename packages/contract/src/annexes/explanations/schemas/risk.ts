// Risks of a plan: its results on many simulated days. Our extension.
import Type, { type Static } from 'typebox'
import { record } from '../../../schema.ts'
import { count, id, quantity, seconds } from '../../../schemas/fields.ts'

const chance = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 })
/** May be after the next midnight and, on bad days, long after it. */
const moment = (description: string) => Type.Integer({ description })

const band = (name: string, description: string) =>
  record(name, description, {
    p10: moment('On a tenth of the days it was no later.'),
    p50: moment('On half of the days.'),
    p90: moment('On nine tenths of the days.'),
  })
const RiskBand = band('RiskBand', 'When something happens, over the days; seconds of the day of the plan.')

export const StopRisk = record('StopRisk', 'How a stop came out.', {
  stop_id: id(),
  late_chance: chance('Share of the days on which service began behind its last window; 0 without windows.'),
  late_seconds: seconds('Behind its last window, on average over all days.'),
  promise_late_chance: Type.Optional(
    chance('Share of the days on which service began behind the window that its recipient was told last.'),
  ),
  begins: RiskBand,
})
export type StopRisk = Static<typeof StopRisk>

export const RouteRisk = record('RouteRisk', 'How a route came out.', {
  route_id: id(),
  late_stops: quantity('On average of the days.'),
  overtime_chance: chance('Share of the days on which it ended behind its hours, or took longer than it may.'),
  overtime_seconds: seconds('On average of the days.'),
  ends: RiskBand,
  stops: Type.Array(StopRisk, { description: 'Open stops with a place, in driving order.' }),
})
export type RouteRisk = Static<typeof RouteRisk>

export const PlanRisk = record('PlanRisk', 'How a plan came out on many days.', {
  plan_id: id(),
  days: count('That it was driven.'),
  late_stops: quantity('On average of the days.'),
  all_kept_chance: chance('Share of the days on which no stop was late.'),
  kept_share: chance('Of all windows on all days; 1 without windows.'),
  windows: count('Open stops that have a window.'),
  overtime_seconds: seconds('Of all routes together, on average of the days.'),
  overtime_routes: quantity('Routes with overtime, on average of the days.'),
  stops: count('That were played.'),
  learned_stops: count('Of them, played with a spread of their own that was learned; the others with the usual one.'),
  routes: Type.Array(RouteRisk, { description: 'Routes that have something left to drive.' }),
})
export type PlanRisk = Static<typeof PlanRisk>
