// The next days of a pattern while it is edited; a click leaves a day out.
import { Badge, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { RecurringPattern } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../shell/service.ts'
import { useFormats } from '../shell/session.ts'

interface PatternPreviewProps {
  pattern: RecurringPattern
  onChange(exceptions: string[]): void
}

export function PatternPreview({ pattern, onChange }: PatternPreviewProps) {
  const { t } = useTranslation('recurring')
  const formats = useFormats()
  const [settled] = useDebouncedValue(pattern, 250)
  const isComplete = settled.weekdays.length > 0 && settled.starts_on !== ''
  const { data } = useQuery({
    queryKey: ['recurring-dates', settled],
    queryFn: ({ signal }) =>
      call('POST /app/v1/recurring_dates', { body: settled }, { signal, repeatable: true, once: true }),
    enabled: isComplete,
    placeholderData: (before) => before,
  })
  const exceptions = pattern.exceptions ?? []
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
