// Routes of past days in the words of who learns windows of arrival.
import { listBreaks } from '@routewright/contract/breaks'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import type { DrivenBreak, DrivenRoute, DrivenStop } from './arrival-leads.ts'
import type { VisitRow } from './learning.sql.ts'
import { sortOutVisits, type Visit } from './visits.ts'

/** Days that are longer ago were driven with other times. */
const daysBack = 60
/** Number of latest visits used: more change the result little. */
const mostVisits = 40_000

/** A visit with the row that it was made of. */
export interface VisitOfRow {
  visit: Visit
  row: VisitRow
}

/** The routes, with the times of those stops that were reported there and then. `visits` in order of time. */
export function drivenRoutes(visits: readonly VisitOfRow[], timeZone: string, now: Date): DrivenRoute[] {
  const since = now.getTime() - daysBack * 86_400_000
  const recent = visits.filter(({ visit }) => visit.reportedAt >= since).slice(-mostVisits)
  const counted = new Set(sortOutVisits(recent.map(({ visit }) => visit)).visits.filter((visit) => !visit.isMeasured))
  const routes = Map.groupBy(recent, ({ visit }) => `${visit.routeId} ${visit.day}`)
  return [...routes].flatMap(([routeId, own]) => {
    const { row } = own[0]!
    if (row.route_id === null || row.planned_start_time === null) return []
    const midnight = momentOfPlanDay(0, row.execution_date, timeZone).getTime()
    const moment = (seconds: number) => midnight + seconds * 1_000
    return [
      {
        routeId,
        day: row.day,
        midnight,
        plannedStart: moment(row.planned_start_time),
        breakHours: row.vehicle?.break && { start: row.vehicle.break.start, end: row.vehicle.break.end },
        breaks: drivenBreaks(row, moment),
        stops: own.flatMap((row) => drivenStop(row, counted.has(row.visit), moment)),
      },
    ]
  })
}

function drivenBreaks(row: VisitRow, moment: (seconds: number) => number): DrivenBreak[] {
  const clock = row.vehicle?.break
  return listBreaks(row).map((pause) => {
    const { planned_start_time: from, planned_end_time: to, real_start_time: begun, real_end_time: ended } = pause
    const planned = from === undefined || to === undefined ? undefined : { from: moment(from), to: moment(to) }
    const within = clock ? { start: moment(clock.start), end: moment(clock.end) } : undefined
    return {
      planned,
      within: pause.law === undefined ? (within ?? (planned && { start: planned.from, end: planned.to })) : undefined,
      told: begun === undefined || ended === undefined ? undefined : { from: Date.parse(begun), to: Date.parse(ended) },
    }
  })
}

/** Returns the stop; for a report typed later, both arrival and departure are unknown. */
function drivenStop({ visit, row }: VisitOfRow, isKnown: boolean, moment: (seconds: number) => number): DrivenStop[] {
  const { planned_arrival_time: arrival, planned_departure_time: departure } = row
  if (arrival === null || departure === null) return []
  return [
    {
      plannedArrival: moment(arrival),
      plannedDeparture: moment(departure),
      arrivedAt: isKnown ? visit.reportedAt - visit.secondsInStop * 1_000 : undefined,
      reportedAt: isKnown ? visit.reportedAt : undefined,
      ...(row.order !== null && { order: row.order }),
      mayWait: row.may_wait,
    },
  ]
}
