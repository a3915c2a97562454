// Where positions come in by themselves: the sources, and which of their trackers is in which vehicle.
import { Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { PositionSource } from '@routewright/contract'
import { IconGps } from '@tabler/icons-react'
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
import { PositionDeviceList } from './position-device-list.tsx'
import { PositionSourceForm } from './position-source-form.tsx'

type Opened = { what: 'form'; source?: PositionSource } | { what: 'devices'; source: PositionSource }

export default function PositionSourceSettings() {
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
    <RecordSection words="trackers" icon={IconGps} query={query} columns={columns} failure={action.failure} onNew={add}>
      {opened?.what === 'form' && <PositionSourceForm source={opened.source} onClose={close} onSaved={again} />}
      {opened?.what === 'devices' && <PositionDeviceList source={opened.source} onClose={close} />}
      <NewAddress words="trackers" address={address} onClose={forget} />
    </RecordSection>
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
      cell: ({ enabled }) => <OnOrOff enabled={enabled} />,
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
