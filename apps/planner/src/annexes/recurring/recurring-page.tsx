// Recurring orders: the list, the form, and filling a plan of a day with them.

import { Badge, Button, Group, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { RecurringOrder, RecurringOrderInput } from '@routewright/contract'
import { IconCalendarPlus, IconPlayerPause, IconPlayerPlay, IconRepeat } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mergeWhole } from '../../forms/fields.ts'
import { placeText } from '../../forms/place.ts'
import classes from '../../records/records.module.css'
import { RecordsPage, useRecordPage } from '../../records/records-page.tsx'
import { useEditedRecord } from '../../records/use-edited-record.ts'
import { type Column, inOneLine } from '../../shell/column-table.tsx'
import { failureText } from '../../shell/failure.ts'
import { noteFailure } from '../../shell/notices.tsx'
import { call } from '../../shell/service.ts'
import { useFormats, useMayPlan, useProject } from '../../shell/session.ts'

const RecurringForm = lazy(async () => ({ default: (await import('./recurring-form.tsx')).RecurringForm }))
const FillDialog = lazy(async () => ({ default: (await import('./fill-dialog.tsx')).FillDialog }))
const path = '/recurring'

export function RecurringPage() {
  const { t } = useTranslation(['recurring', 'records', 'shell'])
  const mayPlan = useMayPlan()
  const [isFilling, setFilling] = useState(false)
  const query = useRecordPage(path, 'recurring', (parameters, signal) =>
    call(operations.listRecurringOrders, parameters, { signal }),
  )
  const edited = useEditedOrder()
  const setPaused = ({ id }: RecurringOrder, paused: boolean) =>
    call(operations.updateRecurringOrder, { recurring_order_id: id, body: { paused } }).then(edited.changed, (error) =>
      noteFailure(t('title'), failureText(error, t)),
    )
  const columns = useColumns(mayPlan, setPaused)
  return (
    <RecordsPage<RecurringOrder>
      words="recurring"
      path={path}
      query={query}
      columns={columns}
      nameOf={getName}
      isDim={(order) => order.paused}
      onOpen={(order) => mayPlan && edited.open(order)}
      onNew={edited.begin}
      icon={IconRepeat}
      actions={
        <Button variant="default" leftSection={<IconCalendarPlus size={17} />} onClick={() => setFilling(true)}>
          {t('fill.title')}
        </Button>
      }
    >
      {edited.form && <RecurringForm {...edited.form} />}
      {isFilling && <FillDialog onClose={() => setFilling(false)} />}
    </RecordsPage>
  )
}

/** The stop of an order goes as a whole; what is empty in it comes from its client. */
function useEditedOrder() {
  const project = useProject()
  const path = (recurring_order_id: string) => ({ recurring_order_id })
  return useEditedRecord<RecurringOrder>({
    kind: { words: 'recurring', list: 'recurring', draft: 'recurring' },
    nameOf: (order) => order.label || order.stop.label || '',
    create: (fields) => {
      const body = mergeWhole(fields) as RecurringOrderInput
      return call(operations.createRecurringOrder, { project_id: project.id, body })
    },
    update: (id, change, seen, over) =>
      call(operations.updateRecurringOrder, { ...path(id), body: mergeWhole(change, over) }, seen),
    remove: (id, seen) => call(operations.deleteRecurringOrder, path(id), seen),
    read: (id) => call(operations.getRecurringOrder, path(id)),
  })
}

function getName(order: RecurringOrder): string {
  return order.label || order.stop.label || placeText(order.stop.location ?? undefined) || order.id
}

function useColumns(
  mayPlan: boolean,
  setPaused: (order: RecurringOrder, paused: boolean) => unknown,
): Column<RecurringOrder>[] {
  const { t } = useTranslation(['recurring', 'records'])
  const formats = useFormats()
  return [
    { key: 'label', title: t('fields.label'), cell: getName },
    {
      key: 'days',
      title: t('columns.days'),
      look: inOneLine,
      cell: (order) => (
        <>
          {order.weekdays.map((day) => t(`records:weekdays.${day}`)).join(' ')}
          <Text size="xs" c="dimmed">
            {getRhythm(order, t)}
          </Text>
        </>
      ),
    },
    {
      key: 'next',
      title: t('columns.next'),
      look: inOneLine,
      cell: (order) => <NextDay order={order} />,
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
      look: inOneLine,
      cell: (order) => formats.timeWindows(order.stop.time_windows ?? []),
    },
    {
      key: 'pause',
      title: '',
      cell: (order) => mayPlan && <PauseButton order={order} onPause={(paused) => setPaused(order, paused)} />,
    },
  ]
}

/** `2 visits · every week`. */
function getRhythm({ visits_per_week, every_weeks }: RecurringOrder, t: TFunction): string {
  const rhythm = t('recurring:every_n', { count: every_weeks })
  return visits_per_week === undefined ? rhythm : `${t('recurring:visits', { count: visits_per_week })} · ${rhythm}`
}

function NextDay({ order: { paused, next_date, visits_per_week } }: { order: RecurringOrder }) {
  const { t } = useTranslation('recurring')
  const formats = useFormats()
  if (paused) {
    return (
      <Badge variant="light" color="gray">
        {t('paused')}
      </Badge>
    )
  }
  if (next_date) return formats.calendarDate(next_date)
  return (
    <Text size="sm" c="dimmed">
      {visits_per_week === undefined ? t('over') : t('by_week')}
    </Text>
  )
}

function PauseButton({ order: { paused }, onPause }: { order: RecurringOrder; onPause(paused: boolean): unknown }) {
  const { t } = useTranslation('recurring')
  return (
    <Group className={classes.above} justify="flex-end">
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={paused ? <IconPlayerPlay size={15} /> : <IconPlayerPause size={15} />}
        onClick={() => onPause(!paused)}
      >
        {t(paused ? 'resume' : 'pause')}
      </Button>
    </Group>
  )
}
