// Files of a source: those that were taken or refused, and those that a trial found.
import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderFetchingTrial, OrderFile, OrderSource } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../shell/loaded.tsx'
import { useFormats } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'

const SHOWN = 100

/** Hidden while no file was ever fetched. */
export function OrderSourceFetched({ source }: { source: OrderSource }) {
  const { t } = useTranslation('settings')
  const path = { order_source_id: source.id, limit: SHOWN }
  const query = useAnswer(['order-files', source.id], operations.listOrderFiles, path, { refetchInterval: 5_000 })
  return (
    <Loaded query={query}>
      {({ docs }) =>
        docs.length > 0 && (
          <Stack gap={6}>
            <Title order={3} size="h5">
              {t('fetching.fetched')}
            </Title>
            {docs.map((file) => (
              <Fetched key={file.id} file={file} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

function Fetched({ file: { name, result, rows = 0, sender, detail, created_at } }: { file: OrderFile }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const words = [formats.dateTime(created_at), sender, detail ?? t('fetching.orders', { count: rows })]
  return (
    <Line
      color={result === 'taken' ? 'green' : 'red'}
      badge={t(`fetching.result.${result}`)}
      name={name}
      words={words.filter(Boolean).join(' · ')}
    />
  )
}

/** The files that a trial found. */
export function OrderSourceFound({ files }: Pick<OrderFetchingTrial, 'files'>) {
  const { t } = useTranslation('settings')
  return (
    <Stack gap={6}>
      {files.map(({ name, size, sender, rows, encoding, problem, is_known }) => {
        const orders = rows === undefined ? undefined : t('fetching.orders', { count: rows })
        const color = is_known ? 'gray' : problem ? 'orange' : 'blue'
        const badge = t(is_known ? 'fetching.known' : 'fetching.new')
        const letters = encoding && encoding !== 'utf-8' && t('fetching.read_as', { encoding })
        const words = [sender, orders, letters, problem].filter(Boolean).join(' · ')
        return <Line key={`${name} ${size} ${sender}`} color={color} badge={badge} name={name} words={words} />
      })}
    </Stack>
  )
}

function Line({ color, badge, name, words }: { color: string; badge: string; name: string; words: string }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Badge color={color} variant="light" style={{ flexShrink: 0 }}>
        {badge}
      </Badge>
      <div>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name || '–'}
        </Text>
        <Text size="xs" c="dimmed">
          {words}
        </Text>
      </div>
    </Group>
  )
}
