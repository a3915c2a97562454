// The rules of windows that were told: what is kept of them, how they came out, and what a dispatcher sees of one stop.
import type { ArrivalPromise } from '@routewright/contract'
import { type ArrivalPromiseRow, arrivalPromiseTable } from '../../data/arrival-promise-table.ts'
import {
  insertPromises,
  listPromisesOfStop,
  removeOldPromises,
  scorePromises,
} from '../../data/arrival-promises.sql.ts'
import { recordMaker } from '../../data/records.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { Database } from '../../frame/platform/db.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Log } from '../../frame/platform/log.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import type { ArrivalWindow, Expectation } from '../../planning/modelling/pace/arrival-window.ts'
import { getStop } from '../../planning/stops/stops.ts'
import { ToldWindows } from './told-windows.ts'

/** A page tells a new window every few minutes at most; more than a day of them nobody reads. */
const mostShown = 200
const keptDays = 400
const scoredAtOnce = 2_000
const dayMilliseconds = 86_400_000

interface Told {
  stop: Pick<StopRow, 'id' | 'project_id' | 'plan_id' | 'route_id' | 'vehicle_id'>
  told_by: ArrivalPromiseRow['told_by']
  window: ArrivalWindow
  stopsAhead: number | undefined
}

/** The windows of pages, for a process. */
export function keepToldWindows({ db }: Pick<Database, 'db'>, log: Log): ToldWindows {
  return new ToldWindows(
    (rows) => insertPromises(db, rows),
    (error) => log.error({ err: error }, 'windows that pages showed could not be kept'),
  )
}

/** What is kept of a window that was made of an estimate. */
export function promiseOf(scope: Scope, told: Told, { arrival, facts, share }: Expectation): ArrivalPromiseRow {
  return {
    ...beginPromise(scope, told),
    estimated_at: arrival,
    share: share ?? null,
    is_started: facts.isStarted,
    minutes_ahead: minutesUntil(scope, arrival),
    hour: facts.hour,
  }
}

/** What is kept of a window that was agreed. `hour` is that of its beginning where the project is. */
export function agreementOf(scope: Scope, told: Omit<Told, 'told_by' | 'stopsAhead'>, hour: number): ArrivalPromiseRow {
  return {
    ...beginPromise(scope, { ...told, told_by: 'slot', stopsAhead: undefined }),
    estimated_at: null,
    share: null,
    is_started: false,
    minutes_ahead: minutesUntil(scope, told.window.from),
    hour,
  }
}

function beginPromise({ organizationId, now }: Scope, { stop, told_by, window, stopsAhead }: Told) {
  return {
    id: createId(now),
    organization_id: organizationId,
    project_id: stop.project_id,
    plan_id: stop.plan_id!,
    route_id: stop.route_id,
    vehicle_id: stop.vehicle_id,
    stop_id: stop.id,
    told_at: now,
    told_by,
    window_from: window.from,
    window_to: window.to,
    stops_ahead: stopsAhead ?? null,
    came_at: null,
    outcome: null,
    seconds_off: null,
  }
}

function minutesUntil({ now }: Scope, moment: Date): number {
  return Math.round((moment.getTime() - now.getTime()) / 60_000)
}

/** Kept with the transaction that told it. */
export async function recordPromise(scope: Scope, row: ArrivalPromiseRow): Promise<void> {
  await insertPromises(scope.tx, [row])
}

/** What was told about a stop, the last of it, in order. Throws 404, 403. */
export async function listStopPromises(scope: Scope, stopId: string): Promise<{ docs: ArrivalPromise[] }> {
  const stop = await getStop(scope, stopId)
  return { docs: (await listPromisesOfStop(scope, stop.id, mostShown)).map(promiseResource) }
}

const promiseRecord = recordMaker(arrivalPromiseTable)

function promiseResource(row: ArrivalPromiseRow): ArrivalPromise {
  return promiseRecord(row) as unknown as ArrivalPromise
}

/** Begins to score, every ten minutes, what has come out since. */
export async function startScoringPromises(services: Services): Promise<void> {
  await services.jobs.work('promises', {}, async (_, { isStopping }) => {
    await scoreAllPromises(services, isStopping)
  })
  await services.jobs.schedule('promises', '*/10 * * * *')
}

/** Until none is left, or it is to stop; answers how many. */
export async function scoreAllPromises(services: Services, isStopping: () => boolean = () => false): Promise<number> {
  let done = 0
  for (;;) {
    const scored = await scorePromises(services.database.db, services.clock.now(), scoredAtOnce)
    done += scored
    if (scored < scoredAtOnce || isStopping()) return done
  }
}

/** The hourly clean-up. */
export async function cleanUpPromises(services: Services): Promise<void> {
  await removeOldPromises(services.database.db, new Date(services.clock.now().getTime() - keptDays * dayMilliseconds))
}
