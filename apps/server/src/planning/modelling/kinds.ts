// What a stop is in the dispatcher's own word, and the kinds that it shares no route with, as the optimizer takes them.
import { areApart, type Kinds } from '@routewright/solver'
import type { StopRow } from '../../data/stop-table.ts'

type KindsRow = Pick<StopRow, 'kind' | 'apart_from' | 'status'>

export function getKinds({ kind, apart_from: apartFrom }: KindsRow): Kinds {
  return { ...(kind !== null && { kind }), ...(apartFrom.length > 0 && { apartFrom }) }
}

/** Kinds of the route's stops that are done, which others are still kept apart from; undefined where they have none. */
export function listServed(stops: readonly KindsRow[]): Kinds[] | undefined {
  const done = stops.filter(({ status }) => status !== 'pending').map(getKinds)
  const named = done.filter(({ kind, apartFrom }) => kind !== undefined || apartFrom !== undefined)
  return named.length > 0 ? named : undefined
}

/** Kinds among these that share no route with the stop. */
export function listBarred(stop: KindsRow, others: readonly KindsRow[]): string[] {
  const own = getKinds(stop)
  const barred = others.map(getKinds).filter((other) => areApart(own, other))
  return [...new Set(barred.flatMap(({ kind }) => kind ?? []))].sort()
}
