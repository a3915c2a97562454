// Tries fleets of different sizes for the day of a plan, one after the other, each for the same time.
import { type FleetFigures, type FleetSize, type FleetSizes, fleetSizeLimits } from '@routewright/contract'
import { findPlanRow } from '../../data/plans.sql.ts'
import type { WhatIfRow } from '../../data/what-if-table.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { hasPrice } from '../../planning/modelling/costs.ts'
import { dayFigures, isOnRoads } from './day-figures.ts'
import { findName, type Pool, readPool, type TrialVehicle, withoutIdlest } from './fleets.ts'
import { type ReadDay, readDay } from './read-day.ts'
import { driveDay, planDay, secondsOfSearch, type TriedRoute } from './trial.ts'

/** The request with all defaults filled in. */
export type AskedSizes = {
  share: number
  fewer: number
  more: number
  seconds?: number
  slack?: number
  copied_route_id?: string
}

/** Where a vehicle of a fleet comes from, and what it would drive. */
export interface FoundOrder {
  kind: TrialVehicle['kind']
  route_id?: string
  vehicle_id?: string
  copy_of?: string
  label?: string
  stop_ids: string[]
}

export interface FoundSizes {
  /** Revision of the plan when it was read. */
  revision: number
  now?: FleetFigures
  fleets: (FleetSize & { orders: FoundOrder[] })[]
  assumptions: NonNullable<FleetSizes['assumptions']>
}

/** Slack for plans that set none: otherwise an additional van would not be used to reduce lateness. */
const usualSlack = 0.5

export interface TrialRun {
  services: Services
  inTransaction<T>(work: (scope: Scope) => Promise<T>): Promise<T>
  signal: AbortSignal
  onProgress(fraction: number): void
}

interface ReadSizes extends ReadDay {
  revision: number
  pool: Pool
}

/** Throws 404 when the plan is gone, TravelError; rejects when the signal ends it. */
export async function tryFleets(row: WhatIfRow, run: TrialRun): Promise<FoundSizes> {
  const asked = row.asked as AskedSizes
  const read = await run.inTransaction((scope) => readSizes(scope, row.plan_id!, asked))
  const { day, routes, pool, revision } = read
  const seconds = secondsOfSearch(asked.seconds, day.stops.length, fleetSizeLimits.seconds, countFleets(asked, pool))
  const travel = run.services.travel.best
  const now = await driveDay(routes, day, travel)
  const fleets = await searchFleets(read, asked, seconds, run)
  const placed = new Set(routes.flatMap(({ stops }) => stops.map(({ id }) => id)))
  const left = day.stops.filter(({ id }) => !placed.has(id))
  const { settings } = day.context
  return {
    revision,
    ...(now.length > 0 && { now: dayFigures(now, left, day.deadlines) }),
    fleets: fleets.toSorted((a, b) => a.vehicles - b.vehicles),
    assumptions: {
      stops: day.stops.length + day.kept.reduce((sum, { stops }) => sum + stops.length, 0),
      seconds,
      slack: settings.slack,
      learned_stops: day.stopSpreads.size,
      roads: [...now.map(({ figures }) => figures), ...fleets].every(isOnRoads),
      by_hour: settings.traffic !== undefined,
      priced: [...pool.present, ...pool.further].some(({ route }) => hasPrice(route)),
      locked_routes: day.kept.length,
    },
  }
}

/** Throws 404. */
export async function readSizes(scope: Scope, planId: string, asked: AskedSizes): Promise<ReadSizes> {
  const plan = await findPlanRow(scope, planId)
  if (!plan) throw notFound('plan', planId)
  const asPlanned = await readDay(scope, plan, asked.slack === undefined ? {} : { slack: asked.slack })
  const isWithoutSlack = asked.slack === undefined && asPlanned.day.context.settings.slack === 0
  const read = isWithoutSlack ? await readDay(scope, plan, { slack: usualSlack }) : asPlanned
  const open = read.routes.filter(({ route }) => !route.is_locked)
  const pool = await readPool(scope, plan, open, { more: asked.more, copied: asked.copied_route_id })
  return { ...read, revision: plan.revision, pool }
}

function countFleets(asked: AskedSizes, { present, further }: Pool): number {
  return 1 + Math.min(asked.fewer, present.length - 1) + further.length
}

/** The present size, then smaller ones, each without who had the least to do in the one before, then larger ones. */
async function searchFleets(
  { day, pool }: ReadSizes,
  asked: AskedSizes,
  seconds: number,
  run: TrialRun,
): Promise<FoundSizes['fleets']> {
  const { present, further } = pool
  const total = countFleets(asked, pool)
  const fewer = total - 1 - further.length
  const found: FoundSizes['fleets'] = []
  const search = async (fleet: readonly TrialVehicle[]) => {
    const planned = await planDay(
      run.services,
      day,
      fleet.map(({ route }) => route),
      {
        seconds,
        isTimeChosen: asked.seconds !== undefined,
        signal: run.signal,
        onProgress: (fraction) => run.onProgress((found.length + fraction) / total),
      },
    )
    const driven = await driveDay(planned.routes, day, run.services.travel.best)
    const figures = dayFigures(driven, planned.left, day.deadlines)
    found.push({
      vehicles: fleet.length + day.kept.length,
      ...figures,
      ...getMembers(fleet, pool),
      orders: listOrders(fleet, driven),
    })
    run.onProgress(found.length / total)
    return driven
  }
  let fleet: readonly TrialVehicle[] = present
  let driven = await search(fleet)
  for (let size = 0; size < fewer; size++) {
    fleet = withoutIdlest(fleet, getWork(driven))
    driven = await search(fleet)
  }
  for (const index of further.keys()) await search([...present, ...further.slice(0, index + 1)])
  return found
}

function getWork(driven: readonly TriedRoute[]): Map<string, { stops: number; duration: number }> {
  return new Map(
    driven.map(({ route, stops, figures }) => [route.id, { stops: stops.length, duration: figures.duration }]),
  )
}

/** Returns which present vehicles are missing, and which were added. */
function getMembers(fleet: readonly TrialVehicle[], { present }: Pool): Pick<FleetSize, 'with' | 'without'> {
  const own = new Set(fleet)
  return {
    without: present.flatMap((vehicle) => (own.has(vehicle) ? [] : (findName(vehicle.route) ?? ''))),
    with: fleet.flatMap((vehicle) => {
      const { kind, route } = vehicle
      if (kind === 'planned' || present.includes(vehicle)) return []
      const label = findName(route)
      return { kind, ...(label !== undefined && { label }) }
    }),
  }
}

function listOrders(fleet: readonly TrialVehicle[], driven: readonly TriedRoute[]): FoundOrder[] {
  const byRoute = new Map(driven.map(({ route, stops }) => [route.id, stops]))
  return fleet.map(({ route, kind, copyOf }) => {
    const label = findName(route)
    return {
      kind,
      ...((kind === 'planned' || kind === 'empty_route') && { route_id: route.id }),
      ...(kind === 'spare' && { vehicle_id: route.vehicle_id! }),
      ...(copyOf !== undefined && { copy_of: copyOf }),
      ...(label !== undefined && { label }),
      stop_ids: (byRoute.get(route.id) ?? []).map(({ id }) => id),
    }
  })
}
