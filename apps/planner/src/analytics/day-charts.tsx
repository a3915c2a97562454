// Days as charts: how stops ended, and how many were on time. The table below says the same in numbers.
import { BarChart, LineChart } from '@mantine/charts'
import { SimpleGrid, Text } from '@mantine/core'
import type { Analytics } from '@routewright/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../shell/session.ts'
import own from './analytics.module.css'
import '@mantine/charts/styles.layer.css'

export function DayCharts({ days }: { days: Analytics['days'] }) {
  const { t } = useTranslation('analytics')
  const data = useChartData(days)
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }}>
      <Chart title={t('chart_stops')}>
        <BarChart
          h={260}
          data={data}
          dataKey="date"
          xAxisProps={{ interval: 'equidistantPreserveStart' }}
          type="stacked"
          maxBarWidth={56}
          withLegend
          series={[
            { name: t('completed'), color: 'var(--rw-done)' },
            { name: t('incomplete'), color: 'var(--rw-late)' },
            { name: t('canceled'), color: 'var(--rw-failed)' },
            { name: t('pending'), color: 'var(--rw-line-strong)' },
          ]}
        />
      </Chart>
      <Chart title={t('chart_quality')}>
        <LineChart
          h={260}
          data={data}
          dataKey="date"
          xAxisProps={{ interval: 'equidistantPreserveStart' }}
          withLegend
          unit="%"
          connectNulls
          yAxisProps={{ domain: [0, 100] }}
          series={[
            { name: t('on_time'), color: 'var(--rw-accent)' },
            { name: t('first_attempt'), color: 'var(--rw-done)', strokeDasharray: '5 5' },
          ]}
        />
      </Chart>
    </SimpleGrid>
  )
}

/** A row for each day, by the words of the legend. */
function useChartData(days: Analytics['days']) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100))
  return days.map((day) => ({
    date: formats.shortDate(`${day.date}T12:00:00Z`),
    [t('completed')]: day.completed_stops,
    [t('incomplete')]: day.incomplete_stops,
    [t('canceled')]: day.canceled_stops,
    [t('pending')]: day.pending_stops,
    [t('on_time')]: share(day.on_time_stops, day.timed_stops),
    [t('first_attempt')]: share(day.first_attempt_stops, day.attempted_stops),
  }))
}

function Chart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <figure className={own.tile} style={{ margin: 0 }}>
      <Text component="figcaption" fw={650} mb="sm">
        {title}
      </Text>
      {children}
    </figure>
  )
}
