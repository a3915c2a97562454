// Actions of a form: saving over what its reader saw, settling a conflict, deleting the record.
import type { TFunction } from 'i18next'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
import type { DistanceUnit } from './field-kinds.ts'
import { type Field, faultTexts, getValues, readForm } from './fields.ts'
import { type FormState, openedForm, settledForm } from './form-state.ts'
import { refusedField } from './refused-field.ts'
import { type Conflict, changedBy, type Fields, type Kept, saveOverSeen } from './save-seen.ts'
import type { HeldForm } from './use-form-state.ts'

export interface FormCalls<Stored extends Kept> {
  /** Makes a new record; null stands for what is empty. Throws what the service refuses. */
  create?(body: Fields): Promise<unknown>
  /** Sends the changed fields; `over` is the record that they go over. Throws what the service refuses. */
  update(change: Fields, over: Stored): Promise<unknown>
  /** The record as it is now. */
  read(): Promise<Stored>
  /** Deletes the record, once the reader has said yes to the text. */
  deletion?: { title?: string; text: string; run(over: Stored): Promise<unknown> } | undefined
  /** Whether the form says that it was saved, and goes on with the record as it is then. */
  staysOpen?: boolean
  /** The record is saved or gone, or the reader gave up. */
  onClose?(): unknown
}

interface FormContext<Stored extends Kept> {
  /** Id of the form's element. */
  id: string
  fields: readonly Field[]
  calls: FormCalls<Stored>
  held: HeldForm<Stored>
  unit: DistanceUnit
  t: TFunction
  clock(moment: string): string
}

export function formActions<Stored extends Kept>(context: FormContext<Stored>) {
  const { id, fields, calls, held, unit, t, clock } = context
  const { state, patch } = held
  const refuse = (error: unknown) => {
    const refused = refusedField(error, Object.keys(state.values))
    patch(refused ? { errors: { [refused.name]: refused.reason } } : { failure: failureText(error, t) })
    if (refused) focusFirstError(id)
  }
  const end = async () => {
    held.forgetDraft()
    await calls.onClose?.()
  }
  /** Returns whether all is saved. */
  const save = async (from: FormState<Stored>): Promise<boolean> => {
    const { body, faults } = readForm(fields, from.values, unit)
    const isFaulty = Object.keys(faults).length > 0
    patch({ errors: faultTexts(faults, t), failure: '', isBusy: !isFaulty })
    if (isFaulty) {
      focusFirstError(id)
      return false
    }
    try {
      const conflict = await send(context, body, from.seen)
      patch({ conflict })
      if (conflict) return false
      if (calls.staysOpen) {
        held.goOnSaved(from.values, await calls.read())
        noteSuccess(t('records:saved'))
      }
      await end()
      return true
    } catch (error) {
      refuse(error)
      return false
    } finally {
      patch({ isBusy: false })
    }
  }
  const settle = (conflict: Conflict<Stored>, isKept: boolean) => {
    const next = settledForm(state, conflict, isKept, fields, unit)
    held.goOnFrom(next)
    if (isKept) void save(next)
  }
  const erase = async () => {
    try {
      await calls.deletion!.run(state.seen!)
      await end()
    } catch (error) {
      const by = changedBy(error)
      if (!by) return refuse(error)
      const failure = t('shell:conflict.told', { who: by.name || t('shell:conflict.somebody'), time: clock(by.at) })
      patch({ ...openedForm(fields, await calls.read(), unit), failure })
    }
  }
  return { end, save, settle, erase }
}

/** A new record is made; one that was seen gets what was changed. */
async function send<Stored extends Kept>(
  { fields, calls, unit }: FormContext<Stored>,
  body: Fields,
  seen: Stored | undefined,
): Promise<Conflict<Stored> | undefined> {
  if (!seen) return void (await calls.create?.(body))
  return saveOverSeen<Stored>({
    seen,
    fields: body,
    fieldsOf: (record) => readForm(fields, getValues(fields, record, unit), unit).body,
    send: calls.update,
    read: calls.read,
  })
}

function focusFirstError(formId: string): void {
  requestAnimationFrame(() =>
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus(),
  )
}
