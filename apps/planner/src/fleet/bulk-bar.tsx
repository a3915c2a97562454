// Changes to several vehicles at once, with a result for each: what fails stays selected.
import { Alert, Button, CloseButton, Modal, Stack, Text } from '@mantine/core'
import type { Zone } from '@routewright/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../records/field-input.tsx'
import { type FieldValue, readForm, valuesOf } from '../records/fields.ts'
import { useDistanceUnit } from '../records/record-form.tsx'
import classes from '../records/records.module.css'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { commonSections } from './vehicle-fields.ts'

interface BulkBarProps {
  ids: ReadonlySet<string>
  zones: readonly Zone[]
  onSelect(ids: ReadonlySet<string>): void
  onChanged(): Promise<void>
}

export function BulkBar({ ids, zones, onSelect, onChanged }: BulkBarProps) {
  const { t } = useTranslation(['fleet', 'records', 'shell'])
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failures, setFailures] = useState<string[]>([])
  const apply = async (body: Record<string, unknown>) => {
    setBusy(true)
    const failed: [string, string][] = []
    for (const vehicle_id of ids) {
      try {
        await call('PUT /v2/vehicle/{vehicle_id}', { vehicle_id, body }, { repeatable: true })
      } catch (error) {
        failed.push([vehicle_id, failureText(error, t)])
      }
    }
    setBusy(false)
    setFailures([...new Set(failed.map(([, text]) => text))])
    const count = ids.size - failed.length
    if (count > 0) noteSuccess(t('bulk.done', { count }))
    onSelect(new Set(failed.map(([id]) => id)))
    await onChanged()
    return failed.length === 0
  }
  return (
    <section className={classes.bulk} aria-label={t('selected', { count: ids.size })}>
      <Text fw={600} style={{ flex: 1 }} aria-live="polite">
        {t('selected', { count: ids.size })}
      </Text>
      <Button size="xs" variant="default" onClick={() => apply({ enabled: true })} loading={isBusy}>
        {t('bulk.enable')}
      </Button>
      <Button size="xs" variant="default" onClick={() => apply({ enabled: false })} loading={isBusy}>
        {t('bulk.disable')}
      </Button>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('bulk.edit')}
      </Button>
      <CloseButton aria-label={t('bulk.clear')} onClick={() => onSelect(new Set())} />
      {isOpen && (
        <BulkForm zones={zones} isBusy={isBusy} failures={failures} onClose={() => setOpen(false)} onApply={apply} />
      )}
    </section>
  )
}

interface BulkFormProps {
  zones: readonly Zone[]
  isBusy: boolean
  failures: readonly string[]
  onClose(): void
  onApply(body: Record<string, unknown>): Promise<boolean>
}

function BulkForm({ zones, isBusy, failures, onClose, onApply }: BulkFormProps) {
  const { t } = useTranslation(['fleet', 'records', 'shell'])
  const unit = useDistanceUnit()
  const sections = commonSections(t, zones)
  const [values, setValues] = useState(() => valuesOf(sections, undefined, unit))
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isEmpty, setEmpty] = useState(false)
  const change = (name: string, value: FieldValue) => {
    setValues((old) => ({ ...old, [name]: value }))
    setTouched((old) => new Set(old).add(name))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { body, faults } = readForm(sections, values, unit)
    const sent = Object.fromEntries(
      Object.entries(body).filter(([name, value]) => touched.has(name) && value !== null && !isEmptyList(value)),
    )
    setErrors(Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`records:fault.${fault}`)])))
    setEmpty(Object.keys(sent).length === 0)
    if (Object.keys(faults).length > 0 || Object.keys(sent).length === 0) return
    if (await onApply(sent)) onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
      title={t('bulk.title')}
      size="lg"
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text c="dimmed" size="sm">
            {t('bulk.text')}
          </Text>
          <div className={classes.grid}>
            {sections
              .flatMap((section) => section.fields)
              .map((field) => (
                <div key={field.name} className={['place', 'choices'].includes(field.kind) ? classes.wide : undefined}>
                  <FieldInput
                    field={field}
                    label={t(`fields.${field.name}`, { unit: unit === 1_000 ? 'km' : 'mi' })}
                    value={values[field.name]!}
                    error={errors[field.name] ?? ''}
                    onChange={(value) => change(field.name, value)}
                  />
                </div>
              ))}
          </div>
          {isEmpty && <Alert color="yellow">{t('bulk.nothing')}</Alert>}
          {failures.length > 0 && (
            <Alert color="red" role="alert" title={t('bulk.failed')}>
              {failures.map((failure) => (
                <div key={failure}>{failure}</div>
              ))}
            </Alert>
          )}
          <Button type="submit" loading={isBusy}>
            {t('shell:save')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
