// The supervisor's view: the stops that name them, newest day first, with their status and proof. They change nothing.

import { Drawer, Group, Image, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import type { Stop } from '@routewright/contract'
import { addressLine } from '@routewright/contract/address-line'
import { stopLook } from '@routewright/ui/status'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../records/records.module.css'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { Pager } from '../shell/pager.tsx'
import { useReasonText } from '../shell/reason-text.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { smallPicture } from '../shell/small-picture.ts'
import { Empty } from '../shell/states.tsx'
import { StatusChip } from '../shell/status-chip.tsx'
import { useAnswer } from '../shell/use-answer.ts'

const pageSize = 50
const refreshMilliseconds = 30_000

export function MyStopsPage() {
  const { t } = useTranslation('supervisor')
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text.trim(), 300)
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Stop | undefined>()
  const query = useMyStops(wanted, page)
  const stops = (query.data?.docs ?? []) as Stop[]
  return (
    <Page
      title={t('title')}
      text={t('text')}
      actions={
        <TextInput
          leftSection={<IconSearch size={16} />}
          placeholder={t('find')}
          aria-label={t('find')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setPage(1)
          }}
        />
      }
    >
      <Loaded
        query={query}
        rows={8}
        rowHeight={52}
        empty={<NoStops onClear={wanted ? () => setText('') : undefined} onAgain={() => void query.refetch()} />}
      >
        {() => <StopTable stops={stops} onOpen={setOpen} />}
      </Loaded>
      <Pager total={query.data?.total} pageSize={pageSize} page={page} onPage={setPage} />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={open?.label ?? t('stop')}
        position="right"
      >
        {open && <StopProof stop={stops.find(({ id }) => id === open.id) ?? open} />}
      </Drawer>
    </Page>
  )
}

/** `onClear` where a search found none. */
function NoStops({ onClear, onAgain }: { onClear: (() => void) | undefined; onAgain(): void }) {
  const { t } = useTranslation(['supervisor', 'shell'])
  return onClear ? (
    <Empty
      title={t('none_found')}
      text={t('none_found_text')}
      next={{ label: t('shell:clear_search'), onClick: onClear }}
    />
  ) : (
    <Empty title={t('none')} text={t('none_text')} next={{ label: t('shell:look_again'), onClick: onAgain }} />
  )
}

function useMyStops(text: string, page: number) {
  const project = useProject()
  return useAnswer(
    ['my-stops', project.id, text, page],
    operations.searchStopsByText,
    {
      project_id: project.id,
      sort: 'plan_execution_date:desc,order:asc',
      limit: pageSize,
      offset: (page - 1) * pageSize,
      ...(text && { text }),
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: refreshMilliseconds,
    },
  )
}

function StopTable({ stops, onOpen }: { stops: readonly Stop[]; onOpen: (stop: Stop) => void }) {
  const { t } = useTranslation('supervisor')
  const formats = useFormats()
  const columns: Column<Stop>[] = [
    { key: 'day', title: t('day'), cell: (stop) => getDay(stop, formats.language) },
    {
      key: 'stop',
      title: t('stop'),
      cell: (stop) => (
        <UnstyledButton onClick={() => onOpen(stop)} mih={32}>
          <Text fw={600}>{stop.label ?? findAddress(stop) ?? t('stop')}</Text>
          {stop.label && (
            <Text size="sm" c="dimmed">
              {findAddress(stop)}
            </Text>
          )}
        </UnstyledButton>
      ),
    },
    { key: 'status', title: t('status'), cell: ({ status }) => <StatusChip look={stopLook(status)} /> },
    { key: 'time', title: t('time'), cell: (stop) => getTime(stop, formats) },
  ]
  return (
    <ColumnTable
      box={classes.sheet}
      highlightOnHover
      verticalSpacing={9}
      horizontalSpacing="md"
      columns={columns}
      rows={stops}
    />
  )
}

function StopProof({ stop }: { stop: Stop }) {
  const { t } = useTranslation('supervisor')
  const formats = useFormats()
  const reasonText = useReasonText()
  const facts = [
    [t('address'), findAddress(stop)],
    [t('plan'), stop.plan_label],
    [t('time'), getTime(stop, formats)],
    [t('comments'), stop.comments],
    [t('instructions'), stop.customer_text_field],
  ].filter(([, value]) => value)
  return (
    <Stack gap="md">
      <Group>
        <StatusChip look={stopLook(stop.status)} />
      </Group>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          <Text>{value}</Text>
        </div>
      ))}
      {stop.reports.map((report) => (
        <Stack key={report.id} gap={6}>
          <Text fw={600}>{formats.dateTime(report.created_at)}</Text>
          {report.cancel_reason && <Text>{reasonText(report.cancel_reason)}</Text>}
          {report.comments && <Text>{report.comments}</Text>}
          <SimpleGrid cols={2}>
            {report.images.map(({ id, url }) => (
              <Image key={id} src={smallPicture(new URL(url).pathname)} alt={t('photo')} radius="sm" loading="lazy" />
            ))}
          </SimpleGrid>
          {report.signature && (
            <Image src={new URL(report.signature.url).pathname} alt={t('signature')} h={90} fit="contain" bg="white" />
          )}
        </Stack>
      ))}
    </Stack>
  )
}

/** Execution dates are calendar dates: midnight UTC, whatever the zone. */
function getDay({ plan_execution_date: date }: Stop, language: string): string {
  if (!date) return ''
  const options = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language, options).format(new Date(date))
}

function findAddress({ location }: Stop): string | undefined {
  if (!location) return undefined
  return addressLine(location) || location.label
}

/** When it was done, else when it is expected. */
function getTime(stop: Stop, formats: ReturnType<typeof useFormats>): string {
  const last = stop.reports.at(-1)
  if (stop.status !== 'pending') return last ? formats.clock(last.created_at) : ''
  if (stop.estimated_arrival_time) return formats.clock(stop.estimated_arrival_time)
  return stop.planned_arrival_time === undefined ? '' : formats.timeOfDay(stop.planned_arrival_time)
}
