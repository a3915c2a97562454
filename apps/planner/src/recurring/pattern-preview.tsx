// The next days of a pattern while it is edited; a click leaves a day out.
import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { RecurringPattern } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../forms/fields.ts'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'

export function PatternPreview({ value: exceptions, values, onChange }: OwnInputProps<readonly string[]>) {
  const { t } = useTranslation('recurring')
  const formats = useFormats()
  const [settled] = useDebouncedValue(values as unknown as RecurringPattern, 250)
  const { weekdays, every_weeks, starts_on, ends_on, exceptions: skipped } = settled
  const pattern = { weekdays, every_weeks, starts_on, ends_on: ends_on || null, exceptions: skipped }
  const body: RecurringPattern = { ...pattern, from: formats.dayKey(Date.now()), count: 8 }
  const isComplete = weekdays.length > 0 && starts_on !== ''
  const { data } = useQuery({
    queryKey: ['recurring-dates', body],
    queryFn: ({ signal }) => call('POST /app/v1/recurring_dates', { body }, { signal, repeatable: true, once: true }),
    enabled: isComplete,
    placeholderData: (before) => before,
  })
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
      <Group gap={6} aria-live="polite">
        {isComplete &&
          data?.dates.map((date) => (
            <UnstyledButton
              key={date}
              aria-label={t('skip_day', { date: formats.calendarDate(date) })}
              onClick={() => onChange([...exceptions, date].sort())}
            >
              <Badge size="lg" variant="light" tt="none" style={{ cursor: 'pointer' }}>
                {formats.calendarDate(date)}
              </Badge>
            </UnstyledButton>
          ))}
      </Group>
      <Text size="xs" c="dimmed">
        {t('skip_hint')}
      </Text>
      {exceptions.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {t('skipped')}
          </Text>
          <Group gap={6}>
            {exceptions.map((date) => (
              <UnstyledButton
                key={date}
                aria-label={t('bring_back', { date: formats.calendarDate(date) })}
                onClick={() => onChange(exceptions.filter((one) => one !== date))}
              >
                <Badge
                  size="lg"
                  variant="outline"
                  c="var(--rw-text-dim)"
                  color="gray"
                  tt="none"
                  td="line-through"
                  style={{ cursor: 'pointer' }}
                >
                  {formats.calendarDate(date)}
                </Badge>
              </UnstyledButton>
            ))}
          </Group>
        </>
      )}
    </Stack>
  )
}
