// The form of a recurring order: its pattern with the next days, and the stop that it makes.
import { Alert, Button, Drawer, Group, NumberInput, Text, TextInput, Title } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { RecurringOrder, RecurringOrderInput } from '@routewright/contract'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { typeOptions } from '../clients/clients-page.tsx'
import { weekdayOptions } from '../fleet/vehicle-fields.ts'
import { FieldInput } from '../records/field-input.tsx'
import { readForm, type Section, valuesOf } from '../records/fields.ts'
import { refusedField } from '../records/record-queries.ts'
import classes from '../records/records.module.css'
import { failureText } from '../shell/failure.ts'
import { noteSuccess } from '../shell/notices.tsx'
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
  const [values, setValues] = useState(() =>
    valuesOf(sections, order && { ...order.stop, stop_label: order.stop.label }, 1_000),
  )
  const [pattern, setPattern] = useState({
    label: order?.label ?? '',
    weekdays: (order?.weekdays ?? []) as RecurringOrderInput['weekdays'],
    every_weeks: order?.every_weeks ?? 1,
    starts_on: order?.starts_on ?? formats.dayKey(Date.now()),
    ends_on: order?.ends_on ?? '',
    exceptions: [...(order?.exceptions ?? [])],
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = (next: Partial<typeof pattern>) => {
    setErrors({})
    setPattern((old) => ({ ...old, ...next }))
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFailure('')
    const { body, faults } = readForm(sections, values, 1_000)
    const found = Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, t(`records:fault.${fault}`)]))
    if (pattern.weekdays.length === 0) found.weekdays = t('records:fault.required')
    setErrors(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await save(order, project.id, { ...pattern, ends_on: pattern.ends_on || null, stop: templateOf(order, body) })
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
  const remove = () =>
    modals.openConfirmModal({
      title: t('records:delete_title'),
      children: <Text size="sm">{t('delete_text')}</Text>,
      labels: { confirm: t('shell:delete'), cancel: t('shell:cancel') },
      confirmProps: { color: 'red' },
      onConfirm: () => {
        const path = { recurring_order_id: order!.id }
        call('DELETE /app/v1/recurring_order/{recurring_order_id}', path)
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
      <form onSubmit={submit} noValidate>
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

async function save(order: RecurringOrder | undefined, projectId: string, body: RecurringOrderInput): Promise<void> {
  if (order) {
    await call('PUT /app/v1/recurring_order/{recurring_order_id}', { recurring_order_id: order.id, body })
  } else await call('POST /app/v1/recurring_order', { project_id: projectId, body })
}
