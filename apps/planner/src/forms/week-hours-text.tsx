// Hours by weekday in a cell of a list: which days, and from when to when.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type DayHours, daysText, groupedHours } from './week-hours.ts'

/** More would make rows of a list high. */
const mostLines = 2

export function WeekHoursText({ days }: { days: readonly DayHours[] }) {
  const { t } = useTranslation('records')
  const groups = groupedHours(days)
  return (
    <>
      {groups.slice(0, mostLines).map(({ weekdays, hours }) => (
        <div key={hours}>
          <span style={{ whiteSpace: 'nowrap' }}>{daysText(weekdays, (day) => t(`weekdays.${day}`))}</span>{' '}
          <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {hours}
          </Text>
        </div>
      ))}
      {groups.length > mostLines && '…'}
    </>
  )
}
