// The last messages of a source and the result of each, with a way to try again.
import { Badge, Button, Code, Drawer, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderMessage, OrderSource } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '../../settings/settings.module.css'
import { Loaded } from '../../shell/loaded.tsx'
import { call } from '../../shell/service.ts'
import { useFormats } from '../../shell/session.ts'
import { Empty, Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const SHOWN = 100
const colors: Record<OrderMessage['result'], string> = {
  created: 'green',
  changed: 'green',
  canceled: 'green',
  refused: 'red',
  too_late: 'orange',
  waiting: 'blue',
  unchanged: 'gray',
  outdated: 'gray',
  ignored: 'gray',
}

export function OrderSourceLog({ source, onClose }: { source: OrderSource; onClose(): void }) {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const key = ['order-messages', source.id]
  const path = { order_source_id: source.id }
  const query = useAnswer(key, operations.listOrderMessages, { ...path, limit: SHOWN }, { refetchInterval: 5_000 })
  const retry = ({ id }: OrderMessage) =>
    action.run(async () => {
      await call(operations.retryOrderMessage, { ...path, message_id: id })
      await queries.invalidateQueries({ queryKey: key })
    })
  return (
    <Drawer opened onClose={onClose} position="right" size={720} title={t('orders.log_of', { label: source.label })}>
      <Refusal text={action.failure} />
      <Loaded query={query}>
        {({ docs }) =>
          docs.length === 0 ? (
            <Empty title={t('orders.no_messages')} text={t('orders.no_messages_text')} next={undefined} />
          ) : (
            <Stack gap={6}>
              {docs.map((message) => (
                <Message
                  key={message.id}
                  message={message}
                  isBusy={action.isBusy}
                  onRetry={() => void retry(message)}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Drawer>
  )
}

function Message({ message, isBusy, onRetry }: { message: OrderMessage; isBusy: boolean; onRetry(): void }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { result, order_id, received_at, detail, body, encoding } = message
  const letters = encoding && encoding !== 'utf-8' && t('fetching.read_as', { encoding })
  return (
    <div className={classes.section} style={{ margin: 0, padding: 12 }}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Badge color={colors[result]} variant="light">
            {t(`orders.result.${result}`)}
          </Badge>
          <div>
            <Text size="sm" fw={600}>
              {order_id ?? '–'}
            </Text>
            <Text size="xs" c="dimmed">
              {[formats.dateTime(received_at), letters, detail].filter(Boolean).join(' · ')}
            </Text>
          </div>
        </Group>
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={onRetry}>
          {t('orders.retry')}
        </Button>
      </Group>
      <details>
        <summary>{t('webhooks.body')}</summary>
        <Code block mt="sm" className={classes.code!}>
          {JSON.stringify(body, null, 2)}
        </Code>
      </details>
    </div>
  )
}
