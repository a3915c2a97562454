// Recurring orders: the list, the form, and filling a plan of a day with them.
import { Badge, Button, Group, Text } from '@mantine/core'
import type { RecurringOrder } from '@routewright/contract'
import { IconCalendarPlus, IconPlayerPause, IconPlayerPlay, IconPlus, IconRepeat } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { placeText } from '../records/fields.ts'
import { type Column, RecordList, useListSearch } from '../records/record-list.tsx'
import { PAGE_SIZE } from '../records/record-queries.ts'
import classes from '../records/records.module.css'
import { failureText } from '../shell/failure.ts'
import { noteFailure } from '../shell/notices.tsx'
import { Page } from '../shell/page.tsx'
import { call } from '../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'

const RecurringForm = lazy(async () => ({ default: (await import('./recurring-form.tsx')).RecurringForm }))
const FillDialog = lazy(async () => ({ default: (await import('./fill-dialog.tsx')).FillDialog }))
const path = '/recurring'

export function RecurringPage() {
  const { t } = useTranslation(['recurring', 'records', 'shell'])
  const project = useProject()
  const mayPlan = useMayPlan()
  const queries = useQueryClient()
  const [search] = useListSearch(path)
  const [open, setOpen] = useState<RecurringOrder | 'new' | undefined>()
  const [isFilling, setFilling] = useState(false)
  const parameters = {
    project_id: project.id,
    sort: 'label:asc',
    limit: PAGE_SIZE,
    offset: (Number(search.page ?? 1) - 1) * PAGE_SIZE,
    ...(search.text && { text: search.text }),
  }
  const query = useQuery({
    queryKey: ['recurring', project.id, parameters],
    queryFn: ({ signal }) => call('GET /app/v1/recurring_orders', parameters, { signal }),
    placeholderData: keepPreviousData,
  })
  const changed = () => queries.invalidateQueries({ queryKey: ['recurring', project.id] })
  const setPaused = (order: RecurringOrder, paused: boolean) =>
    call('PUT /app/v1/recurring_order/{recurring_order_id}', { recurring_order_id: order.id, body: { paused } }).then(
      changed,
      (error) => noteFailure(t('title'), failureText(error, t)),
    )
  const columns = useColumns(mayPlan, setPaused)
  return (
    <Page
      title={t('title')}
      text={t('text')}
      actions={
        mayPlan && (
          <>
            <Button variant="default" leftSection={<IconCalendarPlus size={17} />} onClick={() => setFilling(true)}>
              {t('fill.title')}
            </Button>
            <Button leftSection={<IconPlus size={17} />} onClick={() => setOpen('new')}>
              {t('new')}
            </Button>
          </>
        )
      }
    >
      <RecordList<RecurringOrder>
        path={path}
        query={query}
        columns={columns}
        nameOf={nameOf}
        isDim={(order) => order.paused}
        onOpen={(order) => mayPlan && setOpen(order)}
        onNew={mayPlan ? () => setOpen('new') : undefined}
        icon={<IconRepeat size={40} stroke={1.3} />}
        words={{ search: t('search'), none: t('none'), none_text: t('none_text'), new: t('new') }}
      />
      <Suspense>
        {open && (
          <RecurringForm
            order={open === 'new' ? undefined : open}
            onClose={() => setOpen(undefined)}
            onChanged={changed}
          />
        )}
        {isFilling && <FillDialog onClose={() => setFilling(false)} />}
      </Suspense>
    </Page>
  )
}

function nameOf(order: RecurringOrder): string {
  return order.label || order.stop.label || placeText(order.stop.location ?? undefined) || order.id
}

function useColumns(
  mayPlan: boolean,
  setPaused: (order: RecurringOrder, paused: boolean) => unknown,
): Column<RecurringOrder>[] {
  const { t } = useTranslation(['recurring', 'records'])
  const formats = useFormats()
  return [
    { key: 'label', title: t('fields.label'), cell: nameOf },
    {
      key: 'days',
      title: t('columns.days'),
      cell: (order) => (
        <>
          {order.weekdays.map((day) => t(`records:weekdays.${day}`)).join(' ')}
          <Text size="xs" c="dimmed">
            {t('every_n', { count: order.every_weeks })}
          </Text>
        </>
      ),
    },
    {
      key: 'next',
      title: t('columns.next'),
      cell: (order) =>
        order.paused ? (
          <Badge variant="light" color="gray">
            {t('paused')}
          </Badge>
        ) : order.next_date ? (
          formats.calendarDate(order.next_date)
        ) : (
          <Text size="sm" c="dimmed">
            {t('over')}
          </Text>
        ),
    },
    {
      key: 'address',
      title: t('columns.address'),
      cell: (order) => (
        <Text size="sm" truncate maw={300}>
          {placeText(order.stop.location ?? undefined)}
        </Text>
      ),
    },
    {
      key: 'windows',
      title: t('columns.windows'),
      cell: (order) => formats.timeWindows(order.stop.time_windows ?? []),
    },
    {
      key: 'pause',
      title: '',
      cell: (order) =>
        mayPlan && (
          <Group className={classes.above} justify="flex-end">
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              leftSection={order.paused ? <IconPlayerPlay size={15} /> : <IconPlayerPause size={15} />}
              onClick={() => setPaused(order, !order.paused)}
            >
              {t(order.paused ? 'resume' : 'pause')}
            </Button>
          </Group>
        ),
    },
  ]
}
