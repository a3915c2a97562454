// Personal data on stops, table by table: which rows contain any, and how it is deleted.
import type { RetentionKind } from '@routewright/contract'
import { type RawBuilder, sql } from 'kysely'
import { arrivalPromiseTable } from '../../data/arrival-promise-table.ts'
import { removePromises } from '../../data/arrival-promises.sql.ts'
import { clientTable } from '../../data/client-table.ts'
import { blankClients } from '../../data/clients.sql.ts'
import { coarsePlace } from '../../data/coarse-place.ts'
import { correctedAddressTable } from '../../data/corrected-address-table.ts'
import { removeCorrections } from '../../data/corrected-addresses.sql.ts'
import { blankNotes } from '../../data/driver-calls.sql.ts'
import { driverTable } from '../../data/driver-table.ts'
import { driverNoteTable } from '../../data/driver-tables.ts'
import { blankDrivers } from '../../data/drivers.sql.ts'
import { packageTable } from '../../data/package-table.ts'
import { blankPackages } from '../../data/packages.sql.ts'
import { blankOrders } from '../../data/recurring-orders.sql.ts'
import { recurringOrderTable } from '../../data/recurring-tables.ts'
import { reportConflictTable } from '../../data/report-conflict-tables.ts'
import { blankConflicts } from '../../data/report-conflicts.sql.ts'
import { reportImageTable, reportTable } from '../../data/report-tables.ts'
import { reportVersionTable } from '../../data/report-version-table.ts'
import { blankVersions } from '../../data/report-versions.sql.ts'
import { blankReports, deleteImages } from '../../data/reports.sql.ts'
import { routeMessageTable } from '../../data/route-message-table.ts'
import { blankRouteMessages } from '../../data/route-messages.sql.ts'
import { routeTable } from '../../data/route-table.ts'
import { forgetLastPositions } from '../../data/routes.sql.ts'
import { stopTable } from '../../data/stop-table.ts'
import { blankStops } from '../../data/stops.sql.ts'
import { surveyTable } from '../../data/survey-table.ts'
import { blankSurveys } from '../../data/surveys.sql.ts'
import type { Table } from '../../data/table.ts'
import { taskTable } from '../../data/task-table.ts'
import { blankTasks } from '../../data/tasks.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** Which stops are meant: some, those of some plans, those of no plan from before a moment, or all of days before it. */
export type Within =
  | { stopIds: readonly string[] }
  | { planIds: readonly string[] }
  | { looseBefore: Date }
  | { before: Date }

type Condition = RawBuilder<unknown>

export interface Part {
  kind: RetentionKind
  table: Table
  key: 'id' | 'stop_id'
  /** Rows of these stops that still say something. */
  which(scope: Scope, within: Within): readonly Condition[]
  /** Deletes the personal data of these rows; returns their number. */
  blank(scope: Scope, keys: readonly string[]): Promise<number>
}

const never = sql`false`

/** On a table with plan_id and created_at. */
function isWithin(scope: Scope, within: Within): Condition {
  if ('stopIds' in within) return sql`id = any(${within.stopIds}::text[])`
  const [ofPlans, loose] = [isOfPlans(scope, within), isLoose(within)]
  return sql`(${ofPlans} or ${loose})`
}

function isLoose(within: Within): Condition {
  const before = findEnd(within)
  return before ? sql`(plan_id is null and created_at < ${before})` : never
}

/** On a table with plan_id. */
export function isOfPlans(scope: Scope, within: Within): Condition {
  if ('planIds' in within) return sql`plan_id = any(${within.planIds}::text[])`
  if (!('before' in within)) return never
  return sql`plan_id in (select id from plans where organization_id = ${scope.organizationId}
    and execution_date < ${within.before})`
}

/** On a table with stop_id. */
export function isOfStops(scope: Scope, within: Within): Condition {
  if ('stopIds' in within) return sql`stop_id = any(${within.stopIds}::text[])`
  return sql`stop_id in (select id from stops where organization_id = ${scope.organizationId}
    and ${isWithin(scope, within)})`
}

/** On a table with route_id. */
export function isOfRoutes(scope: Scope, within: Within): Condition {
  return sql`route_id in (select id from routes where organization_id = ${scope.organizationId}
    and ${isOfPlans(scope, within)})`
}

function anyOf(names: readonly string[]): Condition {
  return sql`num_nonnulls(${sql.join(names.map((name) => sql.ref(name)))}) > 0`
}

const stopWords = [
  ...['label', 'comments', 'phone', 'email', 'url', 'reference_person'],
  ...['location_details', 'custom_fields', 'pin', 'customer_text_field'],
]
const hasExactPlace = (name: string) => sql`${sql.ref(name)} is distinct from ${coarsePlace(sql.ref(name))}`

/** A reason for another amount is a text that somebody wrote; the amount itself stays. */
const hasPaymentReason = sql`payment_collected -> 'reason' is not null`

const lastPositions: Part = {
  kind: 'positions',
  table: routeTable,
  key: 'id',
  which: (scope, within) => [sql`last_position is not null`, isOfPlans(scope, within)],
  blank: forgetLastPositions,
}

const photos: Part = {
  kind: 'photos',
  table: reportImageTable,
  key: 'id',
  // Pictures of messages belong to a route.
  which: (scope, within) => [sql`(${isOfStops(scope, within)} or ${isOfRoutes(scope, within)})`],
  blank: deleteImages,
}

const reports: Part = {
  kind: 'reports',
  table: reportTable,
  key: 'id',
  which: (scope, within) => [
    isOfStops(scope, within),
    sql`(${anyOf(['comments', 'location', 'custom_fields', 'taker_name'])} or tasks <> '[]' or packages <> '[]' or ${hasPaymentReason})`,
  ],
  blank: blankReports,
}

const conflicts: Part = {
  kind: 'reports',
  table: reportConflictTable,
  key: 'id',
  which: (scope, within) => [
    isOfStops(scope, within),
    sql`(${anyOf(['comments', 'location', 'custom_fields', 'taker_name', 'refusal'])} or tasks <> '[]' or packages <> '[]' or ${hasPaymentReason})`,
  ],
  blank: blankConflicts,
}

const versions: Part = {
  kind: 'reports',
  table: reportVersionTable,
  key: 'id',
  which: (scope, within) => [
    isOfStops(scope, within),
    sql`(${anyOf(['comments', 'location', 'custom_fields', 'taker_name'])} or tasks <> '[]' or packages <> '[]' or ${hasPaymentReason})`,
  ],
  blank: blankVersions,
}

const surveys: Part = {
  kind: 'reports',
  table: surveyTable,
  key: 'stop_id',
  which: (scope, within) => [sql`comments is not null`, isOfStops(scope, within)],
  blank: blankSurveys,
}

const notes: Part = {
  kind: 'reports',
  table: driverNoteTable,
  key: 'id',
  which: (scope, within) => [
    anyOf(['comments', 'location']),
    'stopIds' in within ? isOfStops(scope, within) : isOfPlans(scope, within),
  ],
  blank: blankNotes,
}

const routeMessages: Part = {
  kind: 'reports',
  table: routeMessageTable,
  key: 'id',
  which: (scope, within) => [
    anyOf(['text', 'author']),
    'stopIds' in within ? isOfStops(scope, within) : isOfPlans(scope, within),
  ],
  blank: blankRouteMessages,
}

const stops: Part = {
  kind: 'personal',
  table: stopTable,
  key: 'id',
  which: (scope, within) => [isWithin(scope, within), sql`(${anyOf(stopWords)} or ${hasExactPlace('location')})`],
  blank: blankStops,
}

const tasks: Part = {
  kind: 'personal',
  table: taskTable,
  key: 'id',
  which: (scope, within) => [isOfStops(scope, within), anyOf(['label', 'comments', 'barcode', 'custom_fields'])],
  blank: blankTasks,
}

const packages: Part = {
  kind: 'personal',
  table: packageTable,
  key: 'id',
  which: (scope, within) => [isOfStops(scope, within), sql`identifier <> id`],
  blank: blankPackages,
}

/** Deleted entries of the address book: those that stand in it stay until somebody deletes them. */
const clients: Part = {
  kind: 'personal',
  table: clientTable,
  key: 'id',
  which: (_, within) => [
    wasDeleted(within),
    anyOf([
      ...['external_id', 'label', 'phone', 'email', 'url', 'reference_person', 'comments', 'custom_fields'],
      ...['default_location', 'default_location_details', 'default_custom_fields'],
    ]),
  ],
  blank: blankClients,
}

const orders: Part = {
  kind: 'personal',
  table: recurringOrderTable,
  key: 'id',
  which: (_, within) => [wasDeleted(within), sql`(label is not null or stop <> '{}')`],
  blank: blankOrders,
}

/** Data of people who drove; drivers who are not deleted stay. */
const drivers: Part = {
  kind: 'personal',
  table: driverTable,
  key: 'id',
  which: (_, within) => [wasDeleted(within), sql`label <> ''`],
  blank: blankDrivers,
}

/** Names nobody, but tells when somebody was visited. */
const promises: Part = {
  kind: 'reports',
  table: arrivalPromiseTable,
  key: 'id',
  which: (scope, within) => [isOfStops(scope, within)],
  blank: removePromises,
}

/** Names nobody in particular, but places where people live. */
const correctedAddresses: Part = {
  kind: 'personal',
  table: correctedAddressTable,
  key: 'id',
  which: (_, within) => [wasCorrected(within)],
  blank: removeCorrections,
}

function wasCorrected(within: Within): Condition {
  const before = findEnd(within)
  return before ? sql`corrected_at < ${before}` : never
}

function wasDeleted(within: Within): Condition {
  const before = findEnd(within)
  return before ? sql`(deleted and deleted_at < ${before})` : never
}

/** The moment before which rows that hang on no plan are meant, if any are. */
function findEnd(within: Within): Date | undefined {
  return 'looseBefore' in within ? within.looseBefore : 'before' in within ? within.before : undefined
}

/** Personal data of stops: retention selects by day, an erasure by recipient. */
export const stopParts = { stops, tasks, packages, reports, conflicts, versions, surveys, notes, routeMessages, photos }

/** In the order in which retention goes through them. */
export const retentionParts: readonly Part[] = [
  ...[lastPositions, photos, reports, conflicts, versions, surveys, notes, routeMessages, promises],
  ...[stops, tasks, packages, clients, orders, drivers, correctedAddresses],
]
