// Where orders come in by themselves: the sources, what they sent, and how their messages are read.
import { Badge, Button, Group, Modal, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import * as operations from '@routewright/client/operations'
import type { OrderSource } from '@routewright/contract'
import { IconPackageImport, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useProjects } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { OrderSourceForm } from './order-source-form.tsx'
import { OrderSourceLog } from './order-source-log.tsx'
import { OrderSourceTrial } from './order-source-trial.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'
import { ShownOnce } from './shown-once.tsx'

type Opened = { what: 'form'; source?: OrderSource } | { what: 'log' | 'trial'; source: OrderSource }

export default function OrderSourceSettings() {
  const { t } = useTranslation(['settings', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const [opened, setOpened] = useState<Opened | undefined>()
  const query = useAnswer(['order-sources'], operations.listOrderSources, {})
  const again = () => queries.invalidateQueries({ queryKey: ['order-sources'] })
  const close = () => setOpened(undefined)
  const add = () => setOpened({ what: 'form' })
  const { address, renew, forget } = useNewAddress(action, again)
  const columns = useColumns(setOpened, renew)
  return (
    <Section
      title={t('parts.orders')}
      text={t('orders.text')}
      failure={action.failure}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={add}>
          {t('orders.new')}
        </Button>
      }
    >
      <Loaded
        query={query}
        rows={3}
        empty={
          <Empty
            title={t('orders.none')}
            text={t('orders.none_text')}
            icon={IconPackageImport}
            next={{ label: t('orders.new'), onClick: add }}
          />
        }
      >
        {(sources) => <ColumnTable box={classes.scroll} columns={columns} rows={sources} />}
      </Loaded>
      {opened?.what === 'form' && <OrderSourceForm source={opened.source} onClose={close} onSaved={again} />}
      {opened?.what === 'log' && <OrderSourceLog source={opened.source} onClose={close} />}
      {opened?.what === 'trial' && <OrderSourceTrial source={opened.source} onClose={close} onSaved={again} />}
      <Modal opened={address !== ''} onClose={forget} size="lg" title={t('orders.new_address')}>
        <ShownOnce text={t('orders.address_once')} value={address} onClose={forget} />
      </Modal>
    </Section>
  )
}

/** The address that a source has from now on, until the reader has kept it. */
function useNewAddress(action: ReturnType<typeof useAction>, again: () => Promise<unknown>) {
  const { t } = useTranslation(['settings', 'shell'])
  const [address, setAddress] = useState('')
  const renew = (source: OrderSource) =>
    askToRenew(t, source, () => {
      void action.run(async () => {
        const renewed = await call(operations.renewOrderSourceAddress, { order_source_id: source.id })
        setAddress(renewed.address ?? '')
        await again()
      })
    })
  return { address, renew, forget: () => setAddress('') }
}

/** The shop sends into the void from then on until the new address is entered there. */
function askToRenew(t: TFunction, { label }: OrderSource, onConfirm: () => void): void {
  modals.openConfirmModal({
    title: t('orders.new_address'),
    children: <Text size="sm">{t('orders.new_address_text', { label })}</Text>,
    labels: { confirm: t('orders.new_address'), cancel: t('shell:cancel') },
    confirmProps: { color: 'red' },
    onConfirm,
  })
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

function State({ source: { enabled, signed } }: { source: OrderSource }) {
  const { t } = useTranslation('settings')
  return (
    <Group gap={4}>
      <Badge color={enabled ? 'green' : 'gray'} variant="light">
        {t(enabled ? 'webhooks.on' : 'webhooks.off')}
      </Badge>
      {signed && (
        <Badge color="blue" variant="light">
          {t('orders.signed')}
        </Badge>
      )}
    </Group>
  )
}
