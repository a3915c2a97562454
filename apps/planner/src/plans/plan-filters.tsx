// Filters above the plans.
import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlansSearch } from './plans-page.tsx'

interface PlanFiltersProps {
  search: PlansSearch
  hasDates: boolean
  onChange(next: Partial<PlansSearch>): void
}

const statuses = ['draft', 'planning', 'in_progress', 'finished'] as const

export function PlanFilters({ search, hasDates, onChange }: PlanFiltersProps) {
  const { t } = useTranslation('plans')
  const [text, setText] = useState(search.text ?? '')
  // It may be cleared below, where nothing was found.
  useEffect(() => {
    if (!search.text) setText('')
  }, [search.text])
  const send = useDebouncedCallback((value: string) => onChange({ text: value, page: undefined }), 250)
  return (
    <Group mb="md" gap="sm">
      <TextInput
        w={260}
        type="search"
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          send(value)
        }}
      />
      <Select
        w={170}
        aria-label={t('status')}
        placeholder={t('any_status')}
        clearable
        data={statuses.map((value) => ({ value, label: t(`shell:status.plan.${value}`) }))}
        value={search.status ?? null}
        onChange={(value) => onChange({ status: (value ?? undefined) as PlansSearch['status'], page: undefined })}
      />
      {hasDates && (
        <>
          <TextInput
            w={160}
            type="date"
            aria-label={t('from')}
            value={search.from ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ from: value, page: undefined })}
          />
          <TextInput
            w={160}
            type="date"
            aria-label={t('to')}
            value={search.to ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ to: value, page: undefined })}
          />
        </>
      )}
    </Group>
  )
}
