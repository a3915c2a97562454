// Where orders come in by themselves: the sources, what they sent, and how their messages are read.
import { Badge, Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { OrderSource } from '@routewright/contract'
import { IconPackageImport } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewAddress, useNewAddress } from '../../settings/new-address.tsx'
import { OnOrOff, RecordSection } from '../../settings/record-section.tsx'
import type { Column } from '../../shell/column-table.tsx'
import { call } from '../../shell/service.ts'
import { useProjects } from '../../shell/session.ts'
import { useAction } from '../../shell/use-action.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { OrderSourceFiles } from './order-source-files.tsx'
import { OrderSourceForm } from './order-source-form.tsx'
import { OrderSourceLog } from './order-source-log.tsx'
import { OrderSourceTelling } from './order-source-telling.tsx'
import { OrderSourceTrial } from './order-source-trial.tsx'

type Opened =
  | { what: 'form'; source?: OrderSource }
  | { what: 'files' | 'log' | 'telling' | 'trial'; source: OrderSource }

export default function OrderSourceSettings() {
  const queries = useQueryClient()
  const action = useAction()
  const [opened, setOpened] = useState<Opened | undefined>()
  const query = useAnswer(['order-sources'], operations.listOrderSources, {})
  const again = () => queries.invalidateQueries({ queryKey: ['order-sources'] })
  const close = () => setOpened(undefined)
  const add = () => setOpened({ what: 'form' })
  const { address, ask, forget } = useNewAddress<OrderSource>({
    words: 'orders',
    action,
    renew: ({ id }) => call(operations.renewOrderSourceAddress, { order_source_id: id }),
    onRenewed: again,
  })
  const columns = useColumns(setOpened, ask)
  return (
    <RecordSection
      words="orders"
      icon={IconPackageImport}
      query={query}
      columns={columns}
      failure={action.failure}
      onNew={add}
    >
      {opened?.what === 'form' && <OrderSourceForm source={opened.source} onClose={close} onSaved={again} />}
      {opened?.what === 'files' && <OrderSourceFiles source={opened.source} onClose={close} onSaved={again} />}
      {opened?.what === 'log' && <OrderSourceLog source={opened.source} onClose={close} />}
      {opened?.what === 'telling' && <OrderSourceTelling source={opened.source} onClose={close} onSaved={again} />}
      {opened?.what === 'trial' && <OrderSourceTrial source={opened.source} onClose={close} onSaved={again} />}
      <NewAddress words="orders" address={address} onClose={forget} />
    </RecordSection>
  )
}

function useColumns(onOpen: (opened: Opened) => void, onRenew: (source: OrderSource) => void): Column<OrderSource>[] {
  const { t } = useTranslation('settings')
  const projects = new Map(useProjects().map(({ id, label }) => [id, label]))
  return [
    {
      key: 'label',
      title: t('orders.label'),
      cell: ({ label, kind }) => (
        <>
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed">
            {t(`orders.kind.${kind}`)}
          </Text>
        </>
      ),
    },
    { key: 'project', title: t('orders.project'), cell: ({ project_id }) => projects.get(project_id) },
    {
      key: 'state',
      title: t('webhooks.state'),
      cell: (source) => <State source={source} />,
    },
    {
      key: 'actions',
      said: t('webhooks.actions'),
      cell: (source) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ what: 'trial', source })}>
            {t('orders.trial')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ what: 'log', source })}>
            {t('webhooks.log')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ what: 'files', source })}>
            {t('fetching.open')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ what: 'telling', source })}>
            {t('telling.open')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onRenew(source)}>
            {t('orders.new_address')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ what: 'form', source })}>
            {t('change')}
          </Button>
        </Group>
      ),
    },
  ]
}

function State({ source: { enabled, signed, fetching, fetch_problem } }: { source: OrderSource }) {
  const { t } = useTranslation('settings')
  return (
    <Group gap={4}>
      <OnOrOff enabled={enabled} />
      {fetching && (
        <Badge color={fetch_problem ? 'red' : 'blue'} variant="light" title={fetch_problem}>
          {t(`fetching.way.${fetching.way}`)}
        </Badge>
      )}
      {signed && (
        <Badge color="blue" variant="light">
          {t('orders.signed')}
        </Badge>
      )}
    </Group>
  )
}
