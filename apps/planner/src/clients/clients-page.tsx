// The address book: places that are visited again and again.

import { Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Client } from '@routewright/contract'
import { IconAddressBook } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { typeOptions } from '../forms/choices.ts'
import type { Section } from '../forms/fields.ts'
import { placeText } from '../forms/place.ts'
import { RecordsPage, useRecordPage } from '../records/records-page.tsx'
import { useEditedRecord } from '../records/use-edited-record.ts'
import { type Column, inOneLine } from '../shell/column-table.tsx'
import { Lines } from '../shell/lines.tsx'
import { Sections, useLoadedSections } from '../shell/sections.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'

const RecordForm = lazy(async () => ({ default: (await import('../forms/record-form.tsx')).RecordForm<Client> }))
const path = '/clients'

export function ClientsPage() {
  const { t } = useTranslation(['clients', 'records'])
  useLoadedSections(['client.row'])
  const project = useProject()
  const mayPlan = useMayPlan()
  const query = useRecordPage(path, 'clients', (parameters, signal) =>
    call(operations.listClients, parameters, { signal }),
  )
  const columns = useColumns(mayPlan)
  const edited = useEditedRecord<Client>({
    kind: { words: 'clients', list: 'clients', draft: 'client' },
    nameOf: getName,
    create: (body) => call(operations.createClient, { project_id: project.id, body }),
    update: (client_id, body, seen) => call(operations.updateClient, { client_id, body }, seen),
    remove: (client_id, seen) => call(operations.deleteClient, { client_id }, seen),
    read: (client_id) => call(operations.getClient, { client_id }),
  })
  return (
    <RecordsPage<Client>
      words="clients"
      path={path}
      query={query}
      columns={columns}
      nameOf={getName}
      onOpen={edited.open}
      onNew={edited.begin}
      icon={IconAddressBook}
    >
      {edited.form && <RecordForm {...edited.form} sections={clientSections(t)} isReadOnly={!mayPlan} />}
    </RecordsPage>
  )
}

function getName(client: Client): string {
  return client.label || client.external_id || placeText(client.default_location) || client.id
}

function useColumns(mayPlan: boolean): Column<Client>[] {
  const { t } = useTranslation(['clients', 'records', 'when'])
  const formats = useFormats()
  return [
    { key: 'label', title: t('fields.label'), cell: getName },
    { key: 'external_id', title: t('fields.external_id'), look: inOneLine, cell: (client) => client.external_id },
    {
      key: 'address',
      title: t('columns.address'),
      cell: (client) => (
        <Text size="sm" truncate maw={320}>
          {placeText(client.default_location)}
        </Text>
      ),
    },
    {
      key: 'windows',
      title: t('columns.windows'),
      cell: ({ default_time_windows: windows = [] }) => (
        <Lines of={windows.map((window) => formats.timeWindow(window))} />
      ),
    },
    {
      key: 'contact',
      title: t('columns.contact'),
      cell: ({ reference_person, phone }) => <Lines of={[reference_person, phone]} />,
    },
    {
      key: 'when',
      said: t('when:when'),
      cell: (client) =>
        mayPlan &&
        client.default_location?.lat !== undefined && (
          <Sections at="client.row" client={client} name={getName(client)} />
        ),
    },
  ]
}

function clientSections(t: TFunction): Section[] {
  return [
    {
      word: 'client',
      fields: [
        { name: 'label', kind: 'text', isRequired: true, isWide: true },
        { name: 'default_location', kind: 'place' },
        { name: 'default_time_windows', kind: 'windows' },
        { name: 'default_duration', kind: 'minutes' },
        { name: 'reference_person', kind: 'text' },
        { name: 'phone', kind: 'text', input: { type: 'tel' } },
        { name: 'comments', kind: 'long' },
      ],
    },
    {
      word: 'contact',
      fields: [
        { name: 'email', kind: 'text', input: { type: 'email' } },
        { name: 'default_location_details', kind: 'text' },
        { name: 'url', kind: 'text' },
        { name: 'external_id', kind: 'text' },
      ],
      isOptional: true,
    },
    {
      word: 'load',
      fields: [
        { name: 'default_weight', kind: 'number' },
        { name: 'default_volume', kind: 'number' },
        { name: 'default_requires', kind: 'words', isWide: true },
      ],
      isOptional: true,
    },
    {
      word: 'stops',
      fields: [
        { name: 'default_type', kind: 'choice', options: typeOptions(t) },
        { name: 'default_cluster', kind: 'text' },
        { name: 'default_max_delivery_time', kind: 'minutes' },
        { name: 'max_attempts', kind: 'number', input: { min: 1, max: 20, allowDecimal: false } },
      ],
      isOptional: true,
    },
  ]
}
