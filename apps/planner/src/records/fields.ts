// The fields of forms: how each kind is shown as something to edit, and read back as the service takes it.
import { parseTime, parseWindows, rangesWritten, timeText, windowsText } from './time-text.ts'

export type FieldKind =
  | 'text'
  | 'long'
  | 'number'
  | 'minutes'
  | 'hours'
  | 'distance'
  | 'window'
  | 'windows'
  | 'words'
  | 'choice'
  | 'choices'
  | 'place'
  | 'switch'
  | 'color'
  | 'break'

export interface Field {
  name: string
  kind: FieldKind
  options?: readonly { value: string; label: string }[]
  /** Across the whole form. */
  isWide?: boolean
  isRequired?: boolean
  autoComplete?: string
}

export interface Section {
  /** Key of its title among the words of the form. */
  word: string
  fields: readonly Field[]
}

/** What a field holds while it is edited. */
export type FieldValue = string | number | boolean | readonly string[] | PlaceValue
export type FormValues = Record<string, FieldValue>

export interface PlaceValue {
  label: string
  lat: number | ''
  lng: number | ''
  /** What was found or saved; kept while the text stays the same. */
  found?: Record<string, unknown>
}

export const emptyPlace: PlaceValue = { label: '', lat: '', lng: '' }

/** Metres of the unit in which distances are written. */
export type DistanceUnit = 1_000 | 1_609.344

type Wire = Record<string, unknown>

const empty: Record<FieldKind, FieldValue> = {
  ...{ text: '', long: '', number: '', minutes: '', hours: '', distance: '', window: '', windows: '', color: '' },
  ...{ words: [], choice: '', choices: [], place: emptyPlace, switch: false, break: '' },
}

/** The record as the form shows it. */
export function valuesOf(sections: readonly Section[], record: Wire | undefined, unit: DistanceUnit): FormValues {
  const values: FormValues = {}
  for (const { name, kind } of sections.flatMap((section) => section.fields)) {
    const value = record?.[name]
    values[name] = value === undefined || value === null ? empty[kind] : shown(kind, value, unit)
  }
  return values
}

function shown(kind: FieldKind, value: unknown, unit: DistanceUnit): FieldValue {
  switch (kind) {
    case 'minutes':
      return rounded(Number(value) / 60)
    case 'hours':
      return rounded(Number(value) / 3_600)
    case 'distance':
      return rounded(Number(value) / unit)
    case 'window':
      return windowsText([value as [number, number]])
    case 'windows':
      return windowsText(value as [number, number][])
    case 'break': {
      const { start, end, duration } = value as { start: number; end: number; duration: number }
      return `${timeText(start)}-${timeText(end)} / ${Math.round(duration / 60)}`
    }
    case 'place': {
      const place = value as Wire & { lat?: number; lng?: number }
      return { label: placeText(place), lat: place.lat ?? '', lng: place.lng ?? '', found: place }
    }
    default:
      return value as FieldValue
  }
}

/** The value of a field in words, for showing it beside another. */
export function writtenValue({ kind, options }: Field, value: FieldValue | undefined): string {
  const named = (one: unknown) => options?.find((option) => option.value === one)?.label ?? String(one)
  if (value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (Array.isArray(value)) return value.map(named).join(', ')
  if (kind === 'window' || kind === 'windows' || kind === 'break') return rangesWritten(String(value))
  if (typeof value !== 'object') return named(value)
  const { label, lat, lng } = value as PlaceValue
  return [label, lat === '' || lng === '' ? '' : `(${lat}, ${lng})`].filter(Boolean).join(' ')
}

/** The address in one line. */
export function placeText(place: Wire | undefined): string {
  if (!place) return ''
  if (typeof place.label === 'string' && place.label !== '') return place.label
  const town = [place.postal_code, place.city].filter(Boolean).join(' ')
  return [place.street, town].filter(Boolean).join(', ')
}

/** What is wrong with a field, as a key below `records:fault`. */
export type FieldFault = 'window' | 'windows' | 'break' | 'coordinates' | 'required'

class Fault {
  readonly kind: FieldFault

  constructor(kind: FieldFault) {
    this.kind = kind
  }
}

export interface ReadForm {
  body: Wire
  faults: Record<string, FieldFault>
}

/** What the service takes: null for what is empty, so that a cleared field is cleared. */
export function readForm(sections: readonly Section[], values: FormValues, unit: DistanceUnit): ReadForm {
  const read: ReadForm = { body: {}, faults: {} }
  for (const field of sections.flatMap((section) => section.fields)) {
    const value = values[field.name]
    const result = readField(field.kind, value ?? empty[field.kind], unit)
    if (result instanceof Fault) read.faults[field.name] = result.kind
    else if (field.isRequired && (result === null || (Array.isArray(result) && result.length === 0))) {
      read.faults[field.name] = 'required'
    } else read.body[field.name] = result
  }
  return read
}

function readField(kind: FieldKind, value: FieldValue, unit: DistanceUnit): unknown {
  if (kind === 'switch') return value === true
  if (kind === 'words' || kind === 'choices') return [...(value as readonly string[])]
  if (kind === 'place') return readPlace(value as PlaceValue)
  if (typeof value === 'string' && value.trim() === '') return null
  switch (kind) {
    case 'number':
      return Number(value)
    case 'minutes':
      return Math.round(Number(value) * 60)
    case 'hours':
      return Math.round(Number(value) * 3_600)
    case 'distance':
      return Math.round(Number(value) * unit)
    case 'window': {
      const windows = parseWindows(String(value))
      return windows?.length === 1 ? windows[0] : new Fault('window')
    }
    case 'windows':
      return parseWindows(String(value)) ?? new Fault('windows')
    case 'break':
      return readBreak(String(value))
    default:
      return typeof value === 'string' ? value.trim() : value
  }
}

/** 12:00-14:00 / 30: thirty minutes between noon and two. */
function readBreak(text: string): unknown {
  const [window = '', minutes = ''] = text.split('/')
  const [from, to] = window.split(/[-–]/).map(parseTime)
  const duration = Number(minutes.replace(/[^\d.]/g, '')) * 60
  const fits = from !== undefined && to !== undefined && duration > 0 && to - from >= duration
  return fits ? { start: from, end: to, duration } : new Fault('break')
}

function readPlace({ label, lat, lng, found }: PlaceValue): unknown {
  const hasOne = lat !== '' || lng !== ''
  if (label.trim() === '' && !hasOne) return null
  if (hasOne && (lat === '' || lng === '')) return new Fault('coordinates')
  const coordinates = hasOne ? { lat, lng } : {}
  // The parts of an address that was found or saved are kept as long as its text is.
  const parts = found && placeText(found) === label ? found : {}
  const { scoring: _, partial_match: __, ...address } = parts as Wire
  return { ...address, ...(label.trim() === '' ? {} : { label: label.trim() }), ...coordinates }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
