// Changes to several vehicles at once, with a result for each: what fails stays selected.

import { Alert, Button, CloseButton, Modal, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Zone } from '@routewright/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { batteryFieldsOfSeveral } from '../forms/battery-fields.ts'
import { FieldGrid } from '../forms/field-grid.tsx'
import {
  type Field,
  type FormValues,
  faultTexts,
  getValues,
  keepFilled,
  mergeWhole,
  readForm,
} from '../forms/fields.ts'
import { useDistanceUnit } from '../forms/use-record-form.tsx'
import classes from '../records/records.module.css'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useDepotOptions } from '../shell/use-depots.ts'
import { commonFields } from './vehicle-fields.ts'

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
        await call(
          operations.updateVehicle,
          { vehicle_id, body: await wholeFor(vehicle_id, body) },
          { repeatable: true },
        )
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

/** Fields that are replaced as a whole keep the parts that the vehicle has and that were not touched. */
async function wholeFor(vehicle_id: string, body: Record<string, unknown>) {
  const hasParts = Object.keys(body).some((name) => name.includes('.'))
  return hasParts ? mergeWhole(body, await call(operations.getVehicle, { vehicle_id })) : body
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
  const depots = useDepotOptions()
  const fields = [...commonFields(t, zones, depots), ...batteryFieldsOfSeveral]
  const [values, setValues] = useState(() => getValues(fields, undefined, unit))
  const [touched, setTouched] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isEmpty, setEmpty] = useState(false)
  const change = (part: FormValues) => {
    setValues((old) => ({ ...old, ...part }))
    setTouched((old) => [...old, ...Object.keys(part)])
  }
  const label = ({ name, word }: Field) => t(word ?? `fields.${name}`, { unit: unit === 1_000 ? 'km' : 'mi' })
  const hint = (field: Field) => (field.hint ? t(field.hint) : '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { body, faults } = readForm(fields, values, unit)
    const sent = keepFilled(Object.fromEntries(Object.entries(body).filter(([name]) => touched.includes(name))))
    setErrors(faultTexts(faults, t))
    setEmpty(Object.keys(sent).length === 0)
    if (Object.keys(faults).length > 0 || Object.keys(sent).length === 0) return
    if (await onApply(sent)) onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('bulk.title')} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text c="dimmed" size="sm">
            {t('bulk.text')}
          </Text>
          <FieldGrid fields={fields} form={{ values, errors, change, label, hint }} />
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
