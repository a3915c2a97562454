// What was promised to a customer is not changed in passing.
import { findPromiseOfStops } from '../data/slot-promises.sql.ts'
import { apiError } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'

/** Whether the promise itself is moved, or somebody agreed by name to a change of it. */
export interface Consent {
  isAgreed?: boolean
}

/** Throws highway.stop.error.promised for the first of the stops whose window was promised. */
export async function requireUnpromised(scope: Scope, stopIds: readonly string[]): Promise<void> {
  const promise = await findPromiseOfStops(scope, stopIds)
  if (!promise) return
  const slot = `${promise.day}/${promise.opens}-${promise.closes}`
  throw apiError('highway.stop.error.promised', { id: promise.stop_id!, slot, promise_id: promise.id })
}
