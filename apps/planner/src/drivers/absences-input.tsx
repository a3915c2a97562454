// When somebody is away: from, to, and why, if that is to be said.
import { Button, CloseButton, Group, Select, Text, TextInput } from '@mantine/core'
import { absenceReasons, type DriverAbsence } from '@routewright/contract'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OwnInputProps } from '../forms/fields.ts'

export function AbsencesInput({ label, hint, value, onChange }: OwnInputProps<unknown>) {
  const { t } = useTranslation('drivers')
  const rows = (value || []) as readonly DriverAbsence[]
  const change = (index: number, part: Partial<DriverAbsence>) =>
    onChange(rows.map((row, at) => (at === index ? withLastDay(row, part) : row)))
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Text component="legend" size="sm" fw={500} p={0} mb={4}>
        {label}
      </Text>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and only the last is ever added
        <Group key={index} gap="xs" mb="xs" align="flex-end">
          <DayInput label={t('absence.from')} value={row.from} onChange={(from) => change(index, { from })} />
          <DayInput label={t('absence.to')} value={row.to} onChange={(to) => change(index, { to })} />
          <Select
            label={t('absence.reason')}
            w={150}
            clearable
            data={absenceReasons.map((reason) => ({ value: reason, label: t(`reasons.${reason}`) }))}
            value={row.reason ?? null}
            onChange={(reason) => change(index, { reason: reason as DriverAbsence['reason'] })}
          />
          <CloseButton
            mb={4}
            aria-label={t('absence.remove', { from: row.from, to: row.to })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </Group>
      ))}
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPlus size={15} />}
        onClick={() => onChange([...rows, { from: '', to: '' }])}
      >
        {t('absence.add')}
      </Button>
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </fieldset>
  )
}

/** An absence of one day needs one date only. */
function withLastDay(row: DriverAbsence, part: Partial<DriverAbsence>): DriverAbsence {
  const next = { ...row, ...part }
  return part.from && (!row.to || row.to < part.from) ? { ...next, to: part.from } : next
}

interface DayInputProps {
  label: string
  value: string
  onChange(value: string): void
}

function DayInput({ label, value, onChange }: DayInputProps) {
  return (
    <TextInput
      type="date"
      label={label}
      w={150}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
