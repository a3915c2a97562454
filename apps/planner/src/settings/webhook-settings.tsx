// Webhooks: who is told of which events, a test at once, and the log of the latest attempts with a way to send again.

import { Badge, Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Webhook } from '@routewright/contract'
import { IconWebhook } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '../shell/column-table.tsx'
import { noteFailure, noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { RecordSection } from './record-section.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'

export default function WebhookSettings() {
  const queries = useQueryClient()
  const action = useAction()
  const [edited, setEdited] = useState<Webhook | 'new' | undefined>()
  const [logged, setLogged] = useState<Webhook | undefined>()
  const query = useAnswer(['webhooks'], operations.listWebhooks, {})
  const again = () => queries.invalidateQueries({ queryKey: ['webhooks'] })
  const close = () => setEdited(undefined)
  const test = useTest(action)
  const columns = useColumns(action.isBusy, test, setLogged, setEdited)
  return (
    <RecordSection
      words="webhooks"
      icon={IconWebhook}
      query={query}
      columns={columns}
      failure={action.failure}
      onNew={() => setEdited('new')}
    >
      {edited && <WebhookForm webhook={edited === 'new' ? undefined : edited} onClose={close} onSaved={again} />}
      {logged && <WebhookLog webhook={logged} onTest={() => test(logged)} onClose={() => setLogged(undefined)} />}
    </RecordSection>
  )
}

type OnWebhook = (webhook: Webhook) => void

/** Columns of a webhook, and the actions on it. */
function useColumns(isBusy: boolean, onTest: OnWebhook, onLog: OnWebhook, onEdit: OnWebhook): Column<Webhook>[] {
  const { t } = useTranslation('settings')
  return [
    {
      key: 'url',
      title: t('webhooks.url'),
      cell: ({ label, url }) => (
        <>
          <Text fw={600}>{label}</Text>
          <Text size="sm" c={label ? 'dimmed' : undefined} truncate maw={320}>
            {url}
          </Text>
        </>
      ),
    },
    {
      key: 'events',
      title: t('webhooks.events'),
      cell: ({ events }) =>
        events.length === 0 ? t('webhooks.all_events') : t('webhooks.some_events', { count: events.length }),
    },
    { key: 'state', title: t('webhooks.state'), cell: (webhook) => <State webhook={webhook} /> },
    {
      key: 'actions',
      said: t('webhooks.actions'),
      cell: (webhook) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => onTest(webhook)}>
            {t('webhooks.test')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onLog(webhook)}>
            {t('webhooks.log')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onEdit(webhook)}>
            {t('change')}
          </Button>
        </Group>
      ),
    },
  ]
}

/** Sends a test at once, and tells what the receiver said. */
function useTest(action: ReturnType<typeof useAction>): OnWebhook {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  return ({ id: webhook_id }) =>
    void action.run(async () => {
      const attempt = await call(operations.testWebhook, { webhook_id })
      if (attempt.ok) noteSuccess(t('webhooks.test_ok', { status: attempt.response_status ?? '' }))
      else noteFailure(t('webhooks.test_failed'), attempt.error ?? String(attempt.response_status ?? ''))
      await queries.invalidateQueries({ queryKey: ['attempts', webhook_id] })
    })
}

function State({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('settings')
  const [color, word] = getState(webhook)
  return (
    <Badge color={color} variant="light">
      {t(`webhooks.${word}`, { count: webhook.failure_count })}
    </Badge>
  )
}

function getState({ enabled, disabled_at, failure_count }: Webhook): [color: string, word: string] {
  if (!enabled) return disabled_at ? ['red', 'gave_up'] : ['gray', 'off']
  return failure_count > 0 ? ['orange', 'failing'] : ['green', 'on']
}
