// The form of a record in a drawer: sections of fields, errors at their fields, and a draft that outlives a reload.
import { Alert, Button, Drawer, Group, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConflictNotice } from '../shell/conflict-notice.tsx'
import { failureText } from '../shell/failure.ts'
import { type Conflict, changedBy, type Kept, keptNames, saveOverSeen } from '../shell/save-seen.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { FieldInput } from './field-input.tsx'
import { type DistanceUnit, type FormValues, readForm, type Section, valuesOf, writtenValue } from './fields.ts'
import { refusedField } from './record-queries.ts'
import classes from './records.module.css'

export type StoredRecord = Kept & Record<string, unknown>

interface RecordFormProps {
  /** Where its words are; labels are `fields.<name>`, hints `hints.<name>`, sections `sections.<word>`. */
  namespace: string
  title: string
  sections: readonly Section[]
  record?: Record<string, unknown> | undefined
  /** Names the draft; of a new record too. */
  draftKey: string
  /** Saves; `over` is the record that the changed fields go over, missing for a new one. Throws what the service refuses. */
  onSave(body: Record<string, unknown>, over?: Kept): Promise<unknown>
  /** Reads the record as it is now; a new one has none. */
  onRead?: () => Promise<object>
  onClose(): void
  onDelete?: (over: Kept) => Promise<unknown>
  deleteText?: string
  children?: ReactNode
  isReadOnly?: boolean
}

export function RecordForm({ title, onClose, ...form }: RecordFormProps) {
  const { t } = useTranslation('shell')
  return (
    <Drawer
      opened
      onClose={onClose}
      title={
        <Text fw={650} size="lg">
          {title}
        </Text>
      }
      position="right"
      size={620}
      padding="md"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <FormBody title={title} onClose={onClose} {...form} />
    </Drawer>
  )
}

export function useDistanceUnit(): DistanceUnit {
  return useProject().settings.units === 'imperial' ? 1_609.344 : 1_000
}

function FormBody(props: RecordFormProps) {
  const { namespace, sections, record, draftKey, onSave, onRead, onClose, onDelete, children, isReadOnly } = props
  const { t } = useTranslation([namespace, 'records', 'shell'])
  const unit = useDistanceUnit()
  const formId = useId()
  const [draft] = useState(() => readDraft(draftKey))
  const formats = useFormats()
  /** The record as it was when its values were put into the form. */
  const [seen, setSeen] = useState(() => (draft?.seen ?? record) as StoredRecord | undefined)
  const [values, setValues] = useState<FormValues>(() => ({ ...valuesOf(sections, seen, unit), ...draft?.values }))
  const [conflict, setConflict] = useState<Conflict<StoredRecord> | undefined>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const fields = sections.flatMap((section) => section.fields)
  const names = new Set(fields.map(({ name }) => name))
  const unitName = unit === 1_000 ? 'km' : 'mi'

  const change = (name: string, value: FormValues[string]) => {
    setErrors(({ [name]: _, ...rest }) => rest)
    setValues((old) => {
      const next = { ...old, [name]: value }
      writeDraft(draftKey, { values: next, seen })
      return next
    })
  }
  const close = () => {
    writeDraft(draftKey, undefined)
    onClose()
  }
  const save = async (body: Record<string, unknown>, over: StoredRecord | undefined) => {
    if (!over || !onRead) return void (await onSave(body))
    return saveOverSeen<StoredRecord>({
      seen: over,
      fields: body,
      fieldsOf: (stored) => readForm(sections, valuesOf(sections, stored, unit), unit).body,
      send: onSave,
      read: async () => (await onRead()) as StoredRecord,
    })
  }
  const submit = async (values: FormValues, over: StoredRecord | undefined) => {
    const { body, faults } = readForm(sections, values, unit)
    setErrors(Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`records:fault.${fault}`)])))
    setFailure(undefined)
    if (Object.keys(faults).length > 0) return focusFirstError(formId)
    setBusy(true)
    try {
      const found = await save(body, over)
      setConflict(found)
      if (!found) close()
    } catch (error) {
      const refused = refusedField(error)
      if (refused && names.has(refused.field)) {
        setErrors({ [refused.field]: refused.reason })
        focusFirstError(formId)
      } else setFailure(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  /** Goes on from the record as it is now; the reader's own changes stay, but for those given up. */
  const settle = (found: Conflict<StoredRecord>, isKept: boolean) => {
    const { now } = found
    const own = keptNames(found, isKept)
    const next = { ...valuesOf(sections, now, unit), ...Object.fromEntries(own.map((name) => [name, values[name]!])) }
    setSeen(now)
    setValues(next)
    writeDraft(draftKey, { values: next, seen: now })
    if (isKept) void submit(next, now)
    else setConflict(undefined)
  }
  const contestedFields = conflict?.names.flatMap((name) => {
    const field = fields.find((one) => one.name === name)
    if (!field) return []
    const theirs = valuesOf(sections, conflict.now, unit)[name]
    const label = t(`fields.${name}`, { unit: unitName })
    return [{ label, theirs: writtenValue(field, theirs), mine: writtenValue(field, values[name]) }]
  })
  const failDeletion = async (error: unknown) => {
    const by = changedBy(error)
    if (!by || !onRead) return setFailure(failureText(error, t))
    setFailure(t('shell:conflict.told', { who: by.name || t('shell:conflict.somebody'), time: formats.clock(by.at) }))
    const now = (await onRead()) as StoredRecord
    setSeen(now)
    setValues(valuesOf(sections, now, unit))
  }
  const remove = () =>
    modals.openConfirmModal({
      title: t('records:delete_title'),
      children: <Text size="sm">{props.deleteText ?? t('records:delete_text')}</Text>,
      labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        if (seen) onDelete?.(seen).then(close, failDeletion)
      },
    })

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void submit(values, seen)
      }}
    >
      {draft && (
        <Alert color="blue" mb="md" py={8}>
          <Group justify="space-between">
            {t('records:draft')}
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => {
                writeDraft(draftKey, undefined)
                setSeen(record as StoredRecord | undefined)
                setValues(valuesOf(sections, record, unit))
              }}
            >
              {t('records:discard')}
            </Button>
          </Group>
        </Alert>
      )}
      <fieldset disabled={isReadOnly} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        {sections.map((section) => (
          <section key={section.word}>
            <Title order={3} size="h6" mt="lg" mb="xs">
              {t(`sections.${section.word}`)}
            </Title>
            <div className={classes.grid}>
              {section.fields.map((field) => (
                <div key={field.name} className={isWide(field.kind, field.isWide) ? classes.wide : undefined}>
                  <FieldInput
                    field={field}
                    label={t(`fields.${field.name}`, { unit: unitName })}
                    hint={t(`hints.${field.name}`, { defaultValue: '' })}
                    value={values[field.name]!}
                    error={errors[field.name] ?? ''}
                    onChange={(value) => change(field.name, value)}
                  />
                </div>
              ))}
            </div>
          </section>
        ))}
      </fieldset>
      {children}
      <div className={classes.foot}>
        <ConflictNotice conflict={conflict} fields={contestedFields} isBusy={isBusy} onSettle={settle} />
        {failure && (
          <Alert color="red" role="alert" mb="sm">
            {failure}
          </Alert>
        )}
        <Group justify="space-between">
          {onDelete && !isReadOnly ? (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
              {t('shell:delete')}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              {t('shell:cancel')}
            </Button>
            {!isReadOnly && (
              <Button type="submit" loading={isBusy}>
                {t('shell:save')}
              </Button>
            )}
          </Group>
        </Group>
      </div>
    </form>
  )
}

function isWide(kind: string, wide: boolean | undefined): boolean {
  return wide ?? (kind === 'place' || kind === 'long' || kind === 'choices')
}

function focusFirstError(formId: string): void {
  requestAnimationFrame(() =>
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]')?.focus(),
  )
}

interface FormDraft {
  values: FormValues
  /** What the values were typed over: without it a draft would undo what others changed since. */
  seen: StoredRecord | undefined
}

/** A tab that is closed or reloaded by mistake loses nothing. */
function readDraft(key: string): FormDraft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(`draft.${key}`) ?? 'null') as Partial<FormDraft> | null
    return draft?.values ? { values: draft.values, seen: draft.seen } : undefined
  } catch {
    return undefined
  }
}

function writeDraft(key: string, draft: FormDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(`draft.${key}`, JSON.stringify(draft))
    else sessionStorage.removeItem(`draft.${key}`)
  } catch {
    // A browser that keeps nothing still has what is on the screen.
  }
}
