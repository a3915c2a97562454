// Deprecated operations: two headers until their last day, 410 after it.
import type { Endpoint } from '@routewright/contract'
import { apiError } from '../platform/api-error.ts'

export interface Deprecation {
  /** Headers of each response: Deprecation as in RFC 9745, Sunset as in RFC 8594. */
  headers: Record<string, string>
  /** The first moment without the operation. */
  goneAt: Date
}

/** Undefined for an operation that is not deprecated. */
export function findDeprecation({ deprecated }: Pick<Endpoint, 'deprecated'>): Deprecation | undefined {
  if (!deprecated) return undefined
  const since = new Date(deprecated.since)
  const goneAt = new Date(deprecated.sunset)
  return { headers: { deprecation: `@${since.getTime() / 1000}`, sunset: goneAt.toUTCString() }, goneAt }
}

/** Throws highway.api.error.gone once the operation is withdrawn. */
export function requireStillThere({ method, path, deprecated }: Endpoint, now: Date): void {
  const deprecation = findDeprecation({ deprecated })
  if (deprecation && now >= deprecation.goneAt) {
    throw apiError('highway.api.error.gone', { method, path, sunset: deprecated!.sunset })
  }
}
