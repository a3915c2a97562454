// The last reports to a shop: the state of each order, and the shop's response.
import { Badge, Group, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderSource } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { useFormats } from '../../shell/session.ts'
import { EmptyPart } from '../../shell/states.tsx'
import { useAnswer } from '../../shell/use-answer.ts'

const SHOWN = 100

export function OrderSourceTold({ source }: { source: OrderSource }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const path = { order_source_id: source.id, limit: SHOWN }
  const query = useAnswer(['told-states', source.id], operations.listToldStates, path, { refetchInterval: 5_000 })
  return (
    <Loaded query={query}>
      {({ docs }) =>
        docs.length === 0 ? (
          <EmptyPart text={t('telling.none')} next={undefined} />
        ) : (
          <Stack gap={6}>
            {docs.map(({ id, ok, state, order_id, created_at, detail }) => (
              <Group key={id} gap="sm" wrap="nowrap" data-told>
                <Badge color={ok ? 'green' : 'red'} variant="light" style={{ flexShrink: 0 }}>
                  {t(ok ? 'telling.told' : 'telling.not_told')}
                </Badge>
                <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Text size="sm" fw={600}>
                    {order_id} · {t(`telling.state.${state}`)}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {formats.dateTime(created_at)} {detail && `· ${detail}`}
                  </Text>
                </div>
              </Group>
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}
