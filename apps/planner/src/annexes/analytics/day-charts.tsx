// The four pictures of a period, each with its figure and one line: stops, promises, kilometres, emissions. The table below says the same in numbers.
import { BarChart, LineChart } from '@mantine/charts'
import { SimpleGrid, Text } from '@mantine/core'
import type { Analytics } from '@routewright/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats, useProject } from '../../shell/session.ts'
import own from './analytics.module.css'
import { type MeasureName, writeFigure } from './measured-figures.ts'
import { Before } from './tiles.tsx'
import '@mantine/charts/styles.layer.css'
import { useDistanceText } from '../../shell/distance.tsx'

/** More days than these are shown by week. */
const mostDays = 62

interface DayChartsProps {
  analytics: Analytics
  /** The other period; undefined where nothing is compared. */
  before: Analytics | undefined
}

export function DayCharts({ analytics, before }: DayChartsProps) {
  const isByWeek = analytics.days.length > mostDays
  const isImperial = useProject().settings.units === 'imperial'
  const unit = isImperial ? { name: ' mi', meters: 1_609.344 } : { name: ' km', meters: 1_000 }
  const data = useChartData(isByWeek ? analytics.weeks : analytics.days, unit.meters)
  const shown = { analytics, before, data }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} className={own.charts}>
      <StopsPicture {...shown} title={isByWeek ? 'chart_stops_week' : 'chart_stops'} />
      <PromisesPicture {...shown} />
      <DistancePicture {...shown} unit={unit.name} />
      <EmissionsPicture {...shown} />
    </SimpleGrid>
  )
}

interface PictureProps extends DayChartsProps {
  data: Data
}

function StopsPicture({ data, title, ...periods }: PictureProps & { title: string }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  return (
    <Bars
      title={t(title)}
      head={useHead('stops', periods)}
      line={t('done_of', { done: formats.number(periods.analytics.total.completed_stops) })}
      data={data}
      isStacked
      series={[
        { name: t('completed'), color: 'var(--rw-done)' },
        { name: t('incomplete'), color: 'var(--rw-late)' },
        { name: t('canceled'), color: 'var(--rw-failed)' },
        { name: t('pending'), color: 'var(--rw-line-strong)' },
      ]}
    />
  )
}

function PromisesPicture({ data, ...periods }: PictureProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const { total } = periods.analytics
  return (
    <Shares
      data={data}
      head={useHead('kept', periods)}
      line={t('kept_of', {
        part: formats.number(total.promised_stops),
        whole: formats.number(total.completed_stops),
        agreed: formats.number(total.agreed_stops),
      })}
    />
  )
}

function DistancePicture({ data, unit, ...periods }: PictureProps & { unit: string }) {
  const { t } = useTranslation('analytics')
  const { total } = periods.analytics
  const value = useDistanceText()(total.planned_distance, total)
  return (
    <Bars
      title={t('chart_distance')}
      head={useHead('distance', periods)}
      line={t('planned', { value })}
      data={data}
      unit={unit}
      series={[
        { name: t('planned_distance'), color: 'var(--rw-line-strong)' },
        { name: t('driven_distance'), color: 'var(--rw-accent)' },
      ]}
    />
  )
}

function EmissionsPicture({ data, ...periods }: PictureProps) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const { total } = periods.analytics
  return (
    <Bars
      title={t('co2e')}
      head={useHead('co2e', periods)}
      line={t('co2e_detail', {
        planned: formats.weight(total.planned_emissions),
        perStop: total.completed_stops ? formats.weight(total.driven_emissions / total.completed_stops) : '–',
      })}
      data={data}
      unit=" kg"
      series={[
        { name: t('planned_co2e'), color: 'var(--rw-line-strong)' },
        { name: t('driven_co2e'), color: 'var(--rw-done)' },
      ]}
    />
  )
}

function useHead(name: MeasureName, periods: DayChartsProps): Caption['head'] {
  const formats = useFormats()
  return { value: writeFigure(name, periods.analytics.total, formats), was: <Before name={name} {...periods} /> }
}

type Data = ReturnType<typeof useChartData>

interface Caption {
  title: string
  head: { value: string; was: ReactNode }
  /** The number of cases that the figure rests on. */
  line: string
}

interface BarsProps extends Caption {
  data: Data
  series: { name: string; color: string }[]
  unit?: string
  isStacked?: boolean
}

function Bars({ data, series, unit, isStacked = false, ...caption }: BarsProps) {
  return (
    <Chart {...caption}>
      <BarChart
        h={180}
        data={data}
        dataKey="date"
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        type={isStacked ? 'stacked' : 'default'}
        maxBarWidth={isStacked ? 56 : 28}
        withLegend
        unit={unit}
        series={series}
      />
    </Chart>
  )
}

function Shares({ data, ...caption }: Omit<Caption, 'title'> & { data: Data }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  return (
    <Chart title={t('chart_promises')} {...caption}>
      <LineChart
        h={180}
        data={data}
        dataKey="date"
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        withLegend
        unit={formats.percentSign()}
        connectNulls
        yAxisProps={{ domain: [0, 100] }}
        series={[
          { name: t('kept'), color: 'var(--rw-accent)' },
          { name: t('first_attempt'), color: 'var(--rw-done)', strokeDasharray: '5 5' },
        ]}
      />
    </Chart>
  )
}

/** A row for each day, by the words of the legend. */
function useChartData(days: Analytics['days'], metersPerUnit: number) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100))
  return days.map((day) => ({
    date: formats.shortDate(`${day.date}T12:00:00Z`),
    [t('completed')]: day.completed_stops,
    [t('incomplete')]: day.incomplete_stops,
    [t('canceled')]: day.canceled_stops,
    [t('pending')]: day.pending_stops,
    [t('kept')]: share(day.kept_promises, day.promised_stops),
    [t('planned_distance')]: Math.round(day.planned_distance / metersPerUnit),
    [t('driven_distance')]: Math.round(day.driven_distance / metersPerUnit),
    [t('planned_co2e')]: Math.round(day.planned_emissions),
    [t('driven_co2e')]: Math.round(day.driven_emissions),
    [t('first_attempt')]: share(day.first_attempt_stops, day.attempted_stops),
  }))
}

function Chart({ title, head, line, children }: Caption & { children: ReactNode }) {
  return (
    <figure className={own.tile} style={{ margin: 0 }}>
      <figcaption className={own.caption}>
        <Text size="sm" fw={650}>
          {title}
        </Text>
        <span className={own.figure}>{head.value}</span>
        <Text size="xs" c="dimmed" component="div">
          {line}
          {head.was}
        </Text>
      </figcaption>
      {children}
    </figure>
  )
}
