/** Reads `steps` of the vehicles of a VROOM file: the initial order of the search, or the order whose times are requested. */

import { FormatError } from './format-error.ts'
import { findWhole, getArray, getRecord, type JsonRecord } from './json-fields.ts'
import type { VroomTask } from './vroom.ts'
import { requireKnownKeys } from './vroom-keys.ts'

const types = ['start', 'job', 'pickup', 'delivery', 'break', 'end']

/** Stops by vehicle, in order. Throws FormatError for a task that is unknown or named twice. */
export function readSteps(fleet: readonly JsonRecord[], tasks: readonly VroomTask[]): number[][] {
  const stopOf = new Map(tasks.map(({ type, id }, stop) => [`${type} ${id}`, stop]))
  const taken = new Set<number>()
  return fleet.map((vehicle, v) =>
    getArray(vehicle.steps ?? [], `vehicles[${v}].steps`).flatMap((raw, index) => {
      const path = `vehicles[${v}].steps[${index}]`
      const stop = readStep(getRecord(raw, path), path, stopOf)
      if (stop === undefined) return []
      if (taken.has(stop)) throw new FormatError('is a task that another step has', path)
      taken.add(stop)
      return stop
    }),
  )
}

/** The stop of a step; undefined for a step that is no task. */
function readStep(entry: JsonRecord, path: string, stopOf: ReadonlyMap<string, number>): number | undefined {
  requireKnownKeys(entry, 'step', path)
  for (const field of ['service_at', 'service_after', 'service_before']) {
    if (entry[field] !== undefined) throw new FormatError('is not supported', `${path}.${field}`)
  }
  const { type } = entry
  if (typeof type !== 'string' || !types.includes(type))
    throw new FormatError(`${JSON.stringify(type)} is none of ${types.join(', ')}`, `${path}.type`)
  if (type === 'start' || type === 'end' || type === 'break') return undefined
  const id = findWhole(entry.id, `${path}.id`, 0, Number.MAX_SAFE_INTEGER)
  const stop = stopOf.get(`${type} ${id}`)
  if (stop === undefined) throw new FormatError(`${id} is the id of no ${type}`, `${path}.id`)
  return stop
}
