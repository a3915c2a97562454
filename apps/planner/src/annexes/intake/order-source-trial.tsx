// Trial of a source's mapping: a message is pasted, its values clicked, and the stop that would result is shown next to it.
import {
  Badge,
  Button,
  Drawer,
  Group,
  NumberInput,
  Pill,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderMapping, OrderPreview, OrderSource } from '@routewright/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { call } from '../../shell/service.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { MessageTree } from './message-tree.tsx'
import { withEdit, withoutCondition, withoutPath } from './order-mapping.ts'
import classes from './order-sources.module.css'

interface TrialProps {
  source: OrderSource
  onClose(): void
  onSaved(): Promise<unknown>
}

export function OrderSourceTrial(props: TrialProps) {
  const { t } = useTranslation('settings')
  const presets = useAnswer(
    ['order-presets'],
    operations.listOrderSourcePresets,
    {},
    { staleTime: Number.POSITIVE_INFINITY },
  )
  const { source, onClose } = props
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(1100px, 100%)"
      title={t('orders.try_of', { label: source.label })}
    >
      <Loaded query={presets}>
        {(known) => <Trial {...props} sample={known.find(({ kind }) => kind === source.kind)?.sample} />}
      </Loaded>
    </Drawer>
  )
}

function Trial({ source, onClose, onSaved, sample }: TrialProps & { sample: unknown }) {
  const { t } = useTranslation(['settings', 'shell'])
  const action = useAction()
  const [mapping, setMapping] = useState(source.mapping)
  const [text, setText] = useState(() => JSON.stringify(sample, null, 2))
  const message = parsed(text)
  const save = () =>
    action.run(async () => {
      await call(operations.updateOrderSource, { order_source_id: source.id, body: { mapping } })
      await onSaved()
      onClose()
    }, t('orders.saved'))
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('orders.try_text')}
      </Text>
      <div className={classes.halves}>
        <Stack>
          <Textarea
            label={t('orders.message')}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
            error={message === undefined && t('orders.no_json')}
            minRows={4}
            maxRows={8}
            autosize
            spellCheck={false}
          />
          <div className={classes.message}>
            {message !== undefined && (
              <MessageTree value={message} onChoose={(edit) => setMapping(withEdit(mapping, edit))} />
            )}
          </div>
        </Stack>
        <Stack>
          {message !== undefined && <Preview source={source} mapping={mapping} sample={message} />}
          <MappingLines mapping={mapping} onChange={setMapping} />
          <PlanRule mapping={mapping} onChange={setMapping} />
          <Refusal text={action.failure} />
          <Group justify="flex-end">
            <Button loading={action.isBusy} onClick={() => void save()}>
              {t('orders.save')}
            </Button>
          </Group>
        </Stack>
      </div>
    </Stack>
  )
}

/** Undefined where it is no JSON. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

interface MappingProps {
  mapping: OrderMapping
  onChange(mapping: OrderMapping): void
}

function MappingLines({ mapping, onChange }: MappingProps) {
  const { t } = useTranslation('settings')
  return (
    <Stack gap={6}>
      {mapping.fields.map(({ field, paths, otherwise = [], constant }) => (
        <Line key={field} title={t(`orders.field.${field}`, { defaultValue: field.replace('custom_fields.', '') })}>
          {paths.map((path) => (
            <Pill key={path} withRemoveButton onRemove={() => onChange(withoutPath(mapping, field, path))}>
              {path}
            </Pill>
          ))}
          {otherwise.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('orders.otherwise')}
            </Text>
          )}
          {otherwise.map((path) => (
            <Pill key={path} withRemoveButton onRemove={() => onChange(withoutPath(mapping, field, path))}>
              {path}
            </Pill>
          ))}
          {constant !== undefined && <Text size="sm">{constant}</Text>}
        </Line>
      ))}
      {(['cancel', 'accept'] as const).map((kind) => (
        <Line key={kind} title={t(`orders.${kind}`)}>
          {mapping[kind].map(({ path, header, is }, at) => (
            <Pill
              key={`${path}${header}`}
              withRemoveButton
              onRemove={() => onChange(withoutCondition(mapping, kind, at))}
            >
              {[path ?? header, ...(is ? [is.join(', ')] : [])].join(': ')}
            </Pill>
          ))}
          {mapping[kind].length === 0 && (
            <Text size="sm" c="dimmed">
              {t(`orders.no_${kind}`)}
            </Text>
          )}
        </Line>
      ))}
    </Stack>
  )
}

function Line({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Group gap={4}>{children}</Group>
    </div>
  )
}

function PlanRule({ mapping, onChange }: MappingProps) {
  const { t } = useTranslation('settings')
  const { plan } = mapping
  const change = (part: Partial<OrderMapping['plan']>) => onChange({ ...mapping, plan: { ...plan, ...part } })
  return (
    <Group grow align="flex-end">
      <Select
        label={t('orders.plan')}
        allowDeselect={false}
        value={plan.day}
        data={(['delivery_date', 'next'] as const).map((value) => ({ value, label: t(`orders.plan_day.${value}`) }))}
        onChange={(value) => change({ day: value as OrderMapping['plan']['day'] })}
      />
      <NumberInput
        label={t('orders.days_ahead')}
        min={0}
        max={60}
        value={plan.days_ahead}
        onChange={(value) => change({ days_ahead: Number(value) || 0 })}
      />
      <TextInput
        label={t('orders.plan_label')}
        value={plan.label ?? ''}
        onChange={({ currentTarget: { value } }) => change({ label: value || undefined })}
      />
    </Group>
  )
}

function Preview({ source, mapping, sample }: { source: OrderSource; mapping: OrderMapping; sample: object }) {
  const { t } = useTranslation('settings')
  const body = { project_id: source.project_id, mapping, sample }
  const query = useAnswer(
    ['order-preview', body],
    operations.previewOrder,
    { body },
    { placeholderData: (last) => last },
  )
  return (
    <Loaded query={query} rows={2}>
      {(preview) => (
        <Stack gap={6} aria-live="polite">
          <Group gap="xs">
            <Badge color={preview.action === 'keep' ? 'green' : preview.action === 'cancel' ? 'red' : 'gray'}>
              {t(`orders.action.${preview.action}`)}
            </Badge>
            {preview.day && <Text size="sm">{preview.day}</Text>}
          </Group>
          <Place preview={preview} />
          <Text size="sm">{stopLine(preview)}</Text>
          {preview.problems.map(({ field, reason }) => (
            <Text key={field} size="sm" c="var(--mantine-color-error)">
              {t(`orders.field.${field}`, { defaultValue: field })}: {reason}
            </Text>
          ))}
        </Stack>
      )}
    </Loaded>
  )
}

function Place({ preview: { location, address } }: { preview: OrderPreview }) {
  const { t } = useTranslation('settings')
  const isFound = location?.lat !== undefined && location.lng !== undefined
  return (
    <div>
      <Text fw={600}>{address ?? location?.label}</Text>
      <Text size="sm" c={isFound ? 'dimmed' : 'var(--mantine-color-error)'}>
        {isFound
          ? [
              location.street,
              location.postal_code,
              location.city,
              `${location.lat!.toFixed(5)}, ${location.lng!.toFixed(5)}`,
            ]
              .filter(Boolean)
              .join(' · ')
          : t('orders.no_place')}
      </Text>
    </div>
  )
}

/** Writes further fields of the stop. */
function stopLine({ stop = {} }: OrderPreview): string {
  const plain = Object.values(stop).filter((value) => typeof value === 'string' || typeof value === 'number')
  return plain.join(' · ')
}
