// Values typed into a form, and its draft in this tab.
import { useCallback, useState } from 'react'
import { readDraft, writeDraft } from './drafts.ts'
import type { DistanceUnit } from './field-kinds.ts'
import { type Field, type FormValues, getValues } from './fields.ts'
import { type FormState, openedForm, typedInto, typedSince } from './form-state.ts'
import type { Kept } from './save-seen.ts'

export interface FormStateOptions<Stored extends Kept> {
  fields: readonly Field[]
  /** The record that is changed; missing for a new one. */
  stored?: Stored | undefined
  /** Initial values of a new record, in the service's form. */
  fresh?: object | undefined
  /** Names the draft under which this tab keeps what is typed and not saved; without it nothing is kept. */
  draftKey?: string
}

export type HeldForm<Stored extends Kept> = ReturnType<typeof useFormState<Stored>>

export function useFormState<Stored extends Kept>(options: FormStateOptions<Stored>, unit: DistanceUnit) {
  const { fields, stored, fresh, draftKey } = options
  const [draft, setDraft] = useState(() => (draftKey === undefined ? undefined : readDraft<Stored>(draftKey)))
  const [state, setState] = useState(() => openedForm(fields, draft ? draft.seen : stored, unit, fresh, draft?.values))
  const keep = useCallback(
    (form: FormState<Stored> | undefined) => {
      if (draftKey !== undefined) writeDraft(draftKey, form && { values: form.values, seen: form.seen })
    },
    [draftKey],
  )
  return {
    state,
    /** Values of the fields for a record that has none of its own. */
    usual: getValues(fields, fresh, unit),
    /** Shows another state that is not typed: nothing of it is kept. */
    patch: (part: Partial<FormState<Stored>>) => setState((old) => ({ ...old, ...part })),
    /** Goes on from a state that holds typed values. */
    goOnFrom(next: FormState<Stored>) {
      setState(next)
      keep(next)
    },
    /** Goes on from the record as it was saved; what was typed since this drawing, and is not what was saved, stays. */
    goOnSaved: (saved: FormValues, stored: Stored) =>
      setState((old) => {
        const typed = typedSince(saved, typedSince(state.values, old.values))
        return openedForm(fields, stored, unit, undefined, typed)
      }),
    change: useCallback(
      (part: FormValues) =>
        setState((old) => {
          const next = typedInto(old, part)
          keep(next)
          return next
        }),
      [keep],
    ),
    /** Whether the form opened with a draft. */
    hasDraft: draft !== undefined,
    /** The draft is thrown away; what the form shows stays. */
    forgetDraft: () => keep(undefined),
    discard() {
      keep(undefined)
      setDraft(undefined)
      setState(openedForm(fields, stored, unit, fresh))
    },
  }
}
