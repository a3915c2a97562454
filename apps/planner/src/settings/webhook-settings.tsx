// Webhooks: who is told of which events, a test at once, and the log of the latest attempts with a way to send again.

import { Badge, Button, Group, Table, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Webhook } from '@routewright/contract'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../shell/loaded.tsx'
import { noteFailure, noteSuccess } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { Section } from './section.tsx'
import { SettingsTable } from './settings-table.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookLog } from './webhook-log.tsx'

export default function WebhookSettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const [edited, setEdited] = useState<Webhook | 'new' | undefined>()
  const [logged, setLogged] = useState<Webhook | undefined>()
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => call(operations.listWebhooks, {}, { signal }),
  })
  const again = () => queries.invalidateQueries({ queryKey: ['webhooks'] })
  const close = () => setEdited(undefined)
  const test = useTest(action)
  const heads = [...['url', 'events', 'state'].map((name) => t(`webhooks.${name}`)), { said: t('webhooks.actions') }]
  return (
    <Section
      title={t('parts.webhooks')}
      text={t('webhooks.text')}
      failure={action.failure}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
          {t('webhooks.new')}
        </Button>
      }
    >
      <Loaded query={query} rows={3} empty={<NoWebhooks />}>
        {(webhooks) => (
          <SettingsTable heads={heads}>
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                isBusy={action.isBusy}
                onTest={() => test(webhook)}
                onLog={() => setLogged(webhook)}
                onEdit={() => setEdited(webhook)}
              />
            ))}
          </SettingsTable>
        )}
      </Loaded>
      {edited && <WebhookForm webhook={edited === 'new' ? undefined : edited} onClose={close} onSaved={again} />}
      {logged && <WebhookLog webhook={logged} onClose={() => setLogged(undefined)} />}
    </Section>
  )
}

/** Sends a test at once, and tells what the receiver said. */
function useTest(action: ReturnType<typeof useAction>): (webhook: Webhook) => void {
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

function NoWebhooks() {
  const { t } = useTranslation('settings')
  return (
    <Empty title={t('webhooks.none')} text={t('webhooks.none_text')} icon={<IconWebhook size={40} stroke={1.3} />} />
  )
}

interface WebhookRowProps {
  webhook: Webhook
  isBusy: boolean
  onTest(): void
  onLog(): void
  onEdit(): void
}

function WebhookRow({ webhook, isBusy, onTest, onLog, onEdit }: WebhookRowProps) {
  const { t } = useTranslation('settings')
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{webhook.label}</Text>
        <Text size="sm" c={webhook.label ? 'dimmed' : undefined} truncate maw={320}>
          {webhook.url}
        </Text>
      </Table.Td>
      <Table.Td>
        {webhook.events.length === 0
          ? t('webhooks.all_events')
          : t('webhooks.some_events', { count: webhook.events.length })}
      </Table.Td>
      <Table.Td>
        <State webhook={webhook} />
      </Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={onTest}>
            {t('webhooks.test')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onLog}>
            {t('webhooks.log')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onEdit}>
            {t('change')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('settings')
  if (!webhook.enabled) {
    return (
      <Badge color={webhook.disabled_at ? 'red' : 'gray'} variant="light">
        {t(webhook.disabled_at ? 'webhooks.gave_up' : 'webhooks.off')}
      </Badge>
    )
  }
  return webhook.failure_count > 0 ? (
    <Badge color="orange" variant="light">
      {t('webhooks.failing', { count: webhook.failure_count })}
    </Badge>
  ) : (
    <Badge color="green" variant="light">
      {t('webhooks.on')}
    </Badge>
  )
}
