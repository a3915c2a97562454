// Which vehicles make up fleets of different sizes: who goes first, and who comes next.
import type { FleetSize } from '@routewright/contract'
import type { PlanRow } from '../../data/plan-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { getNewRoute } from '../../planning/routes/routes.ts'
import { listVehiclesForDay } from '../../planning/vehicles/vehicles.ts'

/** A vehicle that may drive, and what it becomes in a copy of the plan: a route that is there, one of a vehicle, one like another. */
export interface TrialVehicle {
  route: RouteRow
  kind: 'planned' | FleetSize['with'][number]['kind']
  /** For `copy`: the route that it equals. */
  copyOf?: string
}

export interface Pool {
  /** Vehicles that drive now. */
  present: TrialVehicle[]
  /** Vehicles that may be added, in this order. */
  further: TrialVehicle[]
}

/**
 * Routes that have stops drive now; all, where none has any. Further ones are routes without stops, vehicles of the day that are not
 * in the plan, and then copies of one route's vehicle: of the busiest where nobody says.
 */
export async function readPool(
  scope: Scope,
  plan: PlanRow,
  open: readonly RouteWithStops[],
  { more, copied }: { more: number; copied: string | undefined },
): Promise<Pool> {
  const used = open.filter(({ stops }) => stops.length > 0)
  const empty = open.filter(({ stops }) => stops.length === 0).map(({ route }) => route)
  const spare = await listSpare(scope, plan, open)
  const planned = used.length > 0 ? used.map(({ route }) => route) : empty
  const present = planned.length > 0 ? planned : spare
  const waiting = [
    ...(used.length > 0 ? empty : []).map((route) => ({ route, kind: 'empty_route' as const })),
    ...(planned.length > 0 ? spare : []).map((route) => ({ route, kind: 'spare' as const })),
  ]
  const busiest = used.toSorted((a, b) => b.stops.length - a.stops.length)[0]?.route ?? present[0]
  const like = open.find(({ route }) => route.id === copied)?.route ?? busiest
  const copies = like ? Array.from({ length: more }, (_, index) => copyVehicle(scope, like, index + 2)) : []
  return {
    present: present.map((route) => ({ route, kind: planned.length > 0 ? 'planned' : 'spare' })),
    further: [...waiting, ...copies].slice(0, more),
  }
}

async function listSpare(scope: Scope, plan: PlanRow, open: readonly RouteWithStops[]): Promise<RouteRow[]> {
  const used = new Set(open.map(({ route }) => route.vehicle_id))
  const vehicles = await listVehiclesForDay(scope, plan.project_id, plan.execution_date)
  return vehicles
    .filter(({ id }) => !used.has(id))
    .map((vehicle, index) => getNewRoute(scope, plan, vehicle, open.length + index))
}

function copyVehicle(scope: Scope, like: RouteRow, number: number): TrialVehicle {
  const name = findName(like)
  const label = name === undefined ? null : `${name} (${number})`
  const route = { ...like, id: createId(scope.now), vehicle_id: null, label, vehicle_label: label }
  return { route, kind: 'copy', copyOf: like.id }
}

export function findName({ label, vehicle_label }: RouteRow): string | undefined {
  return label ?? vehicle_label ?? undefined
}

/** The fleet without the vehicle that had the fewest stops, and of those the shortest day. */
export function withoutIdlest(
  fleet: readonly TrialVehicle[],
  work: ReadonlyMap<string, { stops: number; duration: number }>,
): TrialVehicle[] {
  const getWork = ({ route }: TrialVehicle) => work.get(route.id) ?? { stops: 0, duration: 0 }
  const [idlest] = fleet.toSorted((a, b) => {
    const [one, other] = [getWork(a), getWork(b)]
    return one.stops - other.stops || one.duration - other.duration
  })
  return fleet.filter((vehicle) => vehicle !== idlest)
}
