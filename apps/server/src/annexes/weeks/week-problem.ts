// A week as the optimizer gets it: one problem whose vehicles each drive on one day, and whose stops each have days that will do.
import { evaluate, getRequiredPenalty, type PeriodicProblem, type Problem, type Route } from '@routewright/solver'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import { secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { createStraightMeasure } from '../../geography/travel/straight-ways.ts'
import type { TravelMatrix, TravelProvider } from '../../geography/travel/travel.ts'
import { withMeanHours } from '../../optimizing/solving/solve-by-hour.ts'
import { createPlanProblem, type PlanProblem, withTravel } from '../../planning/modelling/plan-problem.ts'
import { asDriven, findEarlierWork } from '../../planning/modelling/route-drivers.ts'
import { planSettings } from '../../planning/modelling/settings.ts'
import type { WeekStop, WeekStops } from './week-stops.ts'

export interface WeekProblem {
  planProblem: PlanProblem
  /** Vehicles in the order of the problem. */
  vehicles: { route: RouteRow; day: number; before: string[]; hasPlan: boolean }[]
  /** Stops in the order of the problem. */
  stops: WeekStop[]
}

export interface WeekOrder {
  periodic: PeriodicProblem
  /** Stops by vehicle, as they are now. */
  initial: number[][]
}

/** Undefined where nobody drives or nothing is to be driven. */
export function createWeekProblem(scope: Scope, project: ProjectRow, week: WeekStops): WeekProblem | undefined {
  const vehicles = week.days.flatMap(({ routes, day }, at) =>
    routes.map((route) => ({
      one: {
        ...route,
        route: asDriven(route.route, day.context.drivers),
        date: day.date,
        behind: findEarlierWork(route.route, day.context.drivers),
      },
      route: route.route,
      day: at,
      before: route.stops.map(({ id }) => id),
      hasPlan: day.plan !== undefined,
    })),
  )
  if (vehicles.length === 0 || week.stops.length === 0) return undefined
  const first = startInstant(week.days[0]!.day.date)
  const { settings, zones } = week.days[0]!.day.context
  const onRoutes = new Set(vehicles.flatMap(({ before }) => before))
  const planProblem = createPlanProblem({
    settings: planSettings(
      { optimizer_config: null, traffic_options: null, execution_date: first },
      { ...project, depots: settings.depots, charging_places: settings.chargingPlaces },
    ),
    zones,
    nowSeconds: secondsOfPlanDay(scope.now, first, project.timezone),
    isLive: false,
    routes: vehicles.map(({ one }) => one),
    unassigned: week.stops.flatMap(({ row }) => (onRoutes.has(row.id) ? [] : row)),
    withPackages: new Set(),
    freedom: 'rebuild',
    bookedOn: new Map(week.days.flatMap(({ day }) => (day.context.booked ? [[day.date, day.context.booked]] : []))),
    promised: new Set(week.stops.flatMap(({ row, isPromised }) => (isPromised ? row.id : []))),
  })
  const byId = new Map(week.stops.map((stop) => [stop.row.id, stop]))
  return { planProblem, vehicles, stops: planProblem.stopRows.map(({ id }) => byId.get(id)!) }
}

/** Cost of moving a stop to another day at stability 1, in mean legs to the nearest place. */
const mostLegs = 8
/** Additional cost of leaving out a stop of higher priority, in mean legs. */
const legsOfPriority = 20

/** The whole problem, once the travel times are known. Times of the day are those of the mean hour. */
export function withMatrices(week: WeekProblem, matrices: readonly TravelMatrix[], stability: number): WeekOrder {
  const base = withMeanHours(withTravel(week.planProblem, matrices))
  const leg = typicalLegCost(base)
  const required = getRequiredPenalty(base)
  const vehicleOf = new Map(week.vehicles.flatMap(({ before }, v) => before.map((id) => [id, v] as const)))
  const stops = base.stops.map((stop, index) => {
    const { row, stays, priority, planned, usualVehicle } = week.stops[index]!
    const own = vehicleOf.get(row.id)
    // A planned stop is never left out for a new one.
    const kept = planned !== undefined && own !== undefined ? 10 * required : 0
    return {
      ...stop,
      reward: (stop.reward ?? stop.priority ?? 0) + priority * legsOfPriority * leg + kept,
      // Over several days money decides, because a visit may also come on another day.
      priority: undefined,
      dropPenalty: undefined,
      ...(stays && { allowedVehicles: [own!] }),
      ...(usualVehicle && {
        costByVehicle: week.vehicles.map(({ route }) => (route.vehicle_id === usualVehicle ? 0 : leg)),
      }),
    }
  })
  const indexOf = new Map(week.stops.map(({ row }, index) => [row.id, index]))
  return {
    periodic: {
      problem: { ...base, stops },
      dayCount: Math.max(...week.vehicles.map(({ day }) => day), ...week.stops.flatMap(({ sets }) => sets.flat())) + 1,
      dayOfVehicle: week.vehicles.map(({ day }) => day),
      choices: week.stops.map(({ sets }) => sets),
      planned: week.stops.map(({ plannedSet }) => plannedSet),
      changePrice: mostLegs * stability ** 2 * leg,
    },
    initial: week.vehicles.map(({ before }) => before.flatMap((id) => indexOf.get(id) ?? [])),
  }
}

/** Measures the straight lines of routes of the week, in metres. The ways must have been asked for. */
export function straightMeasure(
  { planProblem }: WeekProblem,
  travel: Pick<TravelProvider, 'getNetwork'>,
): (routes: readonly Route[]) => number {
  const { points, ways, vehicles } = planProblem
  const measure = createStraightMeasure(travel, points, ways)
  return (routes) => routes.reduce((sum, { vehicle, steps }) => sum + measure(steps, vehicles[vehicle]?.profile), 0)
}

/** Routes that break a rule as they are: what stands on them could not be kept. */
export function listBroken({ vehicles }: WeekProblem, { periodic, initial }: WeekOrder): string[] {
  return vehicles.flatMap(({ route }, v) =>
    evaluate(periodic.problem, v, initial[v]!).violations.length > 0 ? route.id : [],
  )
}

/** The mean cost of the way from each stop to the nearest other one. */
function typicalLegCost({ profiles, stops, vehicles, locationCount }: Problem): number {
  const { seconds, meters } = profiles[0]!
  const cost = vehicles[0]!.cost
  const places = [...new Set(stops.flatMap(({ location }) => location ?? []))]
  let sum = 0
  for (const from of places) {
    let least = Number.POSITIVE_INFINITY
    for (const to of places) {
      const pair = from * locationCount + to
      if (to === from || seconds[pair]! < 0) continue
      const time = seconds[pair]! * ((cost.perTravelSecond ?? 0) + (cost.perSecond ?? 0))
      least = Math.min(least, time + meters[pair]! * (cost.perMeter ?? 0))
    }
    if (least < Number.POSITIVE_INFINITY) sum += least
  }
  const unit = (cost.perTravelSecond ?? 0) + (cost.perSecond ?? 0)
  return Math.max(places.length > 0 ? sum / places.length : 0, 60 * unit)
}
