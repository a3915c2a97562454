// The addresses that people put right: what is kept for each, by hand as well, moved to another place, and forgotten.
import { Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { CorrectedAddress } from '@routewright/contract'
import { IconMapPin, IconPencil, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askToDelete } from '../forms/ask-to-delete.tsx'
import { placeText } from '../forms/place.ts'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { IconButton } from '../shell/icon-button.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Pager } from '../shell/pager.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { AddressWindow } from './address-window.tsx'
import { Section } from './section.tsx'
import classes from './settings.module.css'

const listKey = 'corrected-addresses'
const pageSize = 50

export default function AddressSettings() {
  const { t } = useTranslation(['settings', 'records', 'shell'])
  const queries = useQueryClient()
  const action = useAction()
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<CorrectedAddress | 'new'>()
  const parameters = { limit: pageSize, offset: (page - 1) * pageSize }
  const query = useAnswer([listKey, parameters], operations.listCorrectedAddresses, parameters, {
    placeholderData: keepPreviousData,
  })
  const readAnew = () => queries.invalidateQueries({ queryKey: [listKey] })
  const forget = ({ id, address }: CorrectedAddress) =>
    askToDelete(t, { title: t('addresses.forget_title'), text: t('addresses.forget_text', { address }) }, () => {
      void action.run(async () => {
        await call(operations.forgetCorrectedAddress, { corrected_address_id: id })
        await readAnew()
      })
    })
  const columns = useColumns({ isBusy: action.isBusy, onEdit: setEdited, onForget: forget })
  const add = { label: t('addresses.new'), onClick: () => setEdited('new') }
  return (
    <Section
      title={t('parts.addresses')}
      text={t('addresses.text')}
      failure={action.failure}
      actions={
        <Button size="xs" onClick={add.onClick}>
          {add.label}
        </Button>
      }
    >
      <Loaded
        query={query}
        rows={5}
        empty={<Empty title={t('addresses.none')} text={t('addresses.none_text')} icon={IconMapPin} next={add} />}
      >
        {({ docs }) => <ColumnTable box={classes.scroll} columns={columns} rows={docs} />}
      </Loaded>
      <Pager total={query.data?.total} pageSize={pageSize} page={page} onPage={setPage} />
      {edited && (
        <AddressWindow
          corrected={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={readAnew}
        />
      )}
    </Section>
  )
}

interface Actions {
  isBusy: boolean
  onEdit(address: CorrectedAddress): void
  onForget(address: CorrectedAddress): void
}

function useColumns({ isBusy, onEdit, onForget }: Actions): Column<CorrectedAddress>[] {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  return [
    { key: 'address', title: t('addresses.address'), cell: ({ address }) => <Text size="sm">{address}</Text> },
    { key: 'place', title: t('addresses.place'), cell: ({ location }) => <Place location={location} /> },
    { key: 'when', title: t('addresses.when'), cell: ({ corrected_at }) => formats.dateTime(corrected_at) },
    {
      key: 'actions',
      said: t('addresses.actions'),
      cell: (address) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <IconButton
            icon={IconPencil}
            variant="subtle"
            label={t('addresses.move', { address: address.address })}
            disabled={isBusy}
            onClick={() => onEdit(address)}
          />
          <IconButton
            icon={IconTrash}
            variant="subtle"
            color="gray"
            label={t('addresses.forget', { address: address.address })}
            disabled={isBusy}
            onClick={() => onForget(address)}
          />
        </Group>
      ),
    },
  ]
}

/** Another address only where the place has one; its point in any case. */
function Place({ location }: { location: CorrectedAddress['location'] }) {
  const { lat, lng } = location
  return (
    <>
      <Text size="sm">{placeText({ ...location })}</Text>
      <Text size="xs" c="dimmed">
        {lat !== undefined && lng !== undefined && `${lat.toFixed(5)}, ${lng.toFixed(5)}`}
      </Text>
    </>
  )
}
