// Analytics: what was promised and what was done, by day and vehicle, over a span of days.

import { Group, SegmentedControl, Select, SimpleGrid, Table, Text, TextInput } from '@mantine/core'
import * as operations from '@routewright/client/operations'
import type { Analytics, AnalyticsFigures } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../records/records.module.css'
import { organizationNow } from '../shell/clock.ts'
import { FigureTile } from '../shell/figure-tile.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Page } from '../shell/page.tsx'
import { useFormats, useProject } from '../shell/session.ts'
import { Empty } from '../shell/states.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import own from './analytics.module.css'
import { AnalyticsExport } from './analytics-export.tsx'

const DayCharts = lazy(async () => ({ default: (await import('./day-charts.tsx')).DayCharts }))

interface Span {
  from?: string
  to?: string
  all?: boolean
}
export type Grouping = 'day' | 'vehicle' | 'project'

const spans = [7, 30, 90, 365]

export function AnalyticsPage() {
  const { t } = useTranslation(['analytics', 'shell'])
  const formats = useFormats()
  const project = useProject()
  const search = useSearch({ strict: false }) as Span
  const [by, setBy] = useState<Grouping>('vehicle')
  const daysAgo = (days: number) => formats.dayKey(organizationNow() - days * 86_400_000)
  const span = { from_date: search.from ?? daysAgo(29), to_date: search.to ?? daysAgo(0) }
  const parameters = { ...span, ...(search.all ? {} : { project_id: project.id }) }
  const query = useAnswer(['analytics', parameters], operations.getAnalytics, parameters, {
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('title')} text={t('text')} actions={<AnalyticsExport parameters={parameters} by={by} />}>
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
            <Figures analytics={analytics} by={by} onBy={setBy} />
          )
        }
      </Loaded>
    </Page>
  )
}

interface SpanChoiceProps {
  search: Span
  span: { from_date: string; to_date: string }
  daysAgo(days: number): string
}

/** The days and the projects that are looked at, as they stand in the address. */
function SpanChoice({ search, span, daysAgo }: SpanChoiceProps) {
  const { t } = useTranslation('analytics')
  const project = useProject()
  const navigate = useNavigate()
  const change = (next: Span) => {
    const merged = Object.entries({ ...search, ...next }).filter(
      ([, value]) => value !== undefined && value !== '' && value !== false,
    )
    void navigate({ to: '/analytics', search: Object.fromEntries(merged) as never, replace: true })
  }
  const length = spans.find((days) => span.to_date === daysAgo(0) && span.from_date === daysAgo(days - 1))
  return (
    <Group mb="lg" align="flex-end">
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

function Figures({ analytics, by, onBy }: { analytics: Analytics; by: Grouping; onBy(by: Grouping): void }) {
  const { t } = useTranslation('analytics')
  return (
    <>
      <Tiles total={analytics.total} />
      <Suspense fallback={<div style={{ height: 300 }} />}>
        <DayCharts days={analytics.days} />
      </Suspense>
      <Group justify="space-between" mt="xl" mb="sm">
        <SegmentedControl
          aria-label={t('by')}
          value={by}
          onChange={(value) => onBy(value as Grouping)}
          data={(['vehicle', 'day', 'project'] as const).map((value) => ({ value, label: t(`by_${value}`) }))}
        />
      </Group>
      <FiguresTable analytics={analytics} by={by} />
      <SimpleGrid cols={{ base: 1, md: 2 }} mt="xl">
        <Ranking
          title={t('reasons')}
          rows={analytics.cancel_reasons.map((one) => [one.cancel_reason, one.stops] as const)}
          name={(reason) => t(`reason.${reason}`, { defaultValue: reason })}
        />
        <Ranking
          title={t('tags')}
          rows={analytics.rating_tags.map((one) => [one.rating_tag, one.ratings] as const)}
          name={(tag) => t(`tag.${tag}`, { defaultValue: tag })}
        />
      </SimpleGrid>
    </>
  )
}

function Tiles({ total }: { total: AnalyticsFigures }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const share = (part: number, whole: number) => (whole === 0 ? '–' : formats.percent(part / whole))
  const changeOf = (share: number) => `${share > 0 ? '+' : ''}${formats.percent(share)}`
  /** Nothing while no route of the span is finished: nothing was planned for it either. */
  const againstPlan = (planned: number, driven: number, write: (value: number) => string) =>
    planned === 0
      ? ''
      : `${t('planned', { value: write(planned) })} ${t('against_plan', { change: changeOf(driven / planned - 1) })}`
  return (
    <SimpleGrid cols={{ base: 2, md: 3, xl: 6 }} mb="lg">
      <FigureTile name={t('stops')} value={formats.number(total.total_stops)}>
        {t('done_of', { done: formats.number(total.completed_stops) })}
      </FigureTile>
      <FigureTile name={t('on_time')} value={share(total.on_time_stops, total.timed_stops)}>
        {total.average_delay !== undefined && t('delay', { time: formats.durationChange(total.average_delay) })}
      </FigureTile>
      <FigureTile name={t('first_attempt')} value={share(total.first_attempt_stops, total.attempted_stops)}>
        {t('failed', { count: total.canceled_stops + total.incomplete_stops })}
      </FigureTile>
      <FigureTile name={t('distance')} value={total.driven_distance ? formats.distance(total.driven_distance) : '–'}>
        {againstPlan(total.planned_distance, total.driven_distance, formats.distance)}
      </FigureTile>
      <FigureTile name={t('time')} value={total.driven_time ? formats.duration(total.driven_time) : '–'}>
        {againstPlan(total.planned_time, total.driven_time, formats.duration)}
      </FigureTile>
      <FigureTile
        name={t('rating')}
        value={total.average_rating === undefined ? '–' : `${formats.number(total.average_rating, 1)} / 5`}
      >
        {t('ratings', { count: total.ratings })}
      </FigureTile>
    </SimpleGrid>
  )
}

function FiguresTable({ analytics, by }: { analytics: Analytics; by: Grouping }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const groups: [string, string, AnalyticsFigures][] = {
    day: analytics.days.map((day): [string, string, AnalyticsFigures] => [
      day.date,
      formats.calendarDate(day.date),
      day,
    ]),
    vehicle: analytics.vehicles.map((one): [string, string, AnalyticsFigures] => [
      one.vehicle_id ?? '',
      one.label ?? (one.vehicle_id ? t('vehicle_gone') : t('no_vehicle')),
      one,
    ]),
    project: analytics.projects.map((one): [string, string, AnalyticsFigures] => [one.project_id, one.label, one]),
  }[by]
  const columns = figureColumns(formats)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reached by keyboard
    <section className={classes.sheet} aria-label={t(`by_${by}`)} tabIndex={0}>
      <Table verticalSpacing={8} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`by_${by}`)}</Table.Th>
            {columns.map(([word]) => (
              <Table.Th key={word} ta="right">
                {t(word)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {groups.map(([key, name, figures]) => (
            <Table.Tr key={key}>
              <Table.Td fw={600}>{name}</Table.Td>
              {columns.map(([word, write]) => (
                <Table.Td key={word} ta="right" className={own.number}>
                  {write(figures)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** The columns of the table: the key of their title, and how a row's figures are written there. */
function figureColumns(formats: Formats): [word: string, write: (figures: AnalyticsFigures) => string][] {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : formats.percent(part / whole))
  return [
    ['stops', (one) => formats.number(one.total_stops)],
    ['completed', (one) => formats.number(one.completed_stops)],
    ['on_time', (one) => share(one.on_time_stops, one.timed_stops)],
    ['first_attempt', (one) => share(one.first_attempt_stops, one.attempted_stops)],
    ['planned_distance', (one) => (one.planned_distance ? formats.distance(one.planned_distance) : '–')],
    ['driven_distance', (one) => (one.driven_distance ? formats.distance(one.driven_distance) : '–')],
    ['planned_time', (one) => (one.planned_time ? formats.duration(one.planned_time) : '–')],
    ['driven_time', (one) => (one.driven_time ? formats.duration(one.driven_time) : '–')],
    ['at_stop', (one) => (one.average_time_in_stop === undefined ? '–' : formats.duration(one.average_time_in_stop))],
    ['rating', (one) => (one.average_rating === undefined ? '–' : formats.number(one.average_rating, 1))],
  ]
}

interface RankingProps {
  title: string
  rows: readonly (readonly [string, number])[]
  name(key: string): string
}

function Ranking({ title, rows, name }: RankingProps) {
  const formats = useFormats()
  const most = Math.max(1, ...rows.map(([, count]) => count))
  if (rows.length === 0) return null
  return (
    <section className={own.ranking} aria-label={title}>
      <Text fw={650} mb="sm">
        {title}
      </Text>
      {rows.slice(0, 8).map(([key, count]) => (
        <div key={key} className={own.rank}>
          <span>{name(key)}</span>
          <span className={own.track}>
            <span className={own.bar} style={{ width: `${(count / most) * 100}%` }} />
          </span>
          <span className={own.number}>{formats.number(count)}</span>
        </div>
      ))}
    </section>
  )
}
