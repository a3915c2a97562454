// The figures of each group as a table.
import { Table, Text } from '@mantine/core'
import type { Analytics, AnalyticsFigures } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useTranslation } from 'react-i18next'
import classes from '../../records/records.module.css'
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
  const isOfStops = by === 'client' || by === 'area'
  const columns = [
    ...columnsOfStops(formats),
    ...(isOfStops ? [] : columnsOfRoutes(formats, t('shell:partly_straight'))),
  ]
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
    vehicle: () => named(analytics.vehicles, (one: Analytics['vehicles'][number]) => one.vehicle_id, t('no_vehicle')),
    project: () => analytics.projects.map((one): Group => [one.project_id, one.label, one]),
    driver: () => named(analytics.drivers ?? [], (one: { driver_id?: string }) => one.driver_id, t('no_driver')),
    client: () => named(analytics.clients ?? [], (one: { id?: string }) => one.id, t('no_client')),
    area: () => named(analytics.areas ?? [], (one: { id?: string }) => one.id, t('no_area')),
  }[by]()
}

/** The key of the title, and how a row's figures are written there. */
type Column = [word: string, write: (figures: AnalyticsFigures) => string]

function columnsOfStops(formats: Formats): Column[] {
  const share = (part: number, whole: number) => (whole === 0 ? '–' : formats.percent(part / whole))
  return [
    ['stops', (one) => formats.number(one.total_stops)],
    ['completed', (one) => formats.number(one.completed_stops)],
    ['promised', (one) => formats.number(one.promised_stops)],
    ['kept', (one) => share(one.kept_promises, one.promised_stops)],
    ['on_time', (one) => share(one.on_time_stops, one.timed_stops)],
    ['first_attempt', (one) => share(one.first_attempt_stops, one.attempted_stops)],
    ['attempts', (one) => formats.number(one.attempts)],
    ['returned', (one) => formats.number(one.returned_stops)],
    ['to_sender', (one) => formats.number(one.sender_stops)],
    ['at_stop', (one) => (one.average_time_in_stop === undefined ? '–' : formats.duration(one.average_time_in_stop))],
    ['rating', (one) => (one.average_rating === undefined ? '–' : formats.number(one.average_rating, 1))],
  ]
}

function columnsOfRoutes(formats: Formats, partlyStraight: string): Column[] {
  const distance = (meters: number) => (meters ? formats.distance(meters) : '–')
  const planned = ({ planned_distance: meters, straight_distance: straight }: AnalyticsFigures) =>
    straight > 0 ? `${distance(meters)} ${partlyStraight}` : distance(meters)
  const time = (seconds: number) => (seconds ? formats.duration(seconds) : '–')
  const weight = (kilograms: number, meters: number) => (meters ? formats.weight(kilograms) : '–')
  return [
    ['planned_distance', planned],
    ['driven_distance', (one) => distance(one.driven_distance)],
    ['planned_time', (one) => time(one.planned_time)],
    ['driven_time', (one) => time(one.driven_time)],
    ['used', (one) => (one.available_time ? formats.percent(one.used_time / one.available_time) : '–')],
    ['cost', (one) => (one.priced_routes ? formats.money(one.driven_cost) : '–')],
    ['cost_per_stop', (one) => (one.priced_stops ? formats.money(one.driven_cost / one.priced_stops) : '–')],
    ['planned_co2e', (one) => weight(one.planned_emissions, one.planned_distance)],
    ['driven_co2e', (one) => weight(one.driven_emissions, one.driven_distance)],
  ]
}
