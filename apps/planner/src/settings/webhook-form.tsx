// The form of a webhook: where to, which events, and the secret of its signatures, shown once.

import * as operations from '@routewright/client/operations'
import type { Webhook, WebhookInput } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Field, Option } from '../forms/fields.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { call } from '../shell/service.ts'
import { useProjects } from '../shell/session.ts'
import { RecordWindow, useListedRecord } from './record-window.tsx'

/** The same list as the contract's, optional ones last; the page carries its words, not the whole contract. */
const eventIds = [
  'svc.planner.2.plan.created',
  'svc.planner.2.plan.updated',
  'svc.planner.2.plan.deleted',
  'svc.drivers.2.route.started',
  'svc.drivers.2.route.finished',
  'svc.planner.2.stop.created',
  'svc.planner.2.stop.deleted',
  'svc.planner.2.stop.reported',
  'svc.drivers.2.stop.arrived',
  'svc.drivers.2.stop.departed',
  'svc.drivers.2.report.contradicted',
  'svc.planner.2.slot.booked',
  'svc.planner.2.slot.changed',
  'svc.drivers.2.stop.expected',
  'svc.drivers.2.stop.approached',
  'svc.drivers.2.stop.window_at_risk',
  'svc.drivers.2.route.delayed',
  'svc.drivers.2.route.positioned',
] as const satisfies readonly Webhook['events'][number][]

/** Fields that say from when on an event is told; each is shown while its event is chosen. The placeholder is what counts without it. */
const thresholds = [
  { name: 'expected_within_minutes', event: 'svc.drivers.2.stop.expected', min: 1, max: 240, placeholder: '10' },
  { name: 'within_meters', event: 'svc.drivers.2.stop.approached', min: 50, max: 20_000, placeholder: '500' },
  { name: 'late_by_minutes', event: 'svc.drivers.2.stop.window_at_risk', min: 0, max: 240, placeholder: '5' },
  { name: 'delayed_by_minutes', event: 'svc.drivers.2.route.delayed', min: 1, max: 480, placeholder: '15' },
  { name: 'position_every_seconds', event: 'svc.drivers.2.route.positioned', min: 10, max: 3_600, placeholder: '60' },
] as const satisfies readonly { name: keyof WebhookInput; event: (typeof eventIds)[number]; [input: string]: unknown }[]

interface WebhookFormProps {
  webhook: Webhook | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

export function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const { t } = useTranslation(['settings', 'shell'])
  const fields = webhookFields(t, projectOptions(useProjects()))
  const path = { webhook_id: webhook?.id ?? '' }
  const { secret, saved, calls } = useListedRecord<Webhook>({
    stored: webhook,
    words: 'webhooks',
    list: () => call(operations.listWebhooks),
    erase: (seenUpdatedAt) => call(operations.deleteWebhook, path, { seenUpdatedAt }),
    onSaved,
    onClose,
  })
  // The service returns a secret when signing was switched on by this.
  const keepSecret = ({ signing_secret }: { signing_secret?: string }) => saved(signing_secret)
  const form = useRecordForm<Webhook>({
    words: 'settings',
    fields,
    stored: webhook,
    fresh: { url: 'https://', enabled: true },
    create: (body) => call(operations.createWebhook, { body: body as WebhookInput }).then(keepSecret),
    update: (body, { updated_at }) =>
      call(operations.updateWebhook, { ...path, body }, { seenUpdatedAt: updated_at }).then(keepSecret),
    ...calls,
  })
  const title = t(webhook ? 'webhooks.edit' : 'webhooks.new')
  return (
    <RecordWindow
      title={title}
      fields={fields}
      form={form}
      secret={secret}
      onClose={onClose}
      secretText={t('webhooks.secret_once')}
    />
  )
}

function webhookFields(t: TFunction, projects: readonly Option[]): Field[] {
  const events = eventIds.map((value) => ({ value, label: t(`event.${value.replaceAll('.', '_')}`) }))
  return [
    {
      name: 'url',
      kind: 'text',
      word: 'webhooks.url',
      hint: 'webhooks.url_hint',
      isRequired: true,
      input: { 'data-autofocus': true },
    },
    { name: 'label', kind: 'text', word: 'webhooks.label', input: { maxLength: 500 } },
    {
      name: 'events',
      kind: 'choices',
      word: 'webhooks.events',
      hint: 'webhooks.events_hint',
      options: events,
      read: (chosen: string[]) => [...chosen].sort(),
    },
    ...thresholds.map(
      ({ name, event, ...input }): Field => ({
        name,
        kind: 'number',
        word: `webhooks.${name}`,
        input: { ...input, allowDecimal: false },
        isLeftOut: ({ events: chosen }) => !(Array.isArray(chosen) && chosen.includes(event)),
      }),
    ),
    {
      name: 'project_id',
      kind: 'choice',
      word: 'webhooks.project',
      options: projects,
      input: { placeholder: t('webhooks.all_projects') },
    },
    { name: 'enabled', kind: 'switch', word: 'webhooks.enabled' },
    {
      name: 'form',
      kind: 'choice',
      word: 'webhooks.form',
      options: [{ value: 'cloudevents', label: 'CloudEvents 1.0' }],
      input: { placeholder: t('webhooks.plain_form') },
    },
    { name: 'signed', kind: 'switch', word: 'webhooks.signed', hint: 'webhooks.signed_hint' },
  ]
}

function projectOptions(projects: readonly { id: string; label: string }[]): Option[] {
  return projects.map(({ id, label }) => ({ value: id, label }))
}
