// The columns of the tables: what each is called and what stands in it.
import { listPayments, measureStraight, type Payment, streetLine } from '@routewright/contract'
import type { DepotRow } from '../../data/depot-table.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { reportTable } from '../../data/report-tables.ts'
import { addressText } from '../../data/resources/address.ts'
import { type RouteRow, routeTable } from '../../data/route-table.ts'
import { stopTable } from '../../data/stop-table.ts'
import type { Columns, Table } from '../../data/table.ts'
import type { Cell, TableColumn } from '../../frame/platform/table-file.ts'
import type { StopRecord } from '../../planning/stops/stops.ts'
import { createMomentText, timeOfDay, windowsText } from './clock-words.ts'
import { dayOfPlan } from './plan-name.ts'
import { chargingText } from './route-places.ts'
import { isWord, type Say, sayValue, type Word } from './words.ts'

type Report = NonNullable<StopRecord['reports']>[number]

/** Records that a row of any table is made from. */
export interface ExportRow {
  plan: Pick<PlanRow, 'label' | 'execution_date'>
  route?: RouteRow
  stop?: StopRecord
  report?: Report
  /** Stops of the route. */
  stops?: readonly { status: string; weight: number | null; volume: number | null }[]
  /** Depots of the project, by id. */
  depots?: ReadonlyMap<string, Pick<DepotRow, 'label'>>
}

/** How values become text in this file. */
export interface ExportContext {
  say: Say
  project: ProjectRow
  moment: ReturnType<typeof createMomentText>
}

export function exportContext(say: Say, project: ProjectRow): ExportContext {
  return { say, project, moment: createMomentText(project.timezone) }
}

export interface ExportColumn {
  word: Word
  kind: TableColumn['kind']
  value: (row: ExportRow, context: ExportContext) => Cell
}

const text = (word: Word, value: ExportColumn['value']): ExportColumn => ({ word, kind: 'text', value })
const number = (word: Word, value: ExportColumn['value']): ExportColumn => ({ word, kind: 'number', value })

/** How fields are written that are neither texts nor numbers as they stand, or that people read in another form. */
const written: Record<string, (value: never, context: ExportContext) => Cell> = {
  type: (type: string, { say }) => sayValue(say, `type_${type}`),
  status: (status: string, { say }) => sayValue(say, `status_${status}`),
  time_windows: (windows: [number, number][]) => windowsText(windows),
  duration: (seconds: number) => minutes(seconds),
  requires: (skills: string[]) => skills.join(', '),
  custom_fields: (fields: object) => jsonText(fields),
}

type Source = 'route' | 'stop' | 'report'

/** A field of the record itself, under the word of its name. */
function own(source: Source, table: Table, name: string): ExportColumn {
  if (!isWord(name)) throw new Error(`${name} has no word among those of tables`)
  const write = written[name] as ((value: unknown, context: ExportContext) => Cell) | undefined
  return {
    word: name,
    kind: table.columns[name]!.form === 'number' ? 'number' : 'text',
    value: (row, context) => {
      const value = (row[source] as Record<string, unknown> | undefined)?.[name] ?? undefined
      return value === undefined || !write ? (value as Cell) : write(value, context)
    },
  }
}

const planColumns: ExportColumn[] = [
  { word: 'date', kind: 'date', value: ({ plan }) => dayOfPlan(plan) },
  text('plan', ({ plan }) => plan.label),
]
const routeName = (route: RouteRow | undefined) => route?.label ?? route?.vehicle_label ?? route?.external_id

/** Columns from a stop's place, payment and packages, between the columns of the stop itself (see `exported` in stop-table.ts). */
const partsOfStops: [place: number, column: ExportColumn][] = [
  [40, text('address', ({ stop }) => stop?.location?.label ?? (streetLine(stop?.location ?? {}) || undefined))],
  [50, text('postal_code', ({ stop }) => stop?.location?.postal_code)],
  [60, text('city', ({ stop }) => stop?.location?.city)],
  [70, text('country', ({ stop }) => stop?.location?.country ?? stop?.location?.country_code)],
  [80, number('lat', ({ stop }) => stop?.location?.lat)],
  [90, number('lng', ({ stop }) => stop?.location?.lng)],
  [152, number('cash_on_delivery', ({ stop }) => findAmount(stop?.cash_on_delivery))],
  [154, text('currency', ({ stop }) => stop?.cash_on_delivery?.currency)],
  [210, text('packages', ({ stop }) => stop?.packages?.map(({ identifier }) => identifier).join(', '))],
]

/** Columns that the import reads, too, with the same headers. */
const importable: ExportColumn[] = [
  ...partsOfStops,
  ...Object.entries(stopTable.columns as Columns).flatMap(([name, { exportPlace }]): typeof partsOfStops =>
    exportPlace === undefined ? [] : [[exportPlace, own('stop', stopTable, name)]],
  ),
]
  .sort(([a], [b]) => a - b)
  .map(([, column]) => column)

/** The columns of the empty table that people fill in. */
export const templateColumns = importable

/** Columns of a payment: the amount and currency, how it was paid, and why it was another amount. */
function paymentColumns(find: (row: ExportRow) => Payment | undefined): ExportColumn[] {
  return [
    number('collected', (row) => findAmount(find(row))),
    text('collected_currency', (row) => find(row)?.currency),
    text('paid_by', (row, { say }) => {
      const method = find(row)?.method
      return method && sayValue(say, `paid_${method}`)
    }),
    text('payment_reason', (row) => find(row)?.reason),
  ]
}

export const stopColumns: ExportColumn[] = [
  ...planColumns,
  text('route', ({ route }) => routeName(route)),
  text('vehicle', ({ route }) => route?.vehicle_label ?? route?.plate),
  number('order', ({ stop }) => (stop?.order === undefined ? undefined : stop.order + 1)),
  own('stop', stopTable, 'fixed_id'),
  own('stop', stopTable, 'status'),
  ...importable,
  text('instructions', ({ stop }) => stop?.customer_text_field),
  text('planned_arrival', ({ stop }) => clockTime(stop?.planned_arrival_time)),
  text('planned_departure', ({ stop }) => clockTime(stop?.planned_departure_time)),
  text('estimated_arrival', ({ stop }, { moment }) => moment(stop?.estimated_arrival_time as Date | undefined)),
  text('finished_at', ({ stop }, { moment }) => moment(lastTerminal(stop)?.created_at)),
  number('attempts', ({ stop }) => stop?.report_attempts),
  text('returned_at', ({ stop }, { moment }) => moment(stop?.returned_at)),
  text('return_to_sender_at', ({ stop }, { moment }) => moment(stop?.return_to_sender_at)),
  ...paymentColumns(({ stop }) => lastPayment(stop)),
  text('cancel_reason', ({ stop }, context) => reasonText(stop?.reports?.at(-1)?.cancel_reason, context)),
  text('report_comments', ({ stop }) => stop?.reports?.at(-1)?.comments),
  number('time_in_stop', ({ stop }) => minutes(stop?.reports?.at(-1)?.time_in_stop)),
  text('warnings', ({ stop }) => stop?.optimization_warnings?.map(({ message }) => message).join('; ')),
  number('rating', ({ stop }) => stop?.survey?.rating),
  text('rating_comments', ({ stop }) => stop?.survey?.comments),
  text('tracking_url', ({ stop }) => stop?.tracking_url),
  own('stop', stopTable, 'custom_fields'),
  own('stop', stopTable, 'id'),
]

const wordsOfPastDays: readonly Word[] = [
  ...(['date', 'vehicle', 'order', 'finished_at', 'label', 'address', 'postal_code', 'city', 'lat', 'lng'] as const),
  ...(['time_windows', 'duration', 'weight', 'volume'] as const),
]

/** The columns of the empty table for days that were driven without Routewright. */
export const pastDayColumns = stopColumns
  .filter(({ word }) => wordsOfPastDays.includes(word))
  .toSorted((a, b) => wordsOfPastDays.indexOf(a.word) - wordsOfPastDays.indexOf(b.word))

const count = (status: string) => (row: ExportRow) => row.stops?.filter((stop) => stop.status === status).length
const computeSum = (field: 'weight' | 'volume') => (row: ExportRow) =>
  rounded((row.stops ?? []).reduce((sum, stop) => sum + (stop[field] ?? 0), 0))

/** Metres of the planned distance that are straight lines; undefined for none. */
function findStraightMeters(route: RouteRow | undefined): number | undefined {
  return (route && measureStraight(route.planned_distance ?? 0, route)) || undefined
}

export const routeColumns: ExportColumn[] = [
  ...planColumns,
  text('route', ({ route }) => routeName(route)),
  text('vehicle', ({ route }) => route?.vehicle_label),
  ...['plate', 'external_id', 'email', 'phone', 'status'].map((name) => own('route', routeTable, name)),
  text('locked', ({ route }, { say }) => say(route?.is_locked ? 'yes' : 'no')),
  number('stops', ({ stops }) => stops?.length),
  number('completed', count('completed')),
  number('incomplete', count('incomplete')),
  number('canceled', count('canceled')),
  number('weight', computeSum('weight')),
  number('volume', computeSum('volume')),
  text('planned_start', ({ route }) => clockTime(route?.planned_start_time)),
  text('planned_end', ({ route }) => clockTime(route?.planned_end_time)),
  text('start_depot', ({ route, depots }) => depots?.get(route?.start_depot_id ?? '')?.label),
  text('end_depot', ({ route, depots }) => depots?.get(route?.end_depot_id ?? '')?.label),
  number('loading_minutes', ({ route }) => minutes(route?.planned_loading_time)),
  text('charging_on_the_way', ({ route }) =>
    route?.planned_charge?.charging?.map((visit) => chargingText(visit, 'en')).join('; '),
  ),
  text('started_at', ({ route }, { moment }) => moment(route?.start_date)),
  text('ended_at', ({ route }, { moment }) => moment(route?.end_date)),
  number('planned_distance', ({ route }, context) => distance(route?.planned_distance, context.project)),
  number('straight_distance', ({ route }, context) => distance(findStraightMeters(route), context.project)),
  number('driven_distance', ({ route }, context) => distance(route?.distance_traveled, context.project)),
  ...['comments', 'custom_fields', 'id'].map((name) => own('route', routeTable, name)),
]

export const reportColumns: ExportColumn[] = [
  ...planColumns,
  text('route', ({ route }) => routeName(route)),
  text('vehicle', ({ route }) => route?.vehicle_label ?? route?.plate),
  text('time', ({ report }, { moment }) => moment(report?.created_at)),
  text('report', ({ report }, { say }) => report && sayValue(say, report.type!)),
  text('recorded_by', ({ report }, { say }) => report?.reporter && sayValue(say, `reporter_${report.reporter}`)),
  ...['fixed_id', 'external_id', 'label'].map((name) => own('stop', stopTable, name)),
  text('address', ({ stop }) => addressText(stop?.location)),
  ...paymentColumns(({ report }) => report?.payment_collected ?? undefined),
  text('cancel_reason', ({ report }, context) => reasonText(report?.cancel_reason, context)),
  own('report', reportTable, 'comments'),
  number('lat', ({ report }) => report?.location?.lat),
  number('lng', ({ report }) => report?.location?.lng),
  number('distance_from_stop', ({ report }) => rounded(report?.location_distance)),
  number('time_in_stop', ({ report }) => minutes(report?.time_in_stop)),
  text('photos', ({ report }) => report?.images?.map(({ url }) => url).join(' ')),
  text('signature', ({ report }) => report?.signature?.url),
  text('packages', ({ report }) => report?.packages?.map((parcel) => String(parcel.identifier ?? '')).join(', ')),
  own('report', reportTable, 'custom_fields'),
  own('report', reportTable, 'id'),
]

const distances: readonly Word[] = ['planned_distance', 'straight_distance', 'driven_distance']

/** Titles in the language of the file; distances carry their unit. */
export function listTitles(columns: readonly ExportColumn[], { say, project }: ExportContext): TableColumn[] {
  const unit = project.settings.units === 'imperial' ? 'mi' : 'km'
  const isDistance = (word: Word) => distances.includes(word)
  return columns.map(({ word, kind }) => ({ title: isDistance(word) ? `${say(word)} (${unit})` : say(word), kind }))
}

/** Returns the project's name of the reason. */
export function reasonText(reason: string | undefined | null, { project }: Pick<ExportContext, 'project'>) {
  const known = project.cancel_reasons.find(({ id }) => id === reason)
  return reason ? ((known?.label as string | undefined) ?? reason) : undefined
}

/** Amounts have at most twelve digits, which a number holds exactly. */
function findAmount(money: { amount: string } | null | undefined): number | undefined {
  return money ? Number(money.amount) : undefined
}

/** Returns the last payment that counts where the stop is now. */
function lastPayment(stop: StopRecord | undefined): Payment | undefined {
  if (!stop?.status) return undefined
  const { status, plan_id, route_id, reports } = stop
  const paid = reports.map(({ type, payment_collected, ...report }) => ({
    type: type ?? 'service_report_completed',
    plan_id: report.plan_id,
    route_id: report.route_id,
    payment_collected,
  }))
  return listPayments({ status, plan_id, route_id, reports: paid }).at(-1)
}

function lastTerminal(stop: StopRecord | undefined): Report | undefined {
  return stop?.status === 'pending'
    ? undefined
    : stop?.reports?.findLast(({ type }) => type !== 'service_report_attempted')
}

function clockTime(seconds: number | null | undefined): string | undefined {
  return seconds === null || seconds === undefined ? undefined : timeOfDay(seconds)
}

function minutes(seconds: number | null | undefined): number | undefined {
  return seconds === null || seconds === undefined ? undefined : rounded(seconds / 60)
}

function distance(meters: number | null | undefined, project: ProjectRow): number | undefined {
  if (meters === null || meters === undefined) return undefined
  return rounded(meters / (project.settings.units === 'imperial' ? 1_609.344 : 1_000))
}

function rounded<T extends number | null | undefined>(value: T): T {
  return (typeof value === 'number' ? Math.round(value * 100) / 100 : value) as T
}

function jsonText(value: object | null | undefined): string | undefined {
  return value && Object.keys(value).length > 0 ? JSON.stringify(value) : undefined
}
