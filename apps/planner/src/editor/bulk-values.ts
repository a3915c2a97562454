// Values that a bulk edit gives to the chosen stops: only the fields that were ticked, an empty one clears. Pure.
import type { RestoredValues } from '@routewright/contract'
import { parseWindows } from '@routewright/reading/windows'

/** Values as in the form; a missing field stays unchanged at each stop. */
export interface BulkChoice {
  windows?: string
  minutes?: number | string
  skills?: string[]
  priority?: number | string
}

/** The most stops that one arrangement takes. */
export const MOST_STOPS = 1_000

/** Undefined where the windows cannot be read. */
export function bulkValues(stopIds: readonly string[], choice: BulkChoice): RestoredValues['stops'] | undefined {
  const { windows, minutes, skills, priority } = choice
  const time_windows = windows === undefined ? undefined : parseWindows(windows)
  if (windows !== undefined && !time_windows) return undefined
  const fields = {
    ...(time_windows && { time_windows }),
    ...(minutes === undefined ? {} : { duration: minutes === '' ? null : Math.round(Number(minutes) * 60) }),
    ...(skills && { requires: skills }),
    ...(priority === undefined ? {} : { reward: priority === '' ? null : Number(priority) }),
  }
  return stopIds.map((stop_id) => ({ stop_id, ...fields }))
}
