// Goods that change vehicles on the way: each receiving vehicle gets a pickup at the meeting place, before its deliveries, and
// the giving vehicle gets a visit there. So the trip is driven and timed like any other, and both drivers see it.
import type { HandOver, MeetingPlace, RestoredValues, StopInput } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { listIds } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { updateStopRows } from '../../data/stops.sql.ts'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { secondsByHour } from '../modelling/by-hour.ts'
import { getLiveState } from '../modelling/live-state.ts'
import { findPlace } from '../modelling/places.ts'
import { getTravelClass } from '../modelling/travel-class.ts'
import { createStops, draftStop } from '../stops/stops.ts'
import { type Board, layStops, liftStops, requireOpen, takeRoutes } from './board.ts'
import type { EditOptions } from './effects.ts'
import {
  byNearness,
  findBestPlace,
  getReason,
  listCandidates,
  placeAmong,
  takePlace,
  type WarningCode,
} from './places.ts'

/** The stops that one route takes over, and its pickup at the meeting place. */
interface Taker {
  routeId: string
  pickup: StopRow
  stops: StopRow[]
}

export interface HandedOver {
  /** Why stops stay where they are, by id. */
  left: Map<string, WarningCode>
  /** Values other than sequences that undo the hand-over. */
  restore: RestoredValues
}

export interface HandOverRequest extends HandOver {
  /** Routes that may take goods over. */
  routeIds: readonly string[]
  /** Take over even what fits nowhere, and flag it. */
  allowBroken: boolean
}

/**
 * Hands stops of a route under way, whose goods are aboard, to other routes. The vehicle nearest to the meeting place takes what
 * fits, then the next one, so that few have to come. Throws invalid_payload when there is no such place.
 */
export async function handOver(
  board: Board,
  fromId: string,
  stops: readonly StopRow[],
  request: HandOverRequest,
  { preview }: EditOptions,
): Promise<HandedOver> {
  await takeRoutes(board, request.routeIds)
  for (const id of request.routeIds) requireOpen(board.routes.get(id)!)
  const [visit, pickup] = await getMeeting(board, fromId, request)
  liftStops(board, listIds(stops))
  const takers: Taker[] = []
  const left = await shareOut(board, stops, { fromId, pickup }, request, takers)
  const moved = new Set(takers.flatMap((taker) => listIds(taker.stops)))
  stayOn(board, fromId, new Set(left.keys()))
  const pickupBefore = new Map(stops.map((stop) => [stop.id, stop.pickup_id]))
  const made = takers.map((taker) => taker.pickup)
  if (takers.length > 0) {
    const giving = draftMeeting(board, fromId, visit)
    layStops(board, fromId, 0, [giving])
    made.push(giving)
  }
  const inputs = [...takers.map(() => pickup), visit]
  const written = preview ? made : await writeStops(board, fromId, made, inputs)
  return {
    left,
    restore: {
      routes: [],
      stops: [...moved].map((stop_id) => ({ stop_id, pickup_id: pickupBefore.get(stop_id)! })),
      deleted: written.map(({ id }) => ({ stop_id: id, deleted: true })),
    },
  }
}

/** Fills `takers`, nearest to the meeting place first, and returns why the other stops stay. */
async function shareOut(
  board: Board,
  stops: readonly StopRow[],
  { fromId, pickup }: { fromId: string; pickup: StopInput },
  { routeIds, allowBroken }: HandOverRequest,
  takers: Taker[],
): Promise<Map<string, WarningCode>> {
  let left = new Map<string, WarningCode>(stops.map((stop) => [stop.id, 'no_vehicle_available']))
  for (const isBreaking of allowBroken ? [false, true] : [false]) {
    const meeting = draftMeeting(board, fromId, pickup)
    for (const routeId of byNearness(board, routeIds, meeting)) {
      if (left.size === 0) return left
      const known = takers.find((taker) => taker.routeId === routeId)
      const taker = known ?? { routeId, pickup: draftMeeting(board, fromId, pickup), stops: [] }
      const wanted = stops.filter(({ id }) => left.has(id))
      left = await takeOver(board, taker, wanted, isBreaking)
      if (!known && taker.stops.length > 0) takers.push(taker)
    }
  }
  return left
}

/** Drafts a stop where the route hands its goods over. */
function draftMeeting({ scope, plan }: Board, fromId: string, input: StopInput): StopRow {
  return { ...draftStop(scope, plan, input), meeting_of: fromId }
}

/** Lets one route take what fits on it, and returns why the rest does not. A route that takes nothing stays as it was. */
async function takeOver(
  board: Board,
  taker: Taker,
  wanted: readonly StopRow[],
  allowBroken: boolean,
): Promise<Map<string, WarningCode>> {
  const { routeId, pickup } = taker
  const before = board.orders.get(routeId)!
  board.stops.set(pickup.id, pickup)
  if (taker.stops.length === 0) {
    const best = findBestPlace(await listCandidates(board, [routeId], [pickup]), pickup)
    const [broken] = best?.place.violations ?? []
    if (!best || (broken && !allowBroken)) {
      const reason = getReason(board, best, pickup)
      return new Map(wanted.map(({ id }) => [id, reason]))
    }
    board.orders.set(routeId, [...before])
    takePlace(board, best, pickup)
  }
  const linked = wanted.map((stop) => ({ ...stop, pickup_id: pickup.id }))
  const { placed, left } = await placeAmong(board, [routeId], linked, { allowBroken })
  if (placed.length === 0 && taker.stops.length === 0) board.orders.set(routeId, before)
  for (const stop of placed) board.stops.set(stop.id, stop)
  taker.stops.push(...placed)
  return new Map(left.map(({ stop, reason }) => [stop.id, reason]))
}

/** Returns stops that nobody takes to their places: their goods stay aboard. */
function stayOn(board: Board, routeId: string, staying: ReadonlySet<string>): void {
  const present = new Set(listIds(board.orders.get(routeId)!))
  board.orders.set(
    routeId,
    board.before.get(routeId)!.filter(({ id }) => present.has(id) || staying.has(id)),
  )
}

/** Creates the stops of the giving and the receiving drivers at the meeting place. */
async function getMeeting(
  board: Board,
  fromId: string,
  request: HandOver,
): Promise<[visit: StopInput, pickup: StopInput]> {
  const route = board.routes.get(fromId)!
  const { label = `Take over from ${route.label ?? route.vehicle_label ?? 'a van'}`, giver_label = 'Hand over' } =
    request
  const { location, time_windows } = await placeOfMeeting(board, route, request.at)
  return [
    { type: 'visit', label: giver_label, location },
    { type: 'pickup', label, location, ...(time_windows && { time_windows }) },
  ]
}

async function placeOfMeeting(
  board: Board,
  route: RouteRow,
  at: MeetingPlace,
): Promise<Pick<StopInput, 'location' | 'time_windows'>> {
  const { scope, context } = board
  const state = getLiveState({ route, stops: board.before.get(route.id)! }, context)
  const unknown = (reason: string) => invalidPayload('hand_over.at', reason)
  if (!state.start) throw unknown('nobody knows where the vehicle is')
  if (at === 'vehicle') return { location: { lat: state.start.lat, lng: state.start.lng } }
  const depot = findPlace(route.start_location)
  if (!depot) throw unknown('the route has no depot')
  const leaves = state.departureSeconds ?? 0
  const travelClass = getTravelClass(route, context.settings)
  const { seconds, mixes, periods } = await scope.travel.matrix([state.start, depot], travelClass)
  const own = { starts: periods?.starts ?? [], seconds: periods?.seconds.map((of) => of[1]!) ?? [] }
  const hours = { mix: mixes?.[1], periods: periods && own }
  const drive = secondsByHour({ ...context.settings, travelFactor: 1 }, travelClass, seconds[1]!, hours, leaves)
  const back = Math.ceil((leaves + drive) / 60) * 60
  const isTimed = state.departureSeconds !== undefined && back < END_OF_DAY
  return { location: route.start_location, ...(isTimed && { time_windows: [[back, END_OF_DAY]] }) }
}

const END_OF_DAY = 86_400

/** Stores the drafted stops, which may be pickups of others, and replaces the drafts by them. Returns the stored stops. */
async function writeStops(
  board: Board,
  fromId: string,
  drafts: readonly StopRow[],
  inputs: readonly StopInput[],
): Promise<StopRow[]> {
  if (drafts.length === 0) return []
  const { scope, plan, orders } = board
  const project = await getProject(scope, plan.project_id)
  const created = await createStops(scope, { project, plan }, inputs)
  await updateStopRows(scope, listIds(created), { meeting_of: fromId })
  const rows = created.map((row) => ({ ...row, meeting_of: fromId }))
  const rowOf = new Map(drafts.map((draft, index) => [draft.id, rows[index]!]))
  for (const [routeId, order] of orders) {
    const written = order.map((stop) => {
      const pickup = rowOf.get(stop.pickup_id ?? '')
      return rowOf.get(stop.id) ?? (pickup ? { ...stop, pickup_id: pickup.id } : stop)
    })
    orders.set(routeId, written)
    for (const stop of written) board.stops.set(stop.id, stop)
  }
  for (const row of rows) {
    const deliveries = [...orders.values()].flat().filter((stop) => stop.pickup_id === row.id)
    await updateStopRows(scope, listIds(deliveries), { pickup_id: row.id })
  }
  return rows
}
