// The extracts that map, addresses and roads are made of: a region by its name, a file, what is there, what is on its way.

import { Badge, Button, FileButton, Group, Progress, Table, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { MapExtract } from '@routewright/contract'
import { IconMap, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askToDelete } from '../forms/ask-to-delete.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAction } from '../shell/use-action.ts'
import { mapInformationKey, preparedShare, useMapInformation } from '../shell/use-map-information.ts'
import { Section } from './section.tsx'
import { SettingsTable } from './settings-table.tsx'

const extractsKey = ['map-extracts']
const againMilliseconds = 1_000
const fileTypes = '.pbf,application/octet-stream'

export default function MapSettings() {
  const { t } = useTranslation('settings')
  const changes = useMapChanges()
  const query = useMapExtracts()
  return (
    <Section title={t('parts.maps')} text={t('maps.text')} failure={changes.failure}>
      <NewMap changes={changes} extracts={query.data} />
      <Preparation />
      <Loaded query={query} rows={2} empty={<NoMaps onAdd={() => void changes.addShipped()} />}>
        {(extracts) => (
          <SettingsTable heads={[t('maps.name'), t('maps.state'), t('maps.of'), { said: t('maps.actions') }]}>
            {extracts.map((extract) => (
              <ExtractRow key={extract.id} extract={extract} changes={changes} />
            ))}
          </SettingsTable>
        )}
      </Loaded>
    </Section>
  )
}

/** Asked again and again while one is on its way; what the maps know of themselves follows each change. */
export function useMapExtracts() {
  const query = useQuery({
    queryKey: extractsKey,
    queryFn: ({ signal }) => call(operations.listMapExtracts, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? againMilliseconds : false),
  })
  useFollowingInformation(query.data)
  return query
}

/** The service takes a change of the list up a moment after it is noted. */
function useFollowingInformation(extracts: MapExtract[] | undefined) {
  const queries = useQueryClient()
  const noted = extracts?.map(({ id, state, updated_at }) => [id, state, updated_at].join(' ')).join()
  useEffect(() => {
    if (noted === undefined) return
    const ask = () => void queries.invalidateQueries({ queryKey: mapInformationKey })
    ask()
    const timers = [againMilliseconds, 5 * againMilliseconds].map((pause) => setTimeout(ask, pause))
    return () => timers.forEach(clearTimeout)
  }, [queries, noted])
}

function isOnItsWay({ state }: MapExtract): boolean {
  return state === 'waiting' || state === 'fetching'
}

type MapChanges = ReturnType<typeof useMapChanges>

/** Changes of the map, one at a time; the list is read anew after each. */
export function useMapChanges() {
  const { t } = useTranslation(['settings', 'shell', 'records'])
  const queries = useQueryClient()
  const action = useAction()
  const run = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work()
      await queries.invalidateQueries({ queryKey: extractsKey })
    })
  return {
    isBusy: action.isBusy,
    failure: action.failure,
    addRegion: (region: string) => run(() => call(operations.addMapRegion, { body: { region } })),
    addFile: (file: File) => run(() => call(operations.addMapFile, { file })),
    addShipped: () => run(() => call(operations.addShippedMap, {})),
    renew: ({ id }: MapExtract) => run(() => call(operations.renewMapExtract, { extract_id: id })),
    replace: ({ id }: MapExtract, file: File) => run(() => call(operations.replaceMapFile, { extract_id: id, file })),
    remove: ({ id, name }: MapExtract) =>
      askToDelete(t, { text: t('maps.remove_text', { name }) }, () => {
        void run(() => call(operations.deleteMapExtract, { extract_id: id }))
      }),
  }
}

export function NewMap({ changes, extracts }: { changes: MapChanges; extracts: MapExtract[] | undefined }) {
  const { t } = useTranslation('settings')
  const [region, setRegion] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (await changes.addRegion(region.trim())) setRegion('')
  }
  return (
    <form onSubmit={(event) => void add(event)}>
      <Group align="flex-end" mb="md">
        <TextInput
          label={t('maps.region')}
          description={t('maps.region_hint')}
          placeholder="liechtenstein"
          value={region}
          maxLength={200}
          w={300}
          onChange={({ currentTarget }) => setRegion(currentTarget.value)}
        />
        <Button type="submit" disabled={region.trim() === ''} loading={changes.isBusy}>
          {t('maps.add_region')}
        </Button>
        <FileButton accept={fileTypes} onChange={(file) => file && void changes.addFile(file)}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<IconUpload size={15} />} disabled={changes.isBusy}>
              {t('maps.add_file')}
            </Button>
          )}
        </FileButton>
        {extracts && !extracts.some(({ source }) => source === 'shipped') && (
          <Button variant="default" disabled={changes.isBusy} onClick={() => void changes.addShipped()}>
            {t('maps.add_shipped')}
          </Button>
        )}
      </Group>
    </form>
  )
}

/** How far roads, addresses and map are made of what is there. */
export function Preparation() {
  const { t } = useTranslation('settings')
  const information = useMapInformation()
  const share = information && preparedShare(information)
  const failed = [information?.roads, information?.addresses, information?.tiles].find((part) => part?.reason)
  if (failed?.reason) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="status" mb="md">
        {failed.reason}
      </Text>
    )
  }
  if (share === undefined) return null
  return (
    <div role="status">
      <Text size="sm" mb={4}>
        {t('maps.preparing', { percent: Math.floor(share * 100) })}
      </Text>
      <Progress value={share * 100} aria-label={t('maps.preparing', { percent: Math.floor(share * 100) })} mb="md" />
    </div>
  )
}

function NoMaps({ onAdd }: { onAdd(): void }) {
  const { t } = useTranslation('settings')
  const next = { label: t('maps.add_shipped'), onClick: onAdd }
  return <Empty title={t('maps.none')} text={t('maps.none_text')} icon={IconMap} next={next} />
}

function ExtractRow({ extract, changes }: { extract: MapExtract; changes: MapChanges }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { name, source, size_bytes, updated_at } = extract
  const megabytes = size_bytes === undefined ? undefined : formats.number(size_bytes / 1_000_000, 1)
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {t(`maps.source.${source}`)}
          {megabytes && ` · ${megabytes} MB`}
        </Text>
      </Table.Td>
      <Table.Td>
        <ExtractState extract={extract} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.date(updated_at)}</Table.Td>
      <Table.Td>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          {source === 'region' && (
            <Button
              size="compact-sm"
              variant="default"
              disabled={changes.isBusy || isOnItsWay(extract)}
              onClick={() => void changes.renew(extract)}
            >
              {t('maps.renew')}
            </Button>
          )}
          {source === 'file' && (
            <FileButton accept={fileTypes} onChange={(file) => file && void changes.replace(extract, file)}>
              {(button) => (
                <Button {...button} size="compact-sm" variant="default" disabled={changes.isBusy}>
                  {t('maps.replace')}
                </Button>
              )}
            </FileButton>
          )}
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => changes.remove(extract)}>
            {t('maps.remove')}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

const stateColors = { waiting: 'gray', fetching: 'blue', ready: 'green', failed: 'red' } as const

export function ExtractState({ extract: { state, progress, reason } }: { extract: MapExtract }) {
  const { t } = useTranslation('settings')
  const percent = Math.floor((progress ?? 0) * 100)
  return (
    <>
      <Badge color={stateColors[state]} variant="light" miw="max-content">
        {t(`maps.states.${state}`, { percent })}
      </Badge>
      {state === 'fetching' && (
        <Progress mt={6} w={150} size="sm" value={percent} aria-label={t('maps.states.fetching', { percent })} />
      )}
      {reason && (
        <Text size="sm" c="var(--mantine-color-error)" maw={380}>
          {reason}
        </Text>
      )}
    </>
  )
}
