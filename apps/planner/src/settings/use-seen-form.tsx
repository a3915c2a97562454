// A form of settings over a record: what was changed is saved over what its reader saw, and where somebody else changed the
// same, the reader decides.
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictNotice } from '../shell/conflict-notice.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { type Conflict, type Fields, isSame, type Kept, keptNames, saveOverSeen } from '../shell/save-seen.ts'
import { type Action, useAction } from './use-action.ts'

interface SeenFormOptions<Stored extends Kept, Form extends object> {
  /** As it is when the form opens. */
  stored: Stored
  formOf(stored: Stored): Form
  /** What can be changed apart, by the service's names; without it each part of the form. */
  fieldsOf?: (form: Form) => Fields
  /** The record with these fields changed, for a form whose parts have other names than its fields. */
  changed?: (stored: Stored, fields: Fields) => Stored
  /** Sends the changed fields; `over` is the record that they go over. Throws what the service refuses. */
  send(change: Fields, over: Stored): Promise<unknown>
  /** The record as it is now. */
  read(): Promise<Stored>
  labelOf(name: string): string
  /** A value as people read it. */
  written?: (value: unknown, name: string) => string
}

interface SeenForm<Form> {
  form: Form
  change(part: Partial<Form>): void
  action: Action
  /** Whether something is typed that is not saved. */
  isChanged: boolean
  /** Saves the form, with this part of it set. Answers whether all is saved. */
  save(part?: Partial<Form>): Promise<boolean>
  /** Deletes the record, unless somebody changed it. Answers whether it is gone. */
  remove(work: (seen: { seenUpdatedAt: string }) => Promise<unknown>): Promise<boolean>
  /** Who changed what, while that is to be settled. */
  notice: ReactNode
  /** Why the service refused a field. */
  errorOf(field: string): string
}

export function useSeenForm<Stored extends Kept, Form extends object>(
  options: SeenFormOptions<Stored, Form>,
): SeenForm<Form> {
  const { stored, formOf, changed, send, read, labelOf } = options
  const { t } = useTranslation('records')
  const action = useAction()
  const [seen, setSeen] = useState(stored)
  const [form, setForm] = useState(() => formOf(stored))
  const [conflict, setConflict] = useState<Conflict<Stored> | undefined>()
  const fieldsOf = options.fieldsOf ?? ((one: Form) => ({ ...one }) as Fields)
  const written = options.written ?? ((value) => writtenSetting(value))

  const saveOver = async (next: Form, over: Stored): Promise<boolean> => {
    let found: Conflict<Stored> | undefined
    const isSent = await action.run(async () => {
      found = await saveOverSeen<Stored>({
        seen: over,
        fields: fieldsOf(next),
        fieldsOf: (record) => fieldsOf(formOf(record)),
        send,
        read,
      })
      if (found) return
      const now = await read()
      setSeen(now)
      setForm(formOf(now))
    })
    setConflict(found)
    if (!isSent || found) return false
    noteSuccess(t('saved'))
    return true
  }
  /** Goes on from the record as it is now; own changes stay, but for those given up. */
  const settle = (found: Conflict<Stored>, isKept: boolean) => {
    const { now } = found
    const typed = fieldsOf(form)
    const own = Object.fromEntries(keptNames(found, isKept).map((name) => [name, typed[name]]))
    const next = changed ? formOf(changed(now, own)) : { ...formOf(now), ...(own as Partial<Form>) }
    setSeen(now)
    setForm(next)
    if (isKept) void saveOver(next, now)
    else setConflict(undefined)
  }
  const contested = conflict?.names.map((name) => ({
    label: labelOf(name),
    theirs: written(fieldsOf(formOf(conflict.now))[name], name),
    mine: written(fieldsOf(form)[name], name),
  }))
  return {
    form,
    change: (part) => setForm((old) => ({ ...old, ...part })),
    action,
    isChanged: !isSame(fieldsOf(form), fieldsOf(formOf(seen))),
    save: (part) => saveOver({ ...form, ...part }, seen),
    remove: (work) => action.run(() => work({ seenUpdatedAt: seen.updated_at })),
    notice: <ConflictNotice conflict={conflict} fields={contested} isBusy={action.isBusy} onSettle={settle} />,
    errorOf: (field) => (action.refused?.field === field ? action.refused.reason : ''),
  }
}

/** A switch as a mark, a list by its names. */
export function writtenSetting(value: unknown): string {
  if (typeof value === 'boolean') return value ? '✓' : '–'
  if (Array.isArray(value)) return value.map(nameOf).join(', ')
  return String(value ?? '')
}

function nameOf(part: string | { label?: string; name?: string; id?: string }): string {
  return typeof part === 'string' ? part : part.label || part.id || part.name || ''
}
