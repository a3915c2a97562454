// The rules of arrival windows that were told: what is stored, how they turned out, and what a dispatcher sees of one stop.
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

/** Most windows shown of a stop: a page shows a new one every few minutes at most, and nobody reads more than a day of them. */
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

/** Creates the buffer of windows shown on pages, one per process. */
export function keepToldWindows({ db }: Pick<Database, 'db'>, log: Log): ToldWindows {
  return new ToldWindows(
    (rows) => insertPromises(db, rows),
    (error) => log.error({ err: error }, 'windows that pages showed could not be kept'),
  )
}

/** Returns the record of a window that was made from an estimate. */
export function getPromise(scope: Scope, told: Told, { arrival, facts, share }: Expectation): ArrivalPromiseRow {
  return {
    ...beginPromise(scope, told),
    estimated_at: arrival,
    share: share ?? null,
    is_started: facts.isStarted,
    minutes_ahead: minutesUntil(scope, arrival),
    hour: facts.hour,
  }
}

/** Returns the record of an agreed window. `hour`: the hour of its beginning in the project's time zone. */
export function buildAgreement(
  scope: Scope,
  told: Omit<Told, 'told_by' | 'stopsAhead'>,
  hour: number,
): ArrivalPromiseRow {
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

/** Stores the record in the transaction that tells the window. */
export async function recordPromise(scope: Scope, row: ArrivalPromiseRow): Promise<void> {
  await insertPromises(scope.tx, [row])
}

/** Returns the latest windows told about a stop, in order. Throws 404, 403. */
export async function listStopPromises(scope: Scope, stopId: string): Promise<{ docs: ArrivalPromise[] }> {
  const stop = await getStop(scope, stopId)
  return { docs: (await listPromisesOfStop(scope, stop.id, mostShown)).map(promiseResource) }
}

const promiseRecord = recordMaker(arrivalPromiseTable)

function promiseResource(row: ArrivalPromiseRow): ArrivalPromise {
  return promiseRecord(row) as unknown as ArrivalPromise
}

/** Starts the job that scores windows whose outcome is known, every ten minutes. */
export async function startScoringPromises(services: Services): Promise<void> {
  await services.jobs.work('promises', {}, async (_, { isStopping }) => {
    await scoreAllPromises(services, isStopping)
  })
  await services.jobs.schedule('promises', '*/10 * * * *')
}

/** Scores until none is left, or until it is to stop; returns the number scored. */
export async function scoreAllPromises(services: Services, isStopping: () => boolean = () => false): Promise<number> {
  let done = 0
  for (;;) {
    const scored = await scorePromises(services.database.db, services.clock.now(), scoredAtOnce)
    done += scored
    if (scored < scoredAtOnce || isStopping()) return done
  }
}

/** Deletes old records, once an hour. */
export async function cleanUpPromises(services: Services): Promise<void> {
  await removeOldPromises(services.database.db, new Date(services.clock.now().getTime() - keptDays * dayMilliseconds))
}
