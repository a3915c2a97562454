// What a bulk edit gives to the chosen stops: only the fields that were ticked, an empty one clears. Pure.
import type { RestoredValues } from '@routewright/contract'
import { parseWindows } from '@routewright/reading/windows'

/** As it stands in the form; a field that is missing is left as it is at each stop. */
export interface BulkChoice {
  windows?: string
  minutes?: number | string
  skills?: string[]
  priority?: number | string
}

/** As many stops as one arrangement takes. */
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
