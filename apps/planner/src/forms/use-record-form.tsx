// A form over a record: only what was changed is sent, and where somebody else changed the same field meanwhile, both values
// stand beside each other until the reader has chosen.
import { type FormEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats, useProject } from '../shell/session.ts'
import { askToDelete } from './ask-to-delete.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import type { DistanceUnit } from './field-kinds.ts'
import { type Field, type FormValues, getValues, keepFilled, readForm } from './fields.ts'
import { type FormCalls, formActions } from './form-actions.ts'
import { contestedFields } from './form-state.ts'
import { isSame } from './is-same.ts'
import type { Kept } from './save-seen.ts'
import { type FormStateOptions, useFormState } from './use-form-state.ts'

export interface RecordFormOptions<Stored extends Kept> extends FormStateOptions<Stored>, FormCalls<Stored> {
  /** Where its words are: labels are `fields.<name>` and hints `hints.<name>` where a field names no others. */
  words: string
}

/** View of a form, and the actions on it. */
export type RecordForm = ReturnType<typeof useRecordForm>

export function useDistanceUnit(): DistanceUnit {
  return useProject().settings.units === 'imperial' ? 1_609.344 : 1_000
}

export function useRecordForm<Stored extends Kept>(options: RecordFormOptions<Stored>) {
  const { fields, deletion, words } = options
  const { t } = useTranslation([words, 'records', 'shell'])
  const unit = useDistanceUnit()
  const { clock } = useFormats()
  const id = useId()
  const held = useFormState(options, unit)
  const { state } = held
  const { end, save, settle, erase } = formActions({ id, fields, calls: options, held, unit, t, clock })
  const { body, faults } = readForm(fields, state.values, unit)
  const faulty = fields.filter(({ name, faultWord }) => faultWord && faults[name])
  const saidAtOnce = Object.fromEntries(faulty.map(({ name, faultWord }) => [name, t(faultWord!)]))
  const label = (field: Field) =>
    field.label ?? t(field.word ?? `fields.${field.name}`, { unit: unit === 1_000 ? 'km' : 'mi' })
  const contested = contestedFields(state, fields, unit).map((field) => ({ ...field, label: label(field.field) }))
  return {
    ...state,
    errors: { ...state.errors, ...saidAtOnce },
    cannotSave: faulty.length > 0,
    id,
    change: held.change,
    label,
    /** The title of a section, by its word. */
    title: (word: string) => t(word.includes(':') ? word : `sections.${word}`),
    hint: ({ hint, name }: Field) => t(hint ?? `hints.${name}`, { defaultValue: '' }),
    /** Whether it opened with a draft. */
    hasDraft: held.hasDraft,
    discard: held.discard,
    /** Whether something is typed that is not saved. */
    isChanged: !isSame(body, readForm(fields, getValues(fields, state.seen, unit), unit).body),
    /** Whether the field says something else than that of a new record. */
    isSet: ({ name }: Field) => !isSame(state.values[name], held.usual[name]),
    /** The typed values as they would be sent; empty fields are left out. */
    read: () => keepFilled(body),
    /** Saves the form, with this part of it set. Returns whether all is saved. */
    save: (part?: FormValues) => save({ ...state, values: { ...state.values, ...part } }),
    onSubmit(event: FormEvent) {
      event.preventDefault()
      void save(state)
    },
    /** Ends the form without saving. */
    cancel: () => void end(),
    /** Says why the form cannot be saved. */
    refuse: (failure: string) => held.patch({ failure }),
    /** Missing where nothing can be deleted. */
    remove: deletion && (() => askToDelete(t, deletion, () => void erase())),
    /** Shows who changed which field, while the conflict is to be settled. */
    notice: <ConflictNotice conflict={state.conflict} fields={contested} isBusy={state.isBusy} onSettle={settle} />,
  }
}
