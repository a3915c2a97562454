// State of a form while a record is edited, and how it goes on when two people changed the same field. No view, no calls.
import type { DistanceUnit } from './field-kinds.ts'
import { type Field, type FormValues, getValues, writtenField } from './fields.ts'
import { isSame } from './is-same.ts'
import { type Conflict, type Kept, keptNames } from './save-seen.ts'

export interface FormState<Stored extends Kept> {
  /** The record as it was when its values were put into the form; missing for a new one. */
  seen: Stored | undefined
  values: FormValues
  /** Two people changed the same fields: what is typed waits until the reader has chosen. */
  conflict: Conflict<Stored> | undefined
  /** Faults in words, by the names of the fields. */
  errors: Record<string, string>
  /** Message of the service that belongs to no field. */
  failure: string
  isBusy: boolean
}

/** Typed and unsaved values, with the record that they were typed over: without it they would undo what others changed since. */
export interface Draft<Stored> {
  values: FormValues
  seen: Stored | undefined
}

/** A form filled with a record, or with what a new one begins with; typed values go above it. */
export function openedForm<Stored extends Kept>(
  fields: readonly Field[],
  seen: Stored | undefined,
  unit: DistanceUnit,
  fresh?: object,
  typed?: FormValues,
): FormState<Stored> {
  const values = { ...getValues(fields, seen ?? fresh, unit), ...typed }
  return { seen, values, conflict: undefined, errors: {}, failure: '', isBusy: false }
}

/** Something is typed: what was said of these fields is over. */
export function typedInto<Stored extends Kept>(state: FormState<Stored>, part: FormValues): FormState<Stored> {
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !(name in part)))
  return { ...state, errors, values: { ...state.values, ...part } }
}

/** Returns the values that differ from those before: they were typed since. */
export function typedSince(before: FormValues, now: FormValues): FormValues {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(value, before[name])))
}

/** Goes on from the record as it is in the conflict; the reader's own changes stay, but for those given up. */
export function settledForm<Stored extends Kept>(
  state: FormState<Stored>,
  conflict: Conflict<Stored>,
  isKept: boolean,
  fields: readonly Field[],
  unit: DistanceUnit,
): FormState<Stored> {
  const own = keptNames(conflict, isKept).map((name) => [name, state.values[name]])
  const values = { ...getValues(fields, conflict.now, unit), ...Object.fromEntries(own) }
  return { ...state, seen: conflict.now, values, conflict: undefined }
}

export interface ContestedField {
  field: Field
  theirs: string
  mine: string
}

/** The fields of a conflict, with what either wrote. */
export function contestedFields<Stored extends Kept>(
  state: FormState<Stored>,
  fields: readonly Field[],
  unit: DistanceUnit,
): ContestedField[] {
  const { conflict, values } = state
  if (!conflict) return []
  const theirs = getValues(fields, conflict.now, unit)
  return fields
    .filter(({ name }) => conflict.names.includes(name))
    .map((field) => ({
      field,
      theirs: writtenField(field, theirs[field.name]),
      mine: writtenField(field, values[field.name]),
    }))
}
