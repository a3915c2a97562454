// The latest attempts to tell the receiver of a webhook, with a way to send one again.

import { Alert, Badge, Button, Code, Collapse, Drawer, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Webhook, WebhookAttempt } from '@routewright/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import classes from './settings.module.css'

export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const query = useQuery({
    queryKey: ['attempts', webhook.id],
    queryFn: ({ signal }) => call(operations.listWebhookAttempts, { webhook_id: webhook.id, limit: 100 }, { signal }),
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
      closeButtonProps={{ 'aria-label': t('shell:close') }}
    >
      {action.failure && (
        <Alert color="red" role="alert">
          {action.failure}
        </Alert>
      )}
      <Loaded query={query} empty={<Empty title={t('webhooks.no_attempts')} text={t('webhooks.no_attempts_text')} />}>
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
