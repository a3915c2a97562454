// The kinds of fields: what an empty one holds, how a stored value is shown to be edited, and how it is read back.

import { parseWindows } from '@routewright/reading/windows'
import { parseTime, rangesWritten, timeText, windowsText } from '@routewright/reading/written-times'
import { emptyPlace, type PlaceValue, readPlace, shownPlace, writtenPlace } from './place.ts'

/** Metres of the unit in which distances are written. */
export type DistanceUnit = 1_000 | 1_609.344

/** The fault of a value: the key of a sentence, and the values in it. */
export class Fault {
  readonly word: string
  readonly details: object | undefined

  constructor(word: string, details?: object) {
    this.word = word
    this.details = details
  }
}

interface Kind<Stored, Value> {
  /** The value for a record without the field. */
  empty: Value
  /** Asked only for what is there. */
  shown(stored: Stored, unit: DistanceUnit): Value
  /** Returns the value in the service's form: null for none. */
  read(value: Value, unit: DistanceUnit): unknown
}

const text: Kind<string, string> = {
  empty: '',
  shown: (stored) => stored,
  read: (value) => value.trim() || null,
}
const list: Kind<readonly string[], readonly string[]> = {
  empty: [],
  shown: (stored) => stored,
  read: (value) => [...value],
}

/** A number that is stored in a smaller unit than it is typed in, as whole ones of that. */
function getAmount(factorOf: (unit: DistanceUnit) => number): Kind<number, number | string> {
  return {
    empty: '',
    shown: (stored, unit) => Math.round((stored / factorOf(unit)) * 100) / 100,
    read: (value, unit) => (isBlank(value) ? null : Math.round(Number(value) * factorOf(unit))),
  }
}

const number: Kind<number, number | string> = {
  empty: '',
  shown: (stored) => stored,
  read: (value) => (isBlank(value) ? null : Number(value)),
}

type Range = [from: number, to: number]
interface Break {
  start: number
  end: number
  duration: number
}

/** A text that is read to a value, or is faulty. */
function written<Stored>(shown: (stored: Stored) => string, read: (text: string) => unknown): Kind<Stored, string> {
  return { empty: '', shown, read: (value) => (isBlank(value) ? null : read(value)) }
}

const table = {
  text,
  long: text,
  color: text,
  choice: text,
  /** A choice that is never empty. */
  pick: text,
  number,
  /** A whole number that is never less than the `min` of its input. */
  count: number,
  minutes: getAmount(() => 60),
  hours: getAmount(() => 3_600),
  distance: getAmount((unit) => unit),
  window: written<Range>(
    (window) => windowsText([window]),
    (typed) => {
      const windows = parseWindows(typed)
      return windows?.length === 1 ? windows[0] : new Fault('records:fault.window')
    },
  ),
  windows: written<Range[]>(windowsText, (typed) => parseWindows(typed) ?? new Fault('records:fault.windows')),
  break: written<Break>(breakText, readBreak),
  words: list,
  choices: list,
  place: {
    empty: emptyPlace,
    shown: shownPlace,
    read(value: PlaceValue) {
      const place = readPlace(value)
      return place === undefined ? new Fault('records:fault.coordinates') : place
    },
  },
  switch: { empty: false, shown: (stored) => stored, read: (value) => value },
  /** Has an input of its own, and is stored as it is shown unless the field says otherwise. */
  own: { empty: '', shown: (stored) => stored, read: (value) => (value === '' ? null : value) },
} satisfies Record<string, Kind<unknown, unknown>>

export type FieldKind = keyof typeof table

export const fieldKinds: Record<FieldKind, Kind<unknown, unknown>> = table

/** A value as people read it beside another. `label` names what can be chosen. */
export function writtenValue(kind: FieldKind, value: unknown, label: (one: unknown) => string): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (Array.isArray(value)) return value.map(label).join(', ')
  if (kind === 'window' || kind === 'windows' || kind === 'break') return rangesWritten(String(value))
  return kind === 'place' ? writtenPlace(value as PlaceValue) : label(value)
}

/** 12:00-14:00 / 30: thirty minutes between noon and two. */
function breakText({ start, end, duration }: Break): string {
  return `${timeText(start)}-${timeText(end)} / ${Math.round(duration / 60)}`
}

function readBreak(typed: string): Break | Fault {
  const [window = '', minutes = ''] = typed.split('/')
  const [start, end] = window.split(/[-–]/).map(parseTime)
  const duration = Number(minutes.replace(/[^\d.]/g, '')) * 60
  const fits = start !== undefined && end !== undefined && duration > 0 && end - start >= duration
  return fits ? { start, end, duration } : new Fault('records:fault.break')
}

function isBlank(value: string | number): boolean {
  return typeof value === 'string' && value.trim() === ''
}
