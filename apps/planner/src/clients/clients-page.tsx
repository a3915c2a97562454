// The address book: places that are visited again and again.
import { Button, Text } from '@mantine/core'
import type { Client } from '@routewright/contract'
import { IconAddressBook, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { placeText, type Section } from '../records/fields.ts'
import { type Column, RecordList, useListSearch } from '../records/record-list.tsx'
import { PAGE_SIZE } from '../records/record-queries.ts'
import { useEditedRecord } from '../records/use-edited-record.ts'
import { Page } from '../shell/page.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'

const RecordForm = lazy(async () => ({ default: (await import('../records/record-form.tsx')).RecordForm }))
const path = '/clients'

export function ClientsPage() {
  const { t } = useTranslation(['clients', 'records'])
  const project = useProject()
  const mayPlan = useMayPlan()
  const [search] = useListSearch(path)
  const parameters = {
    project_id: project.id,
    sort: 'label:asc',
    limit: PAGE_SIZE,
    offset: (Number(search.page ?? 1) - 1) * PAGE_SIZE,
    ...(search.text && { text: search.text }),
  }
  const query = useQuery({
    queryKey: ['clients', project.id, parameters],
    queryFn: ({ signal }) => call('GET /v2/clients', parameters, { signal }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  const edited = useEditedRecord<Client>({
    kind: { words: 'clients', list: 'clients', draft: 'client' },
    nameOf,
    create: (body) => call('POST /v2/client', { project_id: project.id, body }),
    update: (client_id, body, seen) => call('PUT /v2/client/{client_id}', { client_id, body }, seen),
    remove: (client_id, seen) => call('DELETE /v2/client/{client_id}', { client_id }, seen),
    read: (client_id) => call('GET /v2/client/{client_id}', { client_id }),
  })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      actions={
        mayPlan && (
          <Button leftSection={<IconPlus size={17} />} onClick={edited.begin}>
            {t('new')}
          </Button>
        )
      }
    >
      <RecordList<Client>
        path={path}
        query={query}
        columns={columns}
        nameOf={nameOf}
        onOpen={edited.open}
        onNew={mayPlan ? edited.begin : undefined}
        icon={<IconAddressBook size={40} stroke={1.3} />}
        words={{ search: t('search'), none: t('none'), none_text: t('none_text'), new: t('new') }}
      />
      {edited.form && (
        <Suspense>
          <RecordForm {...edited.form} sections={sectionsOf(t)} isReadOnly={!mayPlan} />
        </Suspense>
      )}
    </Page>
  )
}

function nameOf(client: Client): string {
  return client.label || client.external_id || placeText(client.default_location) || client.id
}

export function typeOptions(t: TFunction) {
  return ['delivery', 'pickup', 'visit'].map((value) => ({ value, label: t(`records:types.${value}`) }))
}

function useColumns(): Column<Client>[] {
  const { t } = useTranslation(['clients', 'records'])
  const formats = useFormats()
  return [
    { key: 'label', title: t('fields.label'), cell: nameOf },
    { key: 'external_id', title: t('fields.external_id'), cell: (client) => client.external_id },
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
      cell: (client) => formats.timeWindows(client.default_time_windows ?? []),
    },
    {
      key: 'contact',
      title: t('columns.contact'),
      cell: (client) => [client.reference_person, client.phone].filter(Boolean).join(' · '),
    },
  ]
}

function sectionsOf(t: TFunction): Section[] {
  return [
    {
      word: 'client',
      fields: [
        { name: 'label', kind: 'text', isRequired: true },
        { name: 'external_id', kind: 'text' },
        { name: 'reference_person', kind: 'text' },
        { name: 'phone', kind: 'text' },
        { name: 'email', kind: 'text' },
        { name: 'url', kind: 'text' },
        { name: 'comments', kind: 'long' },
      ],
    },
    {
      word: 'place',
      fields: [
        { name: 'default_location', kind: 'place' },
        { name: 'default_location_details', kind: 'text', isWide: true },
      ],
    },
    {
      word: 'stops',
      fields: [
        { name: 'default_time_windows', kind: 'windows' },
        { name: 'default_duration', kind: 'minutes' },
        { name: 'default_type', kind: 'choice', options: typeOptions(t) },
        { name: 'default_cluster', kind: 'text' },
        { name: 'default_requires', kind: 'words', isWide: true },
      ],
    },
  ]
}
