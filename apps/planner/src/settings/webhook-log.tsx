// The latest attempts to tell the receiver of a webhook, with a way to send one again.

import { Badge, Button, Code, Collapse, Drawer, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Webhook, WebhookAttempt } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Empty, Refusal } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import classes from './settings.module.css'

export function WebhookLog({ webhook, onTest, onClose }: { webhook: Webhook; onTest(): void; onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const query = useAnswer(['attempts', webhook.id], operations.listWebhookAttempts, {
    webhook_id: webhook.id,
    limit: 100,
  })
  const resend = (attempt: WebhookAttempt) =>
    action.run(async () => {
      await call(operations.resendWebhookAttempt, {
        webhook_id: webhook.id,
        body: { attempt_id: attempt.id },
      })
      await queries.invalidateQueries({ queryKey: ['attempts', webhook.id] })
    }, t('webhooks.resent'))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={720}
      title={t('webhooks.log_of', { url: webhook.label || webhook.url })}
    >
      <Refusal text={action.failure} />
      <Loaded
        query={query}
        empty={
          <Empty
            title={t('webhooks.no_attempts')}
            text={t('webhooks.no_attempts_text')}
            next={{ label: t('webhooks.send_test'), onClick: onTest }}
          />
        }
      >
        {({ docs }) => (
          <Stack gap={6}>
            {docs.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} isBusy={action.isBusy} onResend={() => resend(attempt)} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Drawer>
  )
}

function Attempt({ attempt, isBusy, onResend }: { attempt: WebhookAttempt; isBusy: boolean; onResend(): void }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={classes.section} style={{ margin: 0, padding: 12 }}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Badge color={attempt.ok ? 'green' : 'red'} variant="light">
            {attempt.response_status ?? t('webhooks.no_answer')}
          </Badge>
          <div>
            <Text size="sm" fw={600}>
              {t(`event.${attempt.event_id.replaceAll('.', '_')}`, { defaultValue: attempt.event_id })}
            </Text>
            <Text size="xs" c="dimmed">
              {formats.dateTime(attempt.created_at)} · {attempt.duration_ms} ms {attempt.error && `· ${attempt.error}`}
            </Text>
          </div>
        </Group>
        <Group gap={4} wrap="nowrap">
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('webhooks.body')}
          </Button>
          <Button size="compact-sm" variant="default" loading={isBusy} onClick={onResend}>
            {t('webhooks.resend')}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={isOpen}>
        <Code block mt="sm" className={classes.code!}>
          {JSON.stringify(attempt.body, null, 2)}
        </Code>
      </Collapse>
    </div>
  )
}
