/** Keys that each object of a VROOM file may have. Misspelt keys are refused, because the rule they mean would be ignored silently. */

import { FormatError } from './format-error.ts'
import type { JsonRecord } from './json-fields.ts'

const ofPlaces = [
  'id',
  'description',
  'location',
  'location_index',
  'setup',
  'service',
  'setup_per_type',
  'service_per_type',
  'time_windows',
]

const known = {
  file: ['jobs', 'shipments', 'vehicles', 'matrices', 'matrix', 'options', 'charging_places'],
  job: [...ofPlaces, 'delivery', 'pickup', 'amount', 'skills', 'priority', 'one_of', 'kind', 'apart_from', 'after'],
  after: ['id', 'least', 'most'],
  shipment: ['pickup', 'delivery', 'amount', 'skills', 'priority', 'kind', 'apart_from'],
  'end of a shipment': ofPlaces,
  vehicle: [
    'id',
    'profile',
    'description',
    'start',
    'start_index',
    'end',
    'end_index',
    'capacity',
    'costs',
    'skills',
    'type',
    'time_window',
    'breaks',
    'speed_factor',
    'max_tasks',
    'max_travel_time',
    'max_distance',
    'steps',
    'driving_rules',
    'driving_log',
    'battery',
  ],
  costs: ['fixed', 'per_hour', 'per_km', 'per_task_hour'],
  break: ['id', 'time_windows', 'service', 'description', 'max_load'],
  step: ['type', 'id', 'service_at', 'service_after', 'service_before'],
  matrices: ['durations', 'distances', 'costs'],
  battery: ['capacity', 'charge', 'reserve', 'consumption', 'consumption_per_100_kg', 'temperature'],
  'charging place': [
    'id',
    'label',
    'location',
    'location_index',
    'power',
    'points',
    'price_per_kwh',
    'time_windows',
    'hours',
  ],
  driving_rules: ['law', 'counts', 'after', 'duration'],
  driving_log: [
    'driving_since_break',
    'work_since_break',
    'work_today',
    'breaks_today',
    'first_part_taken',
    'last_duty_end',
    'driving_left_today',
    'duty_left_today',
    'driving_left_week',
    'driving_left_fortnight',
    'work_left_week',
  ],
} as const

/** Throws FormatError for the first key that this kind of object does not have, with the nearest known key. */
export function requireKnownKeys(entry: JsonRecord, kind: keyof typeof known, path: string): void {
  const keys: readonly string[] = known[kind]
  for (const key of Object.keys(entry)) {
    if (!keys.includes(key)) throw unknownKey(key, keys, path === '' ? key : `${path}.${key}`)
  }
}

/** The error for an unknown key, with the nearest known key if there is one. */
export function unknownKey(key: string, keys: readonly string[], field: string): FormatError {
  const near = findNearest(key, keys)
  return new FormatError(
    near === undefined ? `is not known; known are ${keys.join(', ')}` : `is not known; ${near} is`,
    field,
  )
}

/** The known key with the fewest edits, or with the same beginning or end; undefined when none is similar. */
function findNearest(key: string, keys: readonly string[]): string | undefined {
  const ranked = keys
    .map((candidate) => ({ candidate, edits: countEdits(key.toLowerCase(), candidate) }))
    .sort((a, b) => a.edits - b.edits)
  const best = ranked[0]
  if (best && best.edits <= Math.max(1, Math.floor(key.length / 3))) return best.candidate
  return ranked.find(({ candidate }) => candidate.includes(key) || (key.includes(candidate) && candidate.length > 3))
    ?.candidate
}

/** Edit distance: insertions, deletions and replacements of single letters (Levenshtein). */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
