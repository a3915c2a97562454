// Guards promised windows: breaking one requires somebody's consent by name, which the audit log keeps.
import type { BrokenPromise } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { mapById } from '../../data/records.ts'
import { type listPromisedWindows, listPromisesOfStops, updatePromise } from '../../data/slot-promises.sql.ts'
import { listStopRows } from '../../data/stops.sql.ts'
import { findUser } from '../../data/users.sql.ts'
import { type ApiError, apiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { RouteTimes } from '../modelling/evaluate-route.ts'
import { tellPromiseChange } from './told-promises.ts'

/** Whether the promise itself is moved, or somebody agreed by name to change it. */
export interface Consent {
  isAgreed?: boolean
}

/** Most promises listed in a refusal: its headers must stay short. */
const mostTold = 10

/**
 * For stops that get another window or day: throws highway.stop.error.promised unless somebody agrees by name; with such consent
 * the old promises no longer count.
 */
export async function requireUnpromised(scope: Scope, stopIds: readonly string[]): Promise<void> {
  const promises = await listPromisesOfStops(scope, stopIds)
  const [first] = promises
  if (!first) return
  if (scope.agreedBy === undefined) {
    const broken = promises.map((promise) => brokenPromise({ ...promise, stop_id: promise.stop_id! }, 'changed'))
    const slot = `${first.day}/${first.opens}-${first.closes}`
    const details = { id: first.stop_id!, slot, promise_id: first.id, broken: await describePromises(scope, broken) }
    throw apiError('highway.stop.error.promised', details)
  }
  const agreed_by = await nameOfConsent(scope)
  for (const { id } of promises) {
    const row = await updatePromise(scope, id, { changed_by_hand_at: scope.now, agreed_by })
    await auditRecord(scope, 'updated', 'slot_promise', row, { agreed_by, fault: 'changed' })
    await tellPromiseChange(scope, row)
  }
}

/** When service begins at each stop, in seconds of the day. Stops that nobody drives to are absent. */
export type Arrivals = ReadonlyMap<string, number | null | undefined>

/** Arrivals at the stops of these routes: every stop of a route counts as driven to. */
export function getArrivals(routes: Iterable<RouteTimes>): Arrivals {
  const stops = [...routes].flatMap((route) => [...route.stops])
  return new Map(stops.map(([id, { planned_arrival_time }]) => [id, planned_arrival_time]))
}

type PromisedWindow = Awaited<ReturnType<typeof listPromisedWindows>>[number]

/** The promises of a plan that are broken afterwards, or more than before; `before` and `after` name all stops that are driven to. */
export function brokenPromises(
  promises: readonly PromisedWindow[],
  before: Arrivals,
  after: Arrivals,
): BrokenPromise[] {
  return promises.flatMap((promise) => {
    const lateSeconds = lateBy(promise, after)
    if (lateSeconds <= lateBy(promise, before)) return []
    if (lateSeconds === Number.POSITIVE_INFINITY) return [brokenPromise(promise, 'left_out')]
    return [{ ...brokenPromise(promise, 'late'), late_seconds: Math.round(lateSeconds) }]
  })
}

function lateBy({ stop_id, closes }: PromisedWindow, arrivals: Arrivals): number {
  const arrival = arrivals.get(stop_id) ?? Number.POSITIVE_INFINITY
  return Math.max(0, arrival - closes)
}

function brokenPromise(
  { id, stop_id, day, opens, closes }: PromisedWindow,
  fault: BrokenPromise['fault'],
): BrokenPromise {
  return { promise_id: id, stop_id, date: day, time_window: [opens, closes], fault }
}

/** The promise as broken by a change after which nobody drives to its stop. */
export function leftOut(promise: PromisedWindow): BrokenPromise {
  return brokenPromise(promise, 'left_out')
}

/** Adds the names of their stops to the broken promises. */
export async function withNames(scope: Scope, broken: readonly BrokenPromise[]): Promise<BrokenPromise[]> {
  if (broken.length === 0) return []
  const stops = mapById(
    await listStopRows(
      scope,
      broken.map(({ stop_id }) => stop_id),
    ),
  )
  return broken.map((entry) => {
    const { fixed_id, label } = stops.get(entry.stop_id)!
    return { ...entry, label: [fixed_id, label].filter(Boolean).join(' ') }
  })
}

/** Lets an arrangement break promises only where somebody agrees by name. Throws highway.plan.error.promises_broken. */
export async function requireConsent(scope: Scope, broken: readonly BrokenPromise[]): Promise<void> {
  if (broken.length === 0) return
  if (scope.agreedBy === undefined) throw await promisesBroken(scope, broken)
  const agreed_by = await nameOfConsent(scope)
  for (const { promise_id, fault, late_seconds } of broken) {
    const row = await updatePromise(scope, promise_id, { agreed_by })
    await auditRecord(scope, 'updated', 'slot_promise', row, {
      agreed_by,
      fault,
      ...(late_seconds && { late_seconds }),
    })
    await tellPromiseChange(scope, row)
  }
}

async function promisesBroken(scope: Scope, broken: readonly BrokenPromise[]): Promise<ApiError> {
  const named = await withNames(scope, broken.slice(0, mostTold))
  const lines = named.map(({ label, date, time_window: [opens, closes], late_seconds }) => {
    const how = late_seconds === undefined ? 'nobody would drive there' : `${Math.ceil(late_seconds / 60)} min late`
    return `stop ${label} (${date}/${opens}-${closes}: ${how})`
  })
  const list = [...lines, ...(broken.length > mostTold ? ['…'] : [])].join(', ')
  const count = broken.length
  return apiError('highway.plan.error.promises_broken', { count, list, broken: told(count, named) })
}

async function describePromises(scope: Scope, broken: readonly BrokenPromise[]): Promise<string> {
  return told(broken.length, await withNames(scope, broken.slice(0, mostTold)))
}

/** JSON form of the broken promises, for applications that show them in words of their own. */
function told(count: number, promises: readonly BrokenPromise[]): string {
  const short = promises.map(({ label = '', ...one }) => ({ ...one, label: label.slice(0, 60) }))
  return JSON.stringify({ count, promises: short })
}

/**
 * Returns the name that consent is recorded under: users agree under their own name, whatever was sent; for an API key the
 * request names the person.
 */
async function nameOfConsent(scope: Scope): Promise<string> {
  const { actor, userId, agreedBy } = scope
  const user = actor.type === 'user' && userId ? await findUser(scope, userId) : undefined
  return user?.name || user?.email || agreedBy!
}
