// The days, the projects and what they are compared with: all of it stands in the address.
import { Group, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { Comparison } from '@routewright/contract/period-change'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useProject } from '../../shell/session.ts'
import own from './analytics.module.css'

export const groupings = ['vehicle', 'driver', 'day', 'week', 'client', 'area', 'project'] as const
export type Grouping = (typeof groupings)[number]

/** The search part of the address. */
export interface AnalyticsSearch {
  from?: string
  to?: string
  all?: boolean
  by?: Grouping
  compare?: Comparison
}

const spans = [7, 30, 90, 365]

/** Puts changes into the address; what is as usual is left out of it. */
export function useSearchChange(search: AnalyticsSearch): (next: AnalyticsSearch) => void {
  const navigate = useNavigate()
  return (next) => {
    const merged = Object.entries({ ...search, ...next }).filter(
      ([, value]) => value !== undefined && value !== '' && value !== false,
    )
    void navigate({ to: '/analytics', search: Object.fromEntries(merged) as never, replace: true })
  }
}

interface SpanChoiceProps {
  search: AnalyticsSearch
  span: { from_date: string; to_date: string }
  daysAgo(days: number): string
}

/** The days and the projects that are looked at, as they stand in the address. */
export function SpanChoice({ search, span, daysAgo }: SpanChoiceProps) {
  const { t } = useTranslation('analytics')
  const project = useProject()
  const change = useSearchChange(search)
  const length = spans.find((days) => span.to_date === daysAgo(0) && span.from_date === daysAgo(days - 1))
  return (
    <Group mb="lg" align="flex-end" className={own.unprinted}>
      <Select
        label={t('span')}
        w={190}
        allowDeselect={false}
        value={length ? String(length) : 'own'}
        data={[
          ...spans.map((days) => ({ value: String(days), label: t('last_days', { count: days }) })),
          { value: 'own', label: t('own_span') },
        ]}
        onChange={(value) => value !== 'own' && change({ from: daysAgo(Number(value) - 1), to: daysAgo(0) })}
      />
      <TextInput
        type="date"
        label={t('from')}
        value={span.from_date}
        max={span.to_date}
        onChange={({ currentTarget: { value } }) => value && change({ from: value })}
      />
      <TextInput
        type="date"
        label={t('to')}
        value={span.to_date}
        min={span.from_date}
        onChange={({ currentTarget: { value } }) => value && change({ to: value })}
      />
      <CompareChoice search={search} />
      <SegmentedControl
        aria-label={t('projects')}
        value={search.all ? 'all' : 'one'}
        onChange={(value) => change({ all: value === 'all' })}
        data={[
          { value: 'one', label: project.label },
          { value: 'all', label: t('all_projects') },
        ]}
      />
    </Group>
  )
}

function CompareChoice({ search }: { search: AnalyticsSearch }) {
  const { t } = useTranslation('analytics')
  const change = useSearchChange(search)
  return (
    <Select
      label={t('compare')}
      w={190}
      allowDeselect={false}
      value={search.compare ?? 'before'}
      data={(['before', 'year', 'none'] as const).map((value) => ({ value, label: t(`compare_${value}`) }))}
      onChange={(value) => change({ compare: value as Comparison })}
    />
  )
}
