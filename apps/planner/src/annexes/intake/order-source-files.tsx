// How files of a source come in: sent to its address, fetched by SFTP, or fetched from a mailbox; with what was found and taken.
import { Drawer, SegmentedControl, Stack, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderSource } from '@routewright/contract'
import type { Encoding } from '@routewright/contract/encodings'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EncodingChoice } from '../../forms/encoding-choice.tsx'
import { call } from '../../shell/service.ts'
import { Refusal } from '../../shell/states.tsx'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { OrderSourceFetched } from './order-source-fetched.tsx'
import { OrderSourceFetching } from './order-source-fetching.tsx'
import { OrderSourceFetchingState } from './order-source-fetching-state.tsx'

/** The first is what every source has; the others are those of the contract. */
const ways = ['address', 'sftp', 'mail'] as const
type Way = (typeof ways)[number]

interface FilesProps {
  source: OrderSource
  onClose(): void
  onSaved(): Promise<unknown>
}

export function OrderSourceFiles({ source: opened, onClose, onSaved }: FilesProps) {
  const { t } = useTranslation('settings')
  // Rounds go on while this is open.
  const query = useAnswer(['order-sources'], operations.listOrderSources, {}, { refetchInterval: 5_000 })
  const source = query.data?.find(({ id }) => id === opened.id) ?? opened
  const [way, setWay] = useState<Way>(opened.fetching?.way ?? 'address')
  return (
    <Drawer opened onClose={onClose} position="right" size={720} title={t('fetching.title', { label: source.label })}>
      <Stack>
        <SegmentedControl
          aria-label={t('fetching.how')}
          value={way}
          onChange={(value) => setWay(value as Way)}
          data={ways.map((value) => ({ value, label: t(`fetching.way.${value}`) }))}
        />
        <Text size="sm">{t(`fetching.text.${way}`)}</Text>
        <SourceEncoding source={source} onSaved={onSaved} />
        {source.fetching && <OrderSourceFetchingState source={source} onSaved={onSaved} />}
        {way !== 'address' && <OrderSourceFetching key={way} way={way} source={source} onSaved={onSaved} />}
        <OrderSourceFetched source={source} />
      </Stack>
    </Drawer>
  )
}

/** Encoding of the source's files, however they come in. */
function SourceEncoding({ source, onSaved }: Omit<FilesProps, 'onClose'>) {
  const { t } = useTranslation('settings')
  const action = useAction()
  const { id, mapping, updated_at } = source
  const choose = (encoding: Encoding | undefined) =>
    action.run(async () => {
      const { encoding: _, ...rest } = mapping
      const body = { mapping: { ...rest, ...(encoding && { encoding }) } }
      await call(operations.updateOrderSource, { order_source_id: id, body }, { seenUpdatedAt: updated_at })
      await onSaved()
    })
  return (
    <>
      <EncodingChoice
        w={260}
        disabled={action.isBusy}
        description={t('fetching.encoding_hint')}
        guessed={t('fetching.guessed')}
        value={mapping.encoding}
        onChange={(encoding) => void choose(encoding)}
      />
      <Refusal text={action.failure} />
    </>
  )
}
