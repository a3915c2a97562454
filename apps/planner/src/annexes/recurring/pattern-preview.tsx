// The next days of a pattern while it is edited; a click leaves a day out.

import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import * as operations from '@routewright/client/operations'
import type { RecurringPattern } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../../forms/fields.ts'
import { organizationNow } from '../../shell/clock.ts'
import { useFormats } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'

export function PatternPreview({ value: exceptions, values, onChange }: OwnInputProps<readonly string[]>) {
  const { t } = useTranslation('recurring')
  const formats = useFormats()
  const [settled] = useDebouncedValue(values as unknown as RecurringPattern, 250)
  const { weekdays, every_weeks, starts_on, ends_on, exceptions: skipped } = settled
  const pattern = { weekdays, every_weeks, starts_on, ends_on: ends_on || null, exceptions: skipped }
  const body: RecurringPattern = { ...pattern, from: formats.dayKey(organizationNow()), count: 8 }
  const isComplete = weekdays.length > 0 && starts_on !== ''
  const { data } = useAnswer(
    ['recurring-dates', body],
    operations.previewRecurringDates,
    { body },
    {
      how: { repeatable: true, once: true },
      enabled: isComplete,
      placeholderData: (before) => before,
    },
  )
  return (
    <Stack gap={6} mt="md">
      <Text size="sm" fw={600}>
        {t('next_dates')}
      </Text>
      {data && data.dates.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('no_dates')}
        </Text>
      )}
      <Days
        days={isComplete && data ? data.dates : []}
        word="skip_day"
        onPick={(day) => onChange([...exceptions, day].sort())}
      />
      <Text size="xs" c="dimmed">
        {t('skip_hint')}
      </Text>
      {exceptions.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {t('skipped')}
          </Text>
          <Days
            days={exceptions}
            word="bring_back"
            isOut
            onPick={(day) => onChange(exceptions.filter((exception) => exception !== day))}
          />
        </>
      )}
    </Stack>
  )
}

interface DaysProps {
  days: readonly string[]
  /** Key of what a click does. */
  word: string
  /** Days that are left out. */
  isOut?: boolean
  onPick(day: string): void
}

function Days({ days, word, isOut = false, onPick }: DaysProps) {
  const { t } = useTranslation('recurring')
  const formats = useFormats()
  const look = isOut
    ? ({ variant: 'outline', c: 'var(--rw-text-dim)', color: 'gray', td: 'line-through' } as const)
    : ({ variant: 'light' } as const)
  return (
    <Group gap={6} aria-live={isOut ? undefined : 'polite'}>
      {days.map((day) => (
        <UnstyledButton key={day} aria-label={t(word, { date: formats.calendarDate(day) })} onClick={() => onPick(day)}>
          <Badge size="lg" tt="none" style={{ cursor: 'pointer' }} {...look}>
            {formats.calendarDate(day)}
          </Badge>
        </UnstyledButton>
      ))}
    </Group>
  )
}
