// The fields of a form, declared as data: how a record is put into them, and what the service takes of what they hold.
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { type DistanceUnit, Fault, type FieldKind, fieldKinds, writtenValue } from './field-kinds.ts'
import { isSame } from './is-same.ts'
import type { Fields } from './save-seen.ts'

export interface Field {
  /** Where it stands in the record, as the service has it: `label`, or `settings.units` for a part of a part. */
  name: string
  kind: FieldKind
  /** Key of its label among the words of the form; `fields.<name>` without. */
  word?: string
  /** Its label, where no key stands for it. */
  label?: string
  /** Key of its hint; `hints.<name>` without, which need not exist. */
  hint?: string
  options?: readonly Option[]
  /** Across the whole form. */
  isWide?: boolean
  isRequired?: boolean
  /** Name of another field that follows this one as long as both hold the same. */
  followedBy?: string
  input?: InputSettings
  isDisabled?(values: FormValues): boolean
  /** Whether it is neither shown nor sent while the form holds these values. */
  isLeftOut?(values: FormValues): boolean
  /** How a value is edited that is not edited as its kind is. */
  Own?(props: OwnInputProps<unknown>): ReactNode
  /** How the stored value, undefined when there is none, is shown, if not as its kind is. */
  shown?(stored: unknown): unknown
  /** Key of what is said as soon as something faulty is typed; without it faults are told when the form is to be saved. */
  faultWord?: string
  /** Returns the value to send, where it is not that of its kind; a `Fault` where it cannot be sent. */
  read?(value: unknown): unknown
  /** The value as people read it beside another's. */
  written?(value: unknown): string
}

export interface Option {
  value: string
  label: string
}

/** Settings passed unchanged to an input of Mantine's. */
interface InputSettings {
  'data-autofocus'?: boolean
  allowDecimal?: boolean
  autoFocus?: boolean
  autoComplete?: string
  decimalScale?: number
  hideControls?: boolean
  max?: number
  maxLength?: number
  maxRows?: number
  min?: number
  minRows?: number
  mt?: number
  placeholder?: string
  swatches?: string[]
  type?: 'date' | 'email' | 'tel'
  w?: number
}

export interface OwnInputProps<Value> {
  label: string
  hint: string
  value: Value
  /** Stands below it already. */
  error: string
  /** Values of the whole form. */
  values: FormValues
  onChange(value: Value): void
}

export interface Section {
  /** Key of its title: below `sections` among the words of the form, or a whole key with its namespace. */
  word: string
  fields: readonly Field[]
  /** Stands behind a button until one of its fields says something else than a new record does. */
  isOptional?: true
  /** Whether an optional one is in use, where its fields by themselves do not tell. */
  isUsed?(values: FormValues): boolean
}

/** Values of the fields while they are edited, by name. */
export type FormValues = Record<string, unknown>

type Wire = Record<string, unknown>

/** The record as the form shows it. */
export function getValues(fields: readonly Field[], record: object | undefined, unit: DistanceUnit): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, shownValue(field, record, unit)]))
}

function shownValue({ name, kind, shown }: Field, record: object | undefined, unit: DistanceUnit): unknown {
  const stored = valueAt(record, name)
  if (shown) return shown(stored)
  return stored === undefined || stored === null ? fieldKinds[kind].empty : fieldKinds[kind].shown(stored, unit)
}

function valueAt(record: object | undefined, name: string): unknown {
  return name.split('.').reduce<unknown>((part, key) => (part as Wire | undefined)?.[key], record)
}

/** Returns the values of the form after this value is typed into the field. */
export function changedValues({ name, followedBy }: Field, values: FormValues, value: unknown): FormValues {
  const isFollowed = followedBy !== undefined && isSame(values[followedBy], values[name])
  return isFollowed ? { [name]: value, [followedBy]: value } : { [name]: value }
}

/** The value of a field in words, for showing it beside another. */
export function writtenField({ kind, options, written }: Field, value: unknown): string {
  if (written) return written(value)
  return writtenValue(kind, value, (entry) => options?.find((option) => option.value === entry)?.label ?? String(entry))
}

export interface ReadForm {
  /** Body in the service's form, by the names of the fields. */
  body: Fields
  faults: Record<string, Fault>
}

/** Reads the form into the service's form: null for an empty field, so that a cleared field is cleared. */
export function readForm(fields: readonly Field[], values: FormValues, unit: DistanceUnit): ReadForm {
  const form: ReadForm = { body: {}, faults: {} }
  for (const { name, kind, isRequired, isLeftOut, read } of fields) {
    if (isLeftOut?.(values)) continue
    const value = values[name] ?? fieldKinds[kind].empty
    const result = read ? read(value) : fieldKinds[kind].read(value, unit)
    if (result instanceof Fault) form.faults[name] = result
    else if (isRequired && isNothing(result)) form.faults[name] = new Fault('records:fault.required')
    else form.body[name] = result
  }
  return form
}

/** `settings.units` as a part of a part: what is sent where the service takes parts of parts. */
export function nestFields(fields: Fields): Wire {
  const body: Wire = {}
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split('.')
    let part = body
    for (const key of path.slice(0, -1)) {
      part[key] ??= {}
      part = part[key] as Wire
    }
    part[path.at(-1)!] = value
  }
  return body
}

/** The same where the service takes a part as a whole: it goes with what `over` has in it, and without what is empty. */
export function mergeWhole(fields: Fields, over?: object): Wire {
  const parts = new Set(Object.keys(fields).flatMap((name) => (name.includes('.') ? name.split('.')[0]! : [])))
  const whole = ([name, value]: [string, unknown]) =>
    [name, parts.has(name) ? keepFilled({ ...(valueAt(over, name) as Wire), ...(value as Wire) }) : value] as const
  return Object.fromEntries(Object.entries(nestFields(fields)).map(whole))
}

/** Writes the faults in words, by the names of the fields. */
export function faultTexts(faults: ReadForm['faults'], t: TFunction): Record<string, string> {
  return Object.fromEntries(Object.entries(faults).map(([name, { word, details }]) => [name, t(word, { ...details })]))
}

/** Null, an empty text and an empty list say nothing. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The fields without those that say nothing: what a new record is made of. */
export function keepFilled(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isNothing(value)))
}
