// Activities of a route under way so far, as a tachograph would have recorded them: from reports, arrivals and breaks.
import { isBreakRunning, isBreakTaken, listBreaks } from '@routewright/contract/breaks'
import type { DrivingActivity } from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { RouteBreakValue } from '../../../data/values.ts'
import { secondsOfPlanDay } from '../../../frame/platform/local-time.ts'
import type { RouteWithStops } from '../plan-problem.ts'
import type { PlanSettings } from '../settings.ts'

type Stretch = DrivingActivity & { from: number; to: number }
type Clock = (moment: Date) => number

/** Seconds before the planned start at which driving begins at the earliest: a link may be opened the evening before. */
const earliestBeforePlan = 3_600

/**
 * Returns the record up to `untilSeconds` of the plan's day. Between two stops everything but breaks counts as driving, even
 * waiting where the driver reported no arrival: a break too early is better than one too late. `hasClock`: the times of reports
 * belong to the plan's day; else planned times stand in.
 */
export function recordSoFar(
  { route, stops }: RouteWithStops,
  settings: Pick<PlanSettings, 'serviceSeconds' | 'timeZone'>,
  date: string,
  { untilSeconds, hasClock }: { untilSeconds: number; hasClock: boolean },
): DrivingActivity[] {
  const day = new Date(`${date}T00:00:00Z`)
  const clock: Clock | undefined = hasClock ? (moment) => secondsOfPlanDay(moment, day, settings.timeZone) : undefined
  const begin = findBeginning(route, clock)
  if (begin === undefined || begin >= untilSeconds) return []
  const loading = Math.min(untilSeconds, begin + (route.planned_loading_time ?? 0))
  const record: Stretch[] = [stretch('work', begin, loading)]
  let at = loading
  for (const stop of stops.filter(({ status }) => status !== 'pending').toSorted(byEnd)) {
    const { from, to } = getService(stop, settings.serviceSeconds, clock, at)
    if (to <= at) continue
    record.push(stretch('driving', at, from), stretch('work', from, Math.min(to, untilSeconds)))
    at = Math.min(to, untilSeconds)
  }
  record.push(stretch('driving', at, untilSeconds))
  const pauses = listBreaks(route)
    .map((pause) => findTimes(pause, untilSeconds, clock))
    .filter((times) => times !== undefined)
  return record.flatMap((stretch) => cutOut(stretch, pauses))
}

/** When the break that the driver is taking will end if it lasts as planned; undefined outside a break. */
export function endOfRunningBreak(route: RouteRow, timeZone: string, date: string): number | undefined {
  const running = listBreaks(route).find(isBreakRunning)
  if (!running) return undefined
  const { planned_start_time: from, planned_end_time: to, real_start_time } = running
  const begun = secondsOfPlanDay(new Date(real_start_time!), new Date(`${date}T00:00:00Z`), timeZone)
  return begun + (from === undefined || to === undefined ? 0 : to - from)
}

function byEnd(one: StopRow, other: StopRow): number {
  return (
    (one.finished_at?.getTime() ?? 0) - (other.finished_at?.getTime() ?? 0) || (one.order ?? 0) - (other.order ?? 0)
  )
}

function stretch(kind: DrivingActivity['kind'], from: number, to: number): Stretch {
  return { kind, from, to, seconds: Math.max(0, to - from) }
}

function findBeginning({ start_date, planned_start_time }: RouteRow, clock: Clock | undefined): number | undefined {
  if (!clock || !start_date) return planned_start_time ?? undefined
  const real = clock(start_date)
  return planned_start_time === null ? real : Math.max(real, planned_start_time - earliestBeforePlan)
}

function getService(stop: StopRow, usualSeconds: number, clock: Clock | undefined, after: number) {
  if (!clock || !stop.finished_at) {
    return { from: Math.max(after, stop.planned_arrival_time ?? after), to: stop.planned_departure_time ?? after }
  }
  const to = clock(stop.finished_at)
  const arrived = stop.arrived_at ? clock(stop.arrived_at) : to - (stop.duration ?? usualSeconds)
  return { from: Math.min(to, Math.max(after, arrived)), to }
}

/** Start and end of a break: as the driver reported it where the clock is in the plan's day, else as planned. */
function findTimes(pause: RouteBreakValue, now: number, clock: Clock | undefined): [number, number] | undefined {
  if (!isBreakTaken(pause)) return undefined
  const { real_start_time: begun, real_end_time: ended, planned_start_time: from, planned_end_time: to } = pause
  if (!clock || begun === undefined) return from === undefined || to === undefined ? undefined : [from, to]
  return [clock(new Date(begun)), ended === undefined ? now : clock(new Date(ended))]
}

/** Splits the stretch at the breaks, which become stretches of their own. */
function cutOut({ kind, from, to }: Stretch, pauses: readonly (readonly [number, number])[]): DrivingActivity[] {
  const parts: DrivingActivity[] = []
  let at = from
  for (const [begins, ends] of pauses) {
    const [first, last] = [Math.max(at, begins), Math.min(to, ends)]
    if (last <= first) continue
    parts.push({ kind, seconds: first - at }, { kind: 'break', seconds: last - first })
    at = last
  }
  return [...parts, { kind, seconds: Math.max(0, to - at) }]
}
