// Where positions come in by themselves: the sources, and which of their trackers is in which vehicle.
import { Badge, Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { PositionSource } from '@routewright/contract'
import { IconGps, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useProjects } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { NewAddress, useNewAddress } from './new-address.tsx'
import { PositionDeviceList } from './position-device-list.tsx'
import { PositionSourceForm } from './position-source-form.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

type Opened = { what: 'form'; source?: PositionSource } | { what: 'devices'; source: PositionSource }

export default function PositionSourceSettings() {
  const { t } = useTranslation('settings')
  const queries = useQueryClient()
  const action = useAction()
  const [opened, setOpened] = useState<Opened | undefined>()
  const query = useAnswer(['position-sources'], operations.listPositionSources, {})
  const again = () => queries.invalidateQueries({ queryKey: ['position-sources'] })
  const close = () => setOpened(undefined)
  const add = () => setOpened({ what: 'form' })
  const { address, ask, forget } = useNewAddress<PositionSource>({
    words: 'trackers',
    action,
    renew: ({ id }) => call(operations.renewPositionSourceAddress, { position_source_id: id }),
    onRenewed: again,
  })
  const columns = useColumns(setOpened, ask)
  return (
    <Section
      title={t('parts.trackers')}
      text={t('trackers.text')}
      failure={action.failure}
      actions={
        <Button size="xs" leftSection={<IconPlus size={15} />} onClick={add}>
          {t('trackers.new')}
        </Button>
      }
    >
      <Loaded
        query={query}
        rows={3}
        empty={
          <Empty
            title={t('trackers.none')}
            text={t('trackers.none_text')}
            icon={IconGps}
            next={{ label: t('trackers.new'), onClick: add }}
          />
        }
      >
        {(sources) => <ColumnTable box={classes.scroll} columns={columns} rows={sources} />}
      </Loaded>
      {opened?.what === 'form' && <PositionSourceForm source={opened.source} onClose={close} onSaved={again} />}
      {opened?.what === 'devices' && <PositionDeviceList source={opened.source} onClose={close} />}
      <NewAddress words="trackers" address={address} onClose={forget} />
    </Section>
  )
}

function useColumns(
  onOpen: (opened: Opened) => void,
  onRenew: (source: PositionSource) => void,
): Column<PositionSource>[] {
  const { t } = useTranslation('settings')
  const projects = new Map(useProjects().map(({ id, label }) => [id, label]))
  return [
    { key: 'label', title: t('trackers.label'), cell: ({ label }) => <Text fw={600}>{label}</Text> },
    { key: 'project', title: t('trackers.project'), cell: ({ project_id }) => projects.get(project_id) },
    {
      key: 'state',
      title: t('webhooks.state'),
      cell: ({ enabled }) => (
        <Badge color={enabled ? 'green' : 'gray'} variant="light">
          {t(enabled ? 'webhooks.on' : 'webhooks.off')}
        </Badge>
      ),
    },
    {
      key: 'actions',
      said: t('webhooks.actions'),
      cell: (source) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ what: 'devices', source })}>
            {t('trackers.devices')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onRenew(source)}>
            {t('trackers.new_address')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onOpen({ what: 'form', source })}>
            {t('change')}
          </Button>
        </Group>
      ),
    },
  ]
}
