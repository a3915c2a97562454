// The terms of several orders at once.
import { Alert, Button, CloseButton, Modal, Stack, Text } from '@mantine/core'
import type { BacklogTerms } from '@routewright/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../../forms/field-grid.tsx'
import { type Field, type FormValues, getValues, readForm } from '../../forms/fields.ts'
import { refusedField } from '../../forms/refused-field.ts'
import { useDistanceUnit } from '../../forms/use-record-form.tsx'
import classes from '../../records/records.module.css'
import { failureText } from '../../shell/failure.ts'
import { noteSuccess } from '../../shell/notices.tsx'
import { useProject } from '../../shell/session.ts'
import { Refusal } from '../../shell/states.tsx'
import { termFields } from './order-fields.ts'
import { changeTerms } from './waiting-orders.ts'

interface TermsBarProps {
  ids: ReadonlySet<string>
  onClear(): void
  onChanged(): Promise<unknown>
}

export function TermsBar({ ids, onClear, onChanged }: TermsBarProps) {
  const { t } = useTranslation('backlog')
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={classes.bulk} aria-label={t('selected', { count: ids.size })}>
      <Text fw={600} style={{ flex: 1 }} aria-live="polite">
        {t('selected', { count: ids.size })}
      </Text>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('bulk.edit')}
      </Button>
      <CloseButton aria-label={t('bulk.clear')} onClick={onClear} />
      {isOpen && (
        <TermsForm
          ids={ids}
          onClose={() => setOpen(false)}
          onDone={async () => {
            noteSuccess(t('bulk.done', { count: ids.size }))
            setOpen(false)
            onClear()
            await onChanged()
          }}
        />
      )}
    </section>
  )
}

interface TermsFormProps {
  ids: ReadonlySet<string>
  onClose(): void
  onDone(): Promise<void>
}

function useTermWords() {
  const { t } = useTranslation('backlog')
  return {
    label: ({ name }: Field) => t(`fields.${name}`),
    hint: ({ name }: Field) => t(`hints.${name}`, { defaultValue: '' }),
  }
}

/** Only what was touched is sent; a field that was emptied again is cleared. */
function TermsForm({ ids, onClose, onDone }: TermsFormProps) {
  const { t } = useTranslation(['backlog', 'shell'])
  const project = useProject()
  const words = useTermWords()
  const unit = useDistanceUnit()
  const [values, setValues] = useState(() => getValues(termFields, undefined, unit))
  const [touched, setTouched] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<{ errors: Record<string, string>; failure: string }>(nothingRefused)
  const [isBusy, setBusy] = useState(false)
  const change = (part: FormValues) => {
    setValues((old) => ({ ...old, ...part }))
    setTouched((old) => [...old, ...Object.keys(part)])
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { body } = readForm(termFields, values, unit)
    const sent = Object.fromEntries(Object.entries(body).filter(([name]) => touched.includes(name)))
    setBusy(true)
    try {
      await changeTerms(project.id, [...ids], sent as BacklogTerms)
      await onDone()
    } catch (error) {
      const field = refusedField(error, Object.keys(values))
      setRefused(
        field
          ? { errors: { [field.name]: field.reason }, failure: '' }
          : { errors: {}, failure: failureText(error, t) },
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('bulk.title', { count: ids.size })} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text c="dimmed" size="sm">
            {t('bulk.text')}
          </Text>
          <FieldGrid fields={termFields} form={{ values, errors: refused.errors, change, ...words }} />
          {touched.length === 0 && <Alert color="blue">{t('bulk.nothing')}</Alert>}
          <Refusal text={refused.failure} />
          <Button type="submit" loading={isBusy} disabled={touched.length === 0}>
            {t('shell:save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

const nothingRefused = { errors: {}, failure: '' }
