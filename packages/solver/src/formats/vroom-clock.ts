/** Converts times of a VROOM file, which may be seconds of a day or Unix time, to those of the problem, which count from 0 in 32 bits. */

import type { TimeWindow } from '../problem.ts'
import { FormatError } from './format-error.ts'
import { getArray, type JsonRecord, listIntegers } from './json-fields.ts'

/** Latest time of a problem at which anything may begin. */
const latestSeconds = 2 ** 30 - 2
/** Times of a file are shifted when all are later than this: Unix time is; seconds of a day or a year are not. */
const farSeconds = 2 ** 28
/** Time kept free before the first shift, so that a window that is over by then remains one that cannot be met. */
const daySeconds = 86_400
/** Time kept free when a vehicle has no shift: it may start before the first window opens. */
const weekSeconds = 7 * daySeconds

/** Time in the file that corresponds to 0 in the problem. */
export interface VroomClock {
  readonly offsetSeconds: number
}

/** The clock of a file. Ignores malformed entries: their readers refuse them. */
export function findClock(root: JsonRecord): VroomClock {
  const shifts = listEntries(root.vehicles).map((vehicle) => findStart(vehicle.time_window))
  const others = [
    ...listEntries(root.jobs).flatMap(({ time_windows }) => listStarts(time_windows)),
    ...listEntries(root.shipments).flatMap(({ pickup, delivery }) =>
      listEntries([pickup, delivery]).flatMap(({ time_windows }) => listStarts(time_windows)),
    ),
    ...listEntries(root.vehicles).flatMap(({ breaks }) =>
      listEntries(breaks).flatMap(({ time_windows }) => listStarts(time_windows)),
    ),
    ...listEntries(root.charging_places).flatMap(({ time_windows }) => listStarts(time_windows)),
  ]
  const known = shifts.filter((start) => start !== undefined)
  const isShifted = known.length === shifts.length && shifts.length > 0
  const first = Math.min(...known, ...(isShifted ? [] : others))
  if (first === Number.POSITIVE_INFINITY || first <= farSeconds) return { offsetSeconds: 0 }
  return { offsetSeconds: first - (isShifted ? daySeconds : weekSeconds) }
}

function listEntries(value: unknown): JsonRecord[] {
  if (!Array.isArray(value)) return []
  return value.filter((entry): entry is JsonRecord => typeof entry === 'object' && entry !== null)
}

function listStarts(windows: unknown): number[] {
  return Array.isArray(windows) ? windows.flatMap((window) => findStart(window) ?? []) : []
}

function findStart(window: unknown): number | undefined {
  const start: unknown = Array.isArray(window) ? window[0] : undefined
  return typeof start === 'number' ? start : undefined
}

/** Windows in the problem's time, ascending. A window that is over before every shift begins becomes [0, 0], which cannot be met. */
export function readWindows(value: unknown, path: string, clock: VroomClock): TimeWindow[] {
  const raw = getArray(value, path).map((entry, index) => ({
    pair: readPair(entry, `${path}[${index}]`),
    path: `${path}[${index}]`,
  }))
  raw.sort((a, b) => a.pair[0] - b.pair[0])
  raw.forEach(({ pair, path: place }, index) => {
    if (index > 0 && pair[0] <= raw[index - 1]!.pair[1]) throw new FormatError('overlaps another window', place)
  })
  const windows = raw.map(({ pair, path: place }) => toInside(pair, place, clock))
  const open = windows.filter(([, end]) => end > 0 || clock.offsetSeconds === 0)
  return open.length === 0 ? windows.slice(0, 1) : open
}

/** One window in the problem's time. */
export function readWindow(value: unknown, path: string, clock: VroomClock): TimeWindow {
  return toInside(readPair(value, path), path, clock)
}

function toInside([start, end]: TimeWindow, path: string, { offsetSeconds }: VroomClock): TimeWindow {
  if (start - offsetSeconds > latestSeconds) {
    throw new FormatError(`${start} is more than ${offsetSeconds + latestSeconds}, 34 years after the first`, path)
  }
  return [Math.max(0, start - offsetSeconds), Math.max(0, end - offsetSeconds)]
}

function readPair(value: unknown, path: string): TimeWindow {
  const pair = listIntegers(value, path)
  const [start, end] = pair
  if (start === undefined || end === undefined || pair.length > 2 || end < start) {
    throw new FormatError('is not [start, end]', path)
  }
  if (start < 0) throw new FormatError(`${start} is less than 0`, path)
  return [start, end]
}
