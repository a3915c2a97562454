// Pages of records, and what the service says about a field that it refuses.
import { ServiceError } from '@routewright/ui/service'

export interface ListSearch {
  text?: string
  page?: number
  sort?: string
}

export const PAGE_SIZE = 50

/** `time_windows[0]: end must be after start` as the field that is meant and the rest. */
export function refusedField(error: unknown): { field: string; reason: string } | undefined {
  if (!(error instanceof ServiceError) || error.status !== 400) return undefined
  const match = /^(?:\[\d+\]\.?|stop\.|\w+\[\d+\]\.)?([a-z_]+)[^:\s]*: (.+)$/s.exec(error.message)
  return match ? { field: match[1]!, reason: match[2]! } : undefined
}
