// The form of a webhook: where to, which events, and the secret of its signatures, shown once.

import { Alert, Button, Code, Modal, Stack } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Webhook, WebhookInput } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '../forms/field-grid.tsx'
import type { Field, Option } from '../forms/fields.ts'
import { FormFoot } from '../forms/form-foot.tsx'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useProjects } from '../shell/session.ts'

/** The same list as the contract's; the page carries its words, not the whole contract. */
const eventIds = [
  'svc.planner.2.plan.created',
  'svc.planner.2.plan.updated',
  'svc.planner.2.plan.deleted',
  'svc.drivers.2.route.started',
  'svc.drivers.2.route.finished',
  'svc.planner.2.stop.created',
  'svc.planner.2.stop.deleted',
  'svc.planner.2.stop.reported',
] as const satisfies readonly Webhook['events'][number][]

interface WebhookFormProps {
  webhook: Webhook | undefined
  onClose(): void
  onSaved(): Promise<unknown>
}

export function WebhookForm({ webhook, onClose, onSaved }: WebhookFormProps) {
  const { t } = useTranslation(['settings', 'shell'])
  const [secret, setSecret] = useState('')
  const fields = webhookFields(t, projectOptions(useProjects()))
  const form = useRecordForm<Webhook>({
    words: 'settings',
    fields,
    stored: webhook,
    fresh: { url: 'https://', enabled: true },
    ...useWebhookCalls(webhook, onSaved, (made) => (made ? setSecret(made) : onClose())),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      closeOnClickOutside={false}
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
    >
      {secret ? (
        <Stack>
          <Alert color="yellow">{t('webhooks.secret_once')}</Alert>
          <Code block>{secret}</Code>
          <Button onClick={onClose}>{t('keys.kept')}</Button>
        </Stack>
      ) : (
        <form id={form.id} onSubmit={form.onSubmit}>
          <Stack>
            <FieldGrid fields={fields} form={form} isNarrow />
            <FormFoot form={form} hasNoCancel />
          </Stack>
        </form>
      )}
    </Modal>
  )
}

/** `onEnd` is given the secret of the signatures, when the form was saved so that signing was switched on. */
function useWebhookCalls(
  webhook: Webhook | undefined,
  onSaved: () => Promise<unknown>,
  onEnd: (secret: string | undefined) => void,
) {
  const { t } = useTranslation(['settings', 'records'])
  const secret = useRef<string | undefined>(undefined)
  const path = { webhook_id: webhook?.id ?? '' }
  const saved = async (answer: { signing_secret?: string }) => {
    secret.current = answer.signing_secret
    noteSuccess(t('records:saved'))
    await onSaved()
  }
  return {
    create: (body: object) => call(operations.createWebhook, { body: body as WebhookInput }).then(saved),
    update: (body: object, { updated_at }: Webhook) =>
      call(operations.updateWebhook, { ...path, body }, { seenUpdatedAt: updated_at }).then(saved),
    async read() {
      const now = (await call(operations.listWebhooks)).find(({ id }) => id === webhook!.id)
      if (!now) throw new Error(t('webhooks.gone'))
      return now
    },
    deletion: webhook && {
      title: t('webhooks.delete'),
      text: t('webhooks.delete_text'),
      run: ({ updated_at }: Webhook) =>
        call(operations.deleteWebhook, path, { seenUpdatedAt: updated_at }).then(onSaved),
    },
    onClose: () => onEnd(secret.current),
  }
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
    {
      name: 'project_id',
      kind: 'choice',
      word: 'webhooks.project',
      options: projects,
      input: { placeholder: t('webhooks.all_projects') },
    },
    { name: 'enabled', kind: 'switch', word: 'webhooks.enabled' },
    { name: 'signed', kind: 'switch', word: 'webhooks.signed', hint: 'webhooks.signed_hint' },
  ]
}

function projectOptions(projects: readonly { id: string; label: string }[]): Option[] {
  return projects.map(({ id, label }) => ({ value: id, label }))
}
