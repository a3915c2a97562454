// Orders of a week plan in a table: what comes to a day, what leaves it, what gets none.
import { Title } from '@mantine/core'
import type { WeekItem } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useTranslation } from 'react-i18next'
import classes from '../../records/records.module.css'
import { type Column, ColumnTable } from '../../shell/column-table.tsx'
import { useFormats } from '../../shell/session.ts'

type Shown = 'name' | 'arrives' | 'vehicle' | 'origin' | 'to' | 'reason' | 'last'

interface WeekItemsProps {
  title: string
  items: readonly WeekItem[]
  columns: readonly Shown[]
}

/** Hidden where there are no items. */
export function WeekItems({ title, items, columns }: WeekItemsProps) {
  const all = useColumns()
  if (items.length === 0) return null
  const rows = items.map((item) => ({ ...item, id: [item.stop_id, item.recurring_order_id, item.from_date].join(' ') }))
  return (
    <section aria-label={title}>
      <Title order={3} size="h6" mt="md" mb={6}>
        {title}
      </Title>
      <ColumnTable
        box={classes.sheet}
        isTabStop
        verticalSpacing={6}
        columns={columns.map((key) => all[key])}
        rows={rows}
      />
    </section>
  )
}

function useColumns(): Record<Shown, Column<WeekItem & { id: string }>> {
  const { t } = useTranslation('week')
  const formats = useFormats()
  const date = (day: string | undefined) => day && formats.calendarDate(day)
  const column = (key: Shown, cell: (item: WeekItem) => string | undefined) => ({
    key,
    title: t(`columns.${key}`),
    cell,
  })
  return {
    name: column('name', ({ label }) => label ?? t('unnamed')),
    arrives: column('arrives', ({ arrives_at }) => findTime(arrives_at, formats)),
    vehicle: column('vehicle', ({ vehicle_label }) => vehicle_label),
    origin: column('origin', (item) => {
      const isElsewhere = item.from_date !== undefined && item.from_date !== item.to_date
      if (isElsewhere) return t('origin.day', { date: date(item.from_date) })
      return t(`origin.${item.kind}`)
    }),
    to: column('to', ({ to_date }) => date(to_date)),
    reason: column('reason', ({ reason }) => reason && t(`reason.${reason}`)),
    last: column('last', ({ latest_on }) => date(latest_on)),
  }
}

function findTime(seconds: number | undefined, formats: Formats): string | undefined {
  return seconds === undefined ? undefined : formats.timeOfDay(seconds)
}
