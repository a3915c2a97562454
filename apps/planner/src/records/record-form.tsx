// The form of a record in a drawer: sections of fields, errors at their fields, and a draft that outlives a reload.
import { Alert, Button, Drawer, Group, Text, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../shell/failure.ts'
import { useProject } from '../shell/session.ts'
import { FieldInput } from './field-input.tsx'
import { type DistanceUnit, type FormValues, readForm, type Section, valuesOf } from './fields.ts'
import { refusedField } from './record-queries.ts'
import classes from './records.module.css'

interface RecordFormProps {
  /** Where its words are; labels are `fields.<name>`, hints `hints.<name>`, sections `sections.<word>`. */
  namespace: string
  title: string
  sections: readonly Section[]
  record?: Record<string, unknown> | undefined
  /** Names the draft; of a new record too. */
  draftKey: string
  /** Saves; throws what the service refuses. */
  onSave(body: Record<string, unknown>): Promise<unknown>
  onClose(): void
  onDelete?: () => Promise<unknown>
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
  const { namespace, sections, record, draftKey, onSave, onClose, onDelete, children, isReadOnly } = props
  const { t } = useTranslation([namespace, 'records', 'shell'])
  const unit = useDistanceUnit()
  const formId = useId()
  const [draft] = useState(() => readDraft(draftKey))
  const [values, setValues] = useState<FormValues>(() => ({ ...valuesOf(sections, record, unit), ...draft }))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const names = new Set(sections.flatMap((section) => section.fields.map(({ name }) => name)))
  const unitName = unit === 1_000 ? 'km' : 'mi'

  const change = (name: string, value: FormValues[string]) => {
    setErrors(({ [name]: _, ...rest }) => rest)
    setValues((old) => {
      const next = { ...old, [name]: value }
      writeDraft(draftKey, next)
      return next
    })
  }
  const close = () => {
    writeDraft(draftKey, undefined)
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { body, faults } = readForm(sections, values, unit)
    setErrors(Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`records:fault.${fault}`)])))
    setFailure(undefined)
    if (Object.keys(faults).length > 0) return focusFirstError(formId)
    setBusy(true)
    try {
      await onSave(body)
      close()
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
  const remove = () =>
    modals.openConfirmModal({
      title: t('records:delete_title'),
      children: <Text size="sm">{props.deleteText ?? t('records:delete_text')}</Text>,
      labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        onDelete?.().then(close, (error) => setFailure(failureText(error, t)))
      },
    })

  return (
    <form id={formId} onSubmit={submit} noValidate>
      {draft && (
        <Alert color="blue" mb="md" py={8}>
          <Group justify="space-between">
            {t('records:draft')}
            <Button
              size="compact-xs"
              variant="light"
              onClick={() => {
                writeDraft(draftKey, undefined)
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

/** A tab that is closed or reloaded by mistake loses nothing. */
function readDraft(key: string): FormValues | undefined {
  try {
    const text = sessionStorage.getItem(`draft.${key}`)
    return text === null ? undefined : (JSON.parse(text) as FormValues)
  } catch {
    return undefined
  }
}

function writeDraft(key: string, values: FormValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(`draft.${key}`, JSON.stringify(values))
    else sessionStorage.removeItem(`draft.${key}`)
  } catch {
    // A browser that keeps nothing still has what is on the screen.
  }
}
