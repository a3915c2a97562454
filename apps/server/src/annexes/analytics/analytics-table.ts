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
export function groupsOf(analytics: Analytics, by: Grouping, say: Say): NamedFigures[] {
  const named = (rows: readonly (Partial<AnalyticsFigures> & Named)[], none: AnalyticsWord) =>
    rows.map((row) => ({ name: row.label ?? idOf(row) ?? say(none), figures: row }))
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
function idOf(row: Named): string | undefined {
  return row.vehicle_id ?? row.driver_id ?? row.id
}

export function analyticsTable(analytics: Analytics, by: Grouping, form: Form): Table {
  const say = sayIn(form)
  const groups = groupsOf(analytics, by, say)
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
  const columns = columnsOf(isImperial ? metersPerMile : 1_000)
  return columns.filter(([, , isOfRoutes]) => !isOfRoutes || (by !== 'client' && by !== 'area'))
}

type Column = [word: AnalyticsWord, write: (figures: AnalyticsFigures) => Cell, isOfRoutes?: boolean]

function columnsOf(metersPerUnit: number): Column[] {
  const ofStops: Column[] = [
    ['stops', (one) => one.total_stops],
    ['completed', (one) => one.completed_stops],
    ['incomplete', (one) => one.incomplete_stops],
    ['canceled', (one) => one.canceled_stops],
    ['pending', (one) => one.pending_stops],
    ['promised', (one) => one.promised_stops],
    ['kept', (one) => percent(one.kept_promises, one.promised_stops)],
    ['agreed', (one) => one.agreed_stops],
    ['on_time', (one) => percent(one.on_time_stops, one.timed_stops)],
    ['first_attempt', (one) => percent(one.first_attempt_stops, one.attempted_stops)],
    ['attempts', (one) => one.attempts],
    ['returned', (one) => one.returned_stops],
    ['to_sender', (one) => one.sender_stops],
    ['delay', (one) => inMinutes(one.average_delay)],
    ['at_stop', (one) => inMinutes(one.average_time_in_stop)],
    ['rating', (one) => (one.average_rating === undefined ? null : rounded(one.average_rating))],
    ['ratings', (one) => one.ratings],
  ]
  const ofRoutes: Column[] = [
    ['routes', (one) => one.total_routes],
    ['finished_routes', (one) => one.finished_routes],
    ['planned_distance', (one) => rounded(one.planned_distance / metersPerUnit)],
    ['straight_distance', (one) => rounded(one.straight_distance / metersPerUnit)],
    ['driven_distance', (one) => rounded(one.driven_distance / metersPerUnit)],
    ['planned_hours', (one) => rounded(one.planned_time / 3_600)],
    ['driven_hours', (one) => rounded(one.driven_time / 3_600)],
    ['planned_cost', (one) => (one.priced_routes ? rounded(one.planned_cost) : null)],
    ['driven_cost', (one) => (one.priced_routes ? rounded(one.driven_cost) : null)],
    ['cost_per_stop', (one) => share(one.driven_cost, one.priced_stops)],
    ['cost_per_distance', (one) => share(one.driven_cost, one.priced_distance / metersPerUnit)],
    ['hours_used', (one) => percent(one.used_time, one.available_time)],
    ['load_used', (one) => percent(one.carried_weight, one.weight_capacity)],
    ['planned_emissions', (one) => rounded(one.planned_emissions)],
    ['driven_emissions', (one) => rounded(one.driven_emissions)],
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
