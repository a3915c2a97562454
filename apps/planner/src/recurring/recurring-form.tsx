// The form of a recurring order: its pattern with the next days, and the stop that it makes.
import { Alert, Button, Drawer, Group, NumberInput, Text, TextInput, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { RecurringOrder, RecurringOrderInput, RecurringOrderUpdate } from '@routewright/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typeOptions } from '../clients/clients-page.tsx'
import { weekdayOptions } from '../fleet/vehicle-fields.ts'
import { FieldInput } from '../records/field-input.tsx'
import { type FormValues, readForm, type Section, valuesOf, writtenValue } from '../records/fields.ts'
import { refusedField } from '../records/record-queries.ts'
import classes from '../records/records.module.css'
import { ConflictNotice } from '../shell/conflict-notice.tsx'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
import { type Conflict, type Fields, keptNames, saveOverSeen } from '../shell/save-seen.ts'
import { call } from '../shell/service.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { PatternPreview } from './pattern-preview.tsx'

interface RecurringFormProps {
  order: RecurringOrder | undefined
  onClose(): void
  onChanged(): Promise<unknown>
}

export function RecurringForm({ order, onClose, onChanged }: RecurringFormProps) {
  const { t } = useTranslation(['recurring', 'records', 'shell'])
  const project = useProject()
  const formats = useFormats()
  const clients = useQuery({
    queryKey: ['clients', project.id, 'choices'],
    queryFn: ({ signal }) =>
      call('GET /v2/clients', { project_id: project.id, limit: 1_000, sort: 'label:asc' }, { signal }),
  })
  const clientOptions = (clients.data?.docs ?? []).map(({ id, label, external_id }) => ({
    value: id,
    label: label || external_id || id,
  }))
  const sections: Section[] = [
    {
      word: 'stop',
      fields: [
        { name: 'client_id', kind: 'choice', options: clientOptions },
        { name: 'stop_label', kind: 'text' },
        { name: 'location', kind: 'place' },
        { name: 'location_details', kind: 'text' },
        { name: 'type', kind: 'choice', options: typeOptions(t) },
        { name: 'time_windows', kind: 'windows' },
        { name: 'duration', kind: 'minutes' },
      ],
    },
    {
      word: 'load',
      fields: [
        { name: 'weight', kind: 'number' },
        { name: 'volume', kind: 'number' },
        { name: 'phone', kind: 'text' },
        { name: 'email', kind: 'text' },
        { name: 'requires', kind: 'words', isWide: true },
        { name: 'comments', kind: 'long' },
      ],
    },
  ]
  const stopValuesOf = (one: RecurringOrder | undefined) =>
    valuesOf(sections, one && { ...one.stop, stop_label: one.stop.label }, 1_000)
  const patternOf = (one: RecurringOrder | undefined) => ({
    label: one?.label ?? '',
    weekdays: (one?.weekdays ?? []) as RecurringOrderInput['weekdays'],
    every_weeks: one?.every_weeks ?? 1,
    starts_on: one?.starts_on ?? formats.dayKey(Date.now()),
    ends_on: one?.ends_on ?? '',
    exceptions: [...(one?.exceptions ?? [])],
  })
  const [seen, setSeen] = useState(order)
  const [conflict, setConflict] = useState<Conflict<RecurringOrder> | undefined>()
  const [values, setValues] = useState(() => stopValuesOf(order))
  const [pattern, setPattern] = useState(() => patternOf(order))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = (next: Partial<typeof pattern>) => {
    setErrors({})
    setPattern((old) => ({ ...old, ...next }))
  }
  /** The pattern, and each field of the stop under a name of its own: two people may change different ones. */
  const fieldsOf = (days: typeof pattern, typed: FormValues): Fields => {
    const parts = Object.entries(readForm(sections, typed, 1_000).body).map(([name, value]) => [`stop.${name}`, value])
    return { ...days, ends_on: days.ends_on || null, ...Object.fromEntries(parts) }
  }
  const save = async (days: typeof pattern, typed: FormValues, over: RecurringOrder | undefined) => {
    if (!over) {
      const stop = templateOf(undefined, readForm(sections, typed, 1_000).body)
      const body = { ...days, ends_on: days.ends_on || null, stop }
      return void (await call('POST /app/v1/recurring_order', { project_id: project.id, body }))
    }
    const path = { recurring_order_id: over.id }
    return saveOverSeen<RecurringOrder>({
      seen: over,
      fields: fieldsOf(days, typed),
      fieldsOf: (stored) => fieldsOf(patternOf(stored), stopValuesOf(stored)),
      send: (changed, stored) => {
        const body = changeOf(changed, stored, readForm(sections, stopValuesOf(stored), 1_000).body)
        const options = { seenUpdatedAt: stored.updated_at }
        return call('PUT /app/v1/recurring_order/{recurring_order_id}', { ...path, body }, options)
      },
      read: () => call('GET /app/v1/recurring_order/{recurring_order_id}', path),
    })
  }

  const submit = async (days: typeof pattern, typed: FormValues, over: RecurringOrder | undefined) => {
    setFailure('')
    const { faults } = readForm(sections, typed, 1_000)
    const found = Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`records:fault.${fault}`)]))
    if (days.weekdays.length === 0) found.weekdays = t('records:fault.required')
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const contested = await save(days, typed, over)
      setConflict(contested)
      if (contested) return
      noteSuccess(t('records:saved'))
      await onChanged()
      onClose()
    } catch (error) {
      const refused = refusedField(error)
      if (refused && (refused.field in values || refused.field in pattern))
        setErrors({ [refused.field]: refused.reason })
      else setFailure(failureText(error, t))
    } finally {
      setBusy(false)
    }
  }
  /** Goes on from the order as it is now; own changes stay, but for those given up. */
  const settle = (found: Conflict<RecurringOrder>, isKept: boolean) => {
    const { now } = found
    const own = new Set(keptNames(found, isKept))
    const pick = <Part extends object>(theirs: Part, typed: Part, prefix: string): Part => {
      const kept = Object.entries(typed).filter(([name]) => own.has(prefix + name))
      return { ...theirs, ...Object.fromEntries(kept) }
    }
    const days = pick(patternOf(now), pattern, '')
    const typed = pick(stopValuesOf(now), values, 'stop.')
    setSeen(now)
    setPattern(days)
    setValues(typed)
    if (isKept) void submit(days, typed, now)
    else setConflict(undefined)
  }
  const contestedFields = conflict?.names.map((name) => {
    const part = name.replace(/^stop\./, '')
    const field = sections.flatMap(({ fields }) => fields).find((one) => `stop.${one.name}` === name)
    const written = (days: object, typed: FormValues) =>
      field ? writtenValue(field, typed[part]) : String((days as Fields)[part] ?? '')
    const theirs = written(patternOf(conflict.now), stopValuesOf(conflict.now))
    return { label: t(`fields.${part}`), theirs, mine: written(pattern, values) }
  })
  const remove = () =>
    modals.openConfirmModal({
      title: t('records:delete_title'),
      children: <Text size="sm">{t('delete_text')}</Text>,
      labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        const path = { recurring_order_id: order!.id }
        call('DELETE /app/v1/recurring_order/{recurring_order_id}', path, { seenUpdatedAt: seen!.updated_at })
          .then(onChanged)
          .then(onClose, (error) => setFailure(failureText(error, t)))
      },
    })

  const name = order?.label || order?.stop.label || ''
  return (
    <Drawer
      opened
      onClose={onClose}
      title={
        <Text fw={650} size="lg">
          {order ? t('edit', { name }) : t('new')}
        </Text>
      }
      position="right"
      size={620}
      padding="md"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(pattern, values, seen)
        }}
      >
        <Title order={3} size="h6" mb="xs">
          {t('sections.pattern')}
        </Title>
        <div className={classes.grid}>
          <div className={classes.wide}>
            <FieldInput
              field={{ name: 'weekdays', kind: 'choices', options: weekdayOptions(t), isRequired: true }}
              label={t('fields.weekdays')}
              value={pattern.weekdays}
              error={errors.weekdays ?? ''}
              onChange={(value) => change({ weekdays: [...(value as string[])] as typeof pattern.weekdays })}
            />
          </div>
          <NumberInput
            label={t('fields.every_weeks')}
            min={1}
            max={52}
            value={pattern.every_weeks}
            error={errors.every_weeks ?? ''}
            onChange={(value) => change({ every_weeks: Number(value) || 1 })}
          />
          <TextInput
            label={t('fields.label')}
            value={pattern.label}
            maxLength={500}
            onChange={({ currentTarget: { value } }) => change({ label: value })}
          />
          <TextInput
            type="date"
            label={t('fields.starts_on')}
            value={pattern.starts_on}
            error={errors.starts_on ?? ''}
            onChange={({ currentTarget: { value } }) => change({ starts_on: value })}
          />
          <TextInput
            type="date"
            label={t('fields.ends_on')}
            value={pattern.ends_on}
            error={errors.ends_on ?? ''}
            onChange={({ currentTarget: { value } }) => change({ ends_on: value })}
          />
        </div>
        <PatternPreview
          pattern={{
            weekdays: pattern.weekdays,
            every_weeks: pattern.every_weeks,
            starts_on: pattern.starts_on,
            ends_on: pattern.ends_on || null,
            exceptions: pattern.exceptions,
            from: formats.dayKey(Date.now()),
            count: 8,
          }}
          onChange={(exceptions) => change({ exceptions })}
        />
        {sections.map((section) => (
          <section key={section.word}>
            <Title order={3} size="h6" mt="lg" mb="xs">
              {t(`sections.${section.word}`)}
            </Title>
            <div className={classes.grid}>
              {section.fields.map((field) => (
                <div
                  key={field.name}
                  className={field.isWide || ['place', 'long'].includes(field.kind) ? classes.wide : undefined}
                >
                  <FieldInput
                    field={field}
                    label={t(`fields.${field.name}`)}
                    hint={t(`hints.${field.name}`, { defaultValue: '' })}
                    value={values[field.name]!}
                    error={errors[field.name] ?? ''}
                    onChange={(value) => {
                      setErrors({})
                      setValues((old) => ({ ...old, [field.name]: value }))
                    }}
                  />
                </div>
              ))}
            </div>
          </section>
        ))}
        <div className={classes.foot}>
          <ConflictNotice conflict={conflict} fields={contestedFields} isBusy={isBusy} onSettle={settle} />
          {failure && (
            <Alert color="red" role="alert" mb="sm">
              {failure}
            </Alert>
          )}
          <Group justify="space-between">
            {order ? (
              <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
                {t('shell:delete')}
              </Button>
            ) : (
              <span />
            )}
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('shell:cancel')}
              </Button>
              <Button type="submit" loading={isBusy}>
                {t('shell:save')}
              </Button>
            </Group>
          </Group>
        </div>
      </form>
    </Drawer>
  )
}

/** What is left empty is left out, so that the client's own values count; fields that the form lacks stay. */
function templateOf(order: RecurringOrder | undefined, body: Record<string, unknown>): RecurringOrderInput['stop'] {
  const { stop_label, ...fields } = body
  const all = { ...fields, label: stop_label }
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  const kept = Object.entries(order?.stop ?? {}).filter(([field]) => !(field in all))
  return Object.fromEntries([...kept, ...Object.entries(all).filter(([, value]) => !isEmpty(value))])
}

/** The changed fields as they are sent over an order: the stop goes as a whole, with what that order has. */
function changeOf(changed: Fields, over: RecurringOrder, stop: Fields): RecurringOrderUpdate {
  const entries = Object.entries(changed)
  const isOfStop = ([name]: [string, unknown]) => name.startsWith('stop.')
  const parts = entries.filter(isOfStop).map(([name, value]) => [name.slice('stop.'.length), value])
  const days = Object.fromEntries(entries.filter((entry) => !isOfStop(entry)))
  return parts.length === 0 ? days : { ...days, stop: templateOf(over, { ...stop, ...Object.fromEntries(parts) }) }
}
