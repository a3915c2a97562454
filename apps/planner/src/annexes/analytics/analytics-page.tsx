// Analytics: what was promised, what was done and what it cost over a span of days, against another span; on paper as a report.
import { Button, Group, SegmentedControl, SimpleGrid, Text } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Analytics } from '@routewright/contract'
import { comparedSpan, type DaySpan, leastCases } from '@routewright/contract/period-change'
import { IconChartBar, IconHistory, IconPrinter } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { organizationNow } from '../../shell/clock.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { Page } from '../../shell/page.tsx'
import { useFormats, useProject } from '../../shell/session.ts'
import { Empty } from '../../shell/states.tsx'
import { useAnswer } from '../../shell/use-answer.ts'
import own from './analytics.module.css'
import { AnalyticsExport } from './analytics-export.tsx'
import { EmissionLines } from './emission-lines.tsx'
import { FiguresTable } from './figures-table.tsx'
import { GotWorse } from './got-worse.tsx'
import { HoursOfSpan } from './hours-of-span.tsx'
import { PromiseScores } from './promise-scores.tsx'
import { Ranking } from './ranking.tsx'
import { type AnalyticsSearch, type Grouping, groupings, SpanChoice, useSearchChange } from './span-choice.tsx'
import { Tiles } from './tiles.tsx'
import { WeeklyMail } from './weekly-mail.tsx'

const DayCharts = lazy(async () => ({ default: (await import('./day-charts.tsx')).DayCharts }))

export function AnalyticsPage() {
  const { t } = useTranslation(['analytics', 'shell'])
  const formats = useFormats()
  const project = useProject()
  const search = useSearch({ strict: false }) as AnalyticsSearch
  const by = groupings.find((grouping) => grouping === search.by) ?? 'vehicle'
  const daysAgo = (days: number) => formats.dayKey(organizationNow() - days * 86_400_000)
  const span = { from_date: search.from ?? daysAgo(29), to_date: search.to ?? daysAgo(0) }
  const where = search.all ? {} : { project_id: project.id }
  const apart = by === 'driver' || by === 'client' || by === 'area' ? { apart: by } : {}
  const parameters = { ...span, ...where, ...apart }
  const query = useAnswer(['analytics', parameters], operations.getAnalytics, parameters, {
    placeholderData: keepPreviousData,
  })
  const { other, before } = useOther(span, search, where)
  const day = formats.calendarDate
  return (
    <Page
      title={t('title')}
      text={t('text')}
      actions={<Actions parameters={{ ...span, ...where }} by={by} compare={search.compare ?? 'before'} />}
    >
      <Text className={own.printed} fw={600} mb="md">
        {day(span.from_date)} – {day(span.to_date)} · {search.all ? t('all_projects') : project.label}
      </Text>
      <SpanChoice search={search} span={span} daysAgo={daysAgo} />
      <Loaded query={query} rows={8} rowHeight={72}>
        {(analytics) =>
          analytics.total.total_stops === 0 ? (
            <Empty
              title={t('none')}
              text={t('none_text')}
              icon={IconChartBar}
              next={{ label: t('shell:to_today'), to: '/today' }}
            />
          ) : (
            <Figures analytics={analytics} before={before} by={by} search={search} asked={{ ...span, ...where }}>
              {other &&
                t('compared', {
                  from: day(other.from_date),
                  to: day(other.to_date),
                  least: formats.number(leastCases),
                })}
            </Figures>
          )
        }
      </Loaded>
    </Page>
  )
}

/** The days that are compared with, and their figures once they are there. */
function useOther(span: DaySpan, search: AnalyticsSearch, where: { project_id?: string }) {
  const other = comparedSpan(span, search.compare ?? 'before')
  const compared = { ...(other ?? span), ...where }
  const { data } = useAnswer(['analytics', compared], operations.getAnalytics, compared, {
    enabled: other !== undefined,
  })
  return { other, before: other && data }
}

function Actions(props: ComponentProps<typeof AnalyticsExport>) {
  const { t } = useTranslation(['analytics', 'replay'])
  return (
    <Group className={own.unprinted}>
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconHistory size={16} />}
        renderRoot={(props) => <Link {...props} to="/analytics/replay" />}
      >
        {t('replay:open')}
      </Button>
      <WeeklyMail />
      <AnalyticsExport {...props} />
    </Group>
  )
}

interface FiguresProps {
  analytics: Analytics
  before: Analytics | undefined
  by: Grouping
  search: AnalyticsSearch
  asked: { from_date: string; to_date: string; project_id?: string }
  /** The period of comparison, in words. */
  children: string | undefined
}

function Figures({ analytics, before, by, search, asked, children }: FiguresProps) {
  const { t } = useTranslation('analytics')
  const change = useSearchChange(search)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {before && <GotWorse analytics={analytics} before={before} />}
      <Suspense fallback={<div style={{ height: 300 }} />}>
        <DayCharts analytics={analytics} before={before} />
      </Suspense>
      {children && (
        <Text size="sm" c="dimmed" mt="sm">
          {children}
        </Text>
      )}
      <details className={own.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('more_figures')}</summary>
        <Tiles analytics={analytics} before={before} />
        {isOpen && <HoursOfSpan asked={asked} />}
        <EmissionLines analytics={analytics} />
      </details>
      <Group mt="xl" mb="sm" className={own.groupings}>
        <SegmentedControl
          aria-label={t('by')}
          value={by}
          onChange={(value) => change({ by: value as Grouping })}
          data={groupings.map((value) => ({ value, label: t(`by_${value}`) }))}
        />
      </Group>
      <FiguresTable analytics={analytics} by={by} />
      <PromiseScores parameters={asked} />
      <SimpleGrid cols={{ base: 1, md: 2 }} mt="xl" className={own.whole}>
        <Ranking
          title={t('reasons')}
          rows={analytics.cancel_reasons.map((row) => [row.cancel_reason, row.stops] as const)}
          name={(reason) => t(`reason.${reason}`, { defaultValue: reason })}
        />
        <Ranking
          title={t('tags')}
          rows={analytics.rating_tags.map((row) => [row.rating_tag, row.ratings] as const)}
          name={(tag) => t(`tag.${tag}`, { defaultValue: tag })}
        />
      </SimpleGrid>
    </>
  )
}
