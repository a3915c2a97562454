// The first and the last day of what is asked for; both are needed.
import { TextInput } from '@mantine/core'

interface DayRangeProps {
  /** YYYY-MM-DD, or empty. */
  value: { from: string; to: string }
  labels: { from: string; to: string }
  onChange(part: { from?: string; to?: string }): void
}

/** Two fields, for the grid of the form around them. */
export function DayRange({ value, labels, onChange }: DayRangeProps) {
  const days = ['from', 'to'] as const
  return days.map((day) => (
    <TextInput
      key={day}
      type="date"
      required
      label={labels[day]}
      value={value[day]}
      onChange={(event) => onChange({ [day]: event.currentTarget.value })}
    />
  ))
}
