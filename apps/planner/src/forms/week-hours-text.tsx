// Hours by weekday in a cell of a list: which days, and from when to when.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type DayHours, groupedHours } from './week-hours.ts'

/** More would make rows of a list high. */
const mostLines = 2

export function WeekHoursText({ days }: { days: readonly DayHours[] }) {
  const { t } = useTranslation('records')
  const groups = groupedHours(days)
  return (
    <>
      {groups.slice(0, mostLines).map(({ weekdays, hours }) => (
        <div key={hours}>
          {weekdays.map((day) => t(`weekdays.${day}`)).join(' ')}{' '}
          <Text span size="xs" c="dimmed">
            {hours}
          </Text>
        </div>
      ))}
      {groups.length > mostLines && '…'}
    </>
  )
}
