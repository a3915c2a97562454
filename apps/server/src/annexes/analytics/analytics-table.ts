// Figures as a table with headers in the language of its readers.
import type { Analytics, AnalyticsFigures, QueryOf } from '@routewright/contract'
import type { LanguageCode } from '../../frame/platform/languages.ts'
import type { Cell, Table } from '../../frame/platform/table-file.ts'
import { fillWords, readWords } from '../../frame/words/words.ts'

export type Grouping = QueryOf<'exportAnalytics'>['by']
export type AnalyticsWord = keyof (typeof words)['en']

const words = readWords('analytics')
const metersPerMile = 1_609.344

export interface Form {
  language: LanguageCode
  isImperial: boolean
}

/** A group as people name it, with its figures; clients and zones have none of routes. */
export interface NamedFigures {
  name: string
  figures: Partial<AnalyticsFigures>
}

/** Name fields of a group; days have none. */
interface Named {
  label?: string
  vehicle_id?: string
  driver_id?: string
  id?: string
}

export type Say = (word: AnalyticsWord, values?: Record<string, string>) => string

/** Writes a word in the language, with values for its placeholders; {{unit}} is km or mi. */
export function sayIn({ language, isImperial }: Form): Say {
  const unit = isImperial ? 'mi' : 'km'
  return (word, values = {}) => fillWords(words[language][word], (name) => ({ unit, ...values })[name] ?? '')
}

/** The groups in their order; what was not asked for has none. */
export function listGroups(analytics: Analytics, by: Grouping, say: Say): NamedFigures[] {
  const named = (rows: readonly (Partial<AnalyticsFigures> & Named)[], none: AnalyticsWord) =>
    rows.map((row) => ({ name: row.label ?? findId(row) ?? say(none), figures: row }))
  const dated = (rows: Analytics['days']) => rows.map((row) => ({ name: row.date, figures: row }))
  return {
    day: () => dated(analytics.days),
    week: () => dated(analytics.weeks),
    vehicle: () => named(analytics.vehicles, 'no_vehicle'),
    project: () => named(analytics.projects, 'by_project'),
    driver: () => named(analytics.drivers ?? [], 'no_driver'),
    client: () => named(analytics.clients ?? [], 'no_client'),
    area: () => named(analytics.areas ?? [], 'no_area'),
  }[by]()
}

/** For what has no name: a deleted zone, a vehicle that was never given one. */
function findId(row: Named): string | undefined {
  return row.vehicle_id ?? row.driver_id ?? row.id
}

export function analyticsTable(analytics: Analytics, by: Grouping, form: Form): Table {
  const say = sayIn(form)
  const groups = listGroups(analytics, by, say)
  const columns = tableColumns(form, by)
  return {
    name: `${say(`by_${by}`)} ${groups[0]?.name ?? ''}`.trim(),
    columns: [
      { title: say(`by_${by}`), kind: by === 'day' || by === 'week' ? 'date' : 'text' },
      ...columns.map(([word]) => ({ title: say(word), kind: 'number' as const })),
    ],
    batches: [
      groups.map(({ name, figures }) => [name, ...columns.map(([, write]) => write(figures as AnalyticsFigures))]),
    ],
  }
}

/** The columns of the table: of clients and zones there are none of routes. */
export function tableColumns({ isImperial }: Form, by: Grouping): Column[] {
  const columns = listColumns(isImperial ? metersPerMile : 1_000)
  return columns.filter(([, , isOfRoutes]) => !isOfRoutes || (by !== 'client' && by !== 'area'))
}

type Column = [word: AnalyticsWord, write: (figures: AnalyticsFigures) => Cell, isOfRoutes?: boolean]

function listColumns(metersPerUnit: number): Column[] {
  const ofStops: Column[] = [
    ['stops', (group) => group.total_stops],
    ['completed', (group) => group.completed_stops],
    ['incomplete', (group) => group.incomplete_stops],
    ['canceled', (group) => group.canceled_stops],
    ['pending', (group) => group.pending_stops],
    ['promised', (group) => group.promised_stops],
    ['kept', (group) => percent(group.kept_promises, group.promised_stops)],
    ['agreed', (group) => group.agreed_stops],
    ['on_time', (group) => percent(group.on_time_stops, group.timed_stops)],
    ['first_attempt', (group) => percent(group.first_attempt_stops, group.attempted_stops)],
    ['attempts', (group) => group.attempts],
    ['returned', (group) => group.returned_stops],
    ['to_sender', (group) => group.sender_stops],
    ['delay', (group) => inMinutes(group.average_delay)],
    ['at_stop', (group) => inMinutes(group.average_time_in_stop)],
    ['rating', (group) => (group.average_rating === undefined ? null : rounded(group.average_rating))],
    ['ratings', (group) => group.ratings],
  ]
  const ofRoutes: Column[] = [
    ['routes', (group) => group.total_routes],
    ['finished_routes', (group) => group.finished_routes],
    ['planned_distance', (group) => rounded(group.planned_distance / metersPerUnit)],
    ['straight_distance', (group) => rounded(group.straight_distance / metersPerUnit)],
    ['driven_distance', (group) => rounded(group.driven_distance / metersPerUnit)],
    ['planned_hours', (group) => rounded(group.planned_time / 3_600)],
    ['driven_hours', (group) => rounded(group.driven_time / 3_600)],
    ['planned_cost', (group) => (group.priced_routes ? rounded(group.planned_cost) : null)],
    ['driven_cost', (group) => (group.priced_routes ? rounded(group.driven_cost) : null)],
    ['cost_per_stop', (group) => share(group.driven_cost, group.priced_stops)],
    ['cost_per_distance', (group) => share(group.driven_cost, group.priced_distance / metersPerUnit)],
    ['hours_used', (group) => percent(group.used_time, group.available_time)],
    ['load_used', (group) => percent(group.carried_weight, group.weight_capacity)],
    ['planned_emissions', (group) => rounded(group.planned_emissions)],
    ['driven_emissions', (group) => rounded(group.driven_emissions)],
  ]
  return [...ofStops, ...ofRoutes.map(([word, write]): Column => [word, write, true])]
}

/** One decimal; nothing where there is nothing to be a part of. */
function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1_000) / 10
}

function share(sum: number, count: number): number | null {
  return count === 0 ? null : rounded(sum / count)
}

function inMinutes(seconds: number | undefined): number | null {
  return seconds === undefined ? null : rounded(seconds / 60)
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
