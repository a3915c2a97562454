// How far what is made of positions is from what was so: kilometres, arrivals and departures, and how much one position moves what recipients are told.
import type { RoadGraph } from '../../packages/roads/src/engine/road-graph.ts'
import { type Drive, metersBetween, type Place } from './drives.ts'
import type { Received, SentFix } from './receivers.ts'

/** A stop that the van seems to have been at. */
export interface Noticed {
  stopId: string
  arrivedAt: number
  leftAt: number | undefined
}

/** The rule under trial. Positions come in order of time, each moment once. */
export interface Judge {
  meters(graph: RoadGraph | undefined, fixes: readonly SentFix[]): number
  /** Where the van is believed to be after these. */
  place(fixes: readonly SentFix[]): Place | undefined
  visits(fixes: readonly SentFix[], stops: Drive['stops']): Noticed[]
}

export interface Score {
  meters: number
  straightMeters: number
  trueMeters: number
  /** Stops whose arrival, and departure, is right within a minute. */
  arrivals: number
  departures: number
  stops: number
  /** Arrivals noticed where nobody arrived within five minutes. */
  falseArrivals: number
  /** Most that one wrong position moved the arrival that is told, seconds. */
  movedSeconds: number
}

const NEAR_MILLISECONDS = 60_000
const FAR_MILLISECONDS = 300_000
/** Without roads the way to the next stop is driven at this speed. */
const STRAIGHT_METERS_PER_SECOND = 13
const FARTHEST_METERS = 25_000
/** Number of positions that the service looks back on. */
const REMEMBERED = 240

export function score(graph: RoadGraph, drive: Drive, { batches, wrong }: Received, judge: Judge): Score {
  const fixes = inOrder(batches.flat())
  const noticed = new Map(judge.visits(fixes, drive.stops).map((visit) => [visit.stopId, visit]))
  const errors = drive.visits.map((visit) => {
    const found = noticed.get(visit.stopId)
    const error = (moment: number | undefined, truth: number) => Math.abs((moment ?? Number.POSITIVE_INFINITY) - truth)
    return { arrival: error(found?.arrivedAt, visit.arrivedAt), departure: error(found?.leftAt, visit.leftAt) }
  })
  return {
    meters: judge.meters(graph, fixes),
    straightMeters: judge.meters(undefined, fixes),
    trueMeters: drive.meters,
    arrivals: errors.filter(({ arrival }) => arrival <= NEAR_MILLISECONDS).length,
    departures: errors.filter(({ departure }) => departure <= NEAR_MILLISECONDS).length,
    stops: drive.visits.length,
    falseArrivals: errors.filter(({ arrival }) => arrival > FAR_MILLISECONDS && Number.isFinite(arrival)).length,
    movedSeconds: mostMoved(graph, drive, batches.flat(), wrong, judge),
  }
}

function mostMoved(
  graph: RoadGraph,
  { stops, visits }: Drive,
  sent: readonly SentFix[],
  wrong: ReadonlySet<string>,
  judge: Judge,
): number {
  let known: SentFix[] = []
  let most = 0
  for (const fix of sent) {
    const before = known
    known = inOrder([...known, fix]).slice(-REMEMBERED)
    const next = visits.findIndex(({ arrivedAt }) => arrivedAt > Date.parse(fix.recorded_at))
    const at = known.indexOf(fix)
    const isBesideWrong = [known[at - 1], known[at + 1]].some((fix) => fix && wrong.has(fix.recorded_at))
    // A run of wrong ones is no single position.
    if (!wrong.has(fix.recorded_at) || isBesideWrong || next < 0) continue
    const [from, to] = [judge.place(before), judge.place(known)]
    if (!from || !to || (from.lat === to.lat && from.lng === to.lng)) continue
    most = Math.max(most, Math.abs(secondsTo(graph, to, stops[next]!) - secondsTo(graph, from, stops[next]!)))
  }
  return most
}

function secondsTo(graph: RoadGraph, from: Place, to: Place): number {
  const straight = metersBetween(from, to)
  if (straight > FARTHEST_METERS) return straight / STRAIGHT_METERS_PER_SECOND
  const [leg] = graph.path([{ lat: from.lat, lng: from.lng, isVehicle: true }, to]).legs
  return leg && leg.seconds >= 0 ? leg.seconds : straight / STRAIGHT_METERS_PER_SECOND
}

/** In order of time, each moment once: the first that came stays. */
function inOrder(fixes: readonly SentFix[]): SentFix[] {
  const byMoment = new Map<string, SentFix>()
  for (const fix of fixes) if (!byMoment.has(fix.recorded_at)) byMoment.set(fix.recorded_at, fix)
  return [...byMoment.values()].sort((a, b) => (a.recorded_at < b.recorded_at ? -1 : 1))
}
