// The hours of each weekday; those of Monday can be taken for all working days at once.
import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { weekdayOptions } from './choices.ts'
import type { OwnInputProps } from './fields.ts'
import type { TypedHours } from './week-hours.ts'

const workingDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

export function WeekHoursInput({ label, hint, value, onChange }: OwnInputProps<unknown>) {
  const { t } = useTranslation('records')
  const typed = (value || {}) as TypedHours
  const { monday } = typed
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Group justify="space-between" mb={4}>
        <Text component="legend" size="sm" fw={500} p={0}>
          {label}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={!monday?.trim()}
          onClick={() => onChange({ ...typed, ...Object.fromEntries(workingDays.map((day) => [day, monday])) })}
        >
          {t('like_monday')}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" verticalSpacing="xs">
        {weekdayOptions(t).map((day) => (
          <TextInput
            key={day.value}
            label={day.label}
            placeholder="08:00-16:00"
            autoComplete="off"
            value={typed[day.value as keyof TypedHours] ?? ''}
            onChange={({ currentTarget }) => onChange({ ...typed, [day.value]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </fieldset>
  )
}
