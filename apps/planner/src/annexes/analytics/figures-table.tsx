// The figures of each group as a table.
import { Table, Text } from '@mantine/core'
import type { Analytics, AnalyticsFigures } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useTranslation } from 'react-i18next'
import classes from '../../records/records.module.css'
import { useDistanceText } from '../../shell/distance.tsx'
import { useFormats } from '../../shell/session.ts'
import own from './analytics.module.css'
import type { Grouping } from './span-choice.tsx'

/** Clients and zones have figures of stops only. */
type Known = Partial<AnalyticsFigures>
type Group = [key: string, name: string, figures: Known]

export function FiguresTable({ analytics, by }: { analytics: Analytics; by: Grouping }) {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const groups = useGroups(analytics, by)
  const distanceText = useDistanceText()
  const isOfStops = by === 'client' || by === 'area'
  const columns = [...columnsOfStops(formats), ...(isOfStops ? [] : columnsOfRoutes(formats, distanceText))]
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reached by keyboard */}
      <section className={`${classes.sheet} ${own.table} ${own.wide}`} aria-label={t(`by_${by}`)} tabIndex={0}>
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
                    {write(figures as AnalyticsFigures)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {isOfStops && (
        <Text size="sm" c="dimmed" mt="xs">
          {by === 'area' ? t('area_note') : t('client_note', { count: groups.length })}
        </Text>
      )}
    </>
  )
}

function useGroups(analytics: Analytics, by: Grouping): Group[] {
  const { t } = useTranslation('analytics')
  const formats = useFormats()
  const dated = (rows: Analytics['days']) => rows.map((row): Group => [row.date, formats.calendarDate(row.date), row])
  const named = (
    rows: readonly (Known & { label?: string })[],
    idOf: (row: never) => string | undefined,
    none: string,
  ) =>
    rows.map((row): Group => {
      const id = idOf(row as never)
      return [id ?? '', row.label || (id ? t('vehicle_gone') : none), row]
    })
  return {
    day: () => dated(analytics.days),
    week: () => dated(analytics.weeks),
    vehicle: () =>
      named(analytics.vehicles, (group: Analytics['vehicles'][number]) => group.vehicle_id, t('no_vehicle')),
    project: () => analytics.projects.map((project): Group => [project.project_id, project.label, project]),
    driver: () => named(analytics.drivers ?? [], (group: { driver_id?: string }) => group.driver_id, t('no_driver')),
    client: () => named(analytics.clients ?? [], (group: { id?: string }) => group.id, t('no_client')),
    area: () => named(analytics.areas ?? [], (group: { id?: string }) => group.id, t('no_area')),
  }[by]()
}

/** The key of the title, and how a row's figures are written there. */
type Column = [word: string, write: (figures: AnalyticsFigures) => string]

function columnsOfStops(formats: Formats): Column[] {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : formats.percent(part / whole))
  return [
    ['stops', (group) => formats.number(group.total_stops)],
    ['completed', (group) => formats.number(group.completed_stops)],
    ['promised', (group) => formats.number(group.promised_stops)],
    ['kept', (group) => share(group.kept_promises, group.promised_stops)],
    ['on_time', (group) => share(group.on_time_stops, group.timed_stops)],
    ['first_attempt', (group) => share(group.first_attempt_stops, group.attempted_stops)],
    ['attempts', (group) => formats.number(group.attempts)],
    ['returned', (group) => formats.number(group.returned_stops)],
    ['to_sender', (group) => formats.number(group.sender_stops)],
    [
      'at_stop',
      (group) => (group.average_time_in_stop === undefined ? '–' : formats.duration(group.average_time_in_stop)),
    ],
    ['rating', (group) => (group.average_rating === undefined ? '–' : formats.number(group.average_rating, 1))],
  ]
}

function columnsOfRoutes(formats: Formats, distanceText: ReturnType<typeof useDistanceText>): Column[] {
  const distance = (meters: number) => (meters ? formats.distance(meters) : '–')
  const planned = (figures: AnalyticsFigures) =>
    figures.planned_distance ? distanceText(figures.planned_distance, figures) : '–'
  const time = (seconds: number) => (seconds ? formats.duration(seconds) : '–')
  const weight = (kilograms: number, meters: number) => (meters ? formats.weight(kilograms) : '–')
  return [
    ['planned_distance', planned],
    ['driven_distance', (group) => distance(group.driven_distance)],
    ['planned_time', (group) => time(group.planned_time)],
    ['driven_time', (group) => time(group.driven_time)],
    ['used', (group) => (group.available_time ? formats.percent(group.used_time / group.available_time) : '–')],
    ['cost', (group) => (group.priced_routes ? formats.money(group.driven_cost) : '–')],
    ['cost_per_stop', (group) => (group.priced_stops ? formats.money(group.driven_cost / group.priced_stops) : '–')],
    ['planned_co2e', (group) => weight(group.planned_emissions, group.planned_distance)],
    ['driven_co2e', (group) => weight(group.driven_emissions, group.driven_distance)],
  ]
}
