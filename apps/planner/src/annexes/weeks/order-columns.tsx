// Columns of the list of orders without a day.
import { Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { placeText } from '../../forms/place.ts'
import { useClientOptions } from '../../forms/use-client-options.ts'
import classes from '../../records/records.module.css'
import type { Column } from '../../shell/column-table.tsx'
import { IconButton } from '../../shell/icon-button.tsx'
import { useFormats } from '../../shell/session.ts'
import { orderName } from './order-name.ts'
import { useOfferDay } from './use-offer-day.ts'
import type { WaitingOrder } from './waiting-orders.ts'

const nowrap = { style: { whiteSpace: 'nowrap' } } as const

export function useOrderColumns(mayPlan: boolean): Column<WaitingOrder>[] {
  const { t } = useTranslation(['backlog', 'when'])
  const clients = new Map(useClientOptions().map(({ value, label }) => [value, label]))
  const offer = useOfferDay()
  const daysText = useDaysText()
  return [
    { key: 'label', title: t('columns.order'), look: { miw: 150 }, cell: orderName },
    {
      key: 'address',
      title: t('columns.address'),
      cell: ({ stop }) => (
        <Text size="sm" truncate maw={260}>
          {placeText(stop.location)}
        </Text>
      ),
    },
    { key: 'days', title: t('columns.days'), look: nowrap, cell: daysText },
    { key: 'left', title: t('columns.left'), look: nowrap, cell: (order) => <DaysLeft order={order} /> },
    { key: 'priority', title: t('columns.priority'), isNumber: true, cell: ({ priority }) => priority || '' },
    { key: 'spacing', title: t('columns.spacing'), cell: (order) => <Spacing order={order} /> },
    { key: 'client', title: t('columns.client'), cell: ({ stop }) => clients.get(stop.client_id ?? '') },
    {
      key: 'offer',
      said: t('offer'),
      cell: (order) =>
        mayPlan &&
        order.stop.location?.lat !== undefined && (
          <IconButton
            icon={IconCalendarTime}
            className={classes.above}
            label={t('offer_to', { name: orderName(order) })}
            onClick={() => offer(order)}
          />
        ),
    },
  ]
}

/** `Wed, 25 Nov 2026 – Fri, 4 Dec 2026`, or what of it is known. */
function useDaysText(): (order: WaitingOrder) => string {
  const { t } = useTranslation('backlog')
  const formats = useFormats()
  return ({ earliest_on: first, latest_on: last }) => {
    if (first && last) return `${formats.calendarDate(first)} – ${formats.calendarDate(last)}`
    if (last) return t('until', { date: formats.calendarDate(last) })
    return first ? t('from', { date: formats.calendarDate(first) }) : t('any_day')
  }
}

/** Days on which it is told in amber. */
const soonDays = 2

function DaysLeft({ order: { days_left, is_impossible } }: { order: WaitingOrder }) {
  const { t } = useTranslation('backlog')
  if (days_left === undefined) return null
  const isOver = days_left < 0
  const text = isOver
    ? t('over', { count: -days_left })
    : days_left === 0
      ? t('today')
      : t('left', { count: days_left })
  if (!isOver && !is_impossible && days_left > soonDays) return text
  return (
    <Text size="sm" fw={600} c={isOver || is_impossible ? 'var(--rw-failed)' : 'var(--rw-late)'}>
      {is_impossible && !isOver ? t('impossible') : text}
    </Text>
  )
}

/** The least distance to the visit before. */
function Spacing({ order: { min_days_between: days, previous_visit_on: visit } }: { order: WaitingOrder }) {
  const { t } = useTranslation('backlog')
  const formats = useFormats()
  return (
    <>
      {days !== undefined && t('days_between', { count: days })}
      {visit && (
        <Text size="xs" c="dimmed">
          {t('after', { date: formats.calendarDate(visit) })}
        </Text>
      )}
    </>
  )
}
