// Finds what people entered in the demo, and copies it into an organization of their own.
import { initialStatus } from '@routewright/contract'
import { chargingPlaceTable } from '../../../data/charging-place-table.ts'
import { clientTable } from '../../../data/client-table.ts'
import { copyRowsOfTables } from '../../../data/copy-rows.ts'
import { depotTable } from '../../../data/depot-table.ts'
import { driverTable } from '../../../data/driver-table.ts'
import { packageTable } from '../../../data/package-table.ts'
import { planTable } from '../../../data/plan-table.ts'
import { listRecords } from '../../../data/record-statements.ts'
import { routeTable } from '../../../data/route-table.ts'
import { stopTable } from '../../../data/stop-table.ts'
import type { Table } from '../../../data/table.ts'
import { taskTable } from '../../../data/task-table.ts'
import { vehicleTable } from '../../../data/vehicle-table.ts'
import { zoneTable } from '../../../data/zone-table.ts'
import { createId } from '../../../frame/platform/ids.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { beginCopiedStop, untouchedPackage, untouchedRoute, untouchedTask } from '../../../planning/editor/editor.ts'
import { refreshPlans } from '../../../planning/lifecycle/lifecycle.ts'
import { recomputeRoutes } from '../../../planning/sequence/sequence.ts'
import { CLIENT_IDS, isDemosId, PAST_DAYS, RECIPIENTS } from './own-ids.ts'

/** In this order a record comes after those that it names. */
const CARRIED: readonly Table[] = [
  depotTable,
  chargingPlaceTable,
  clientTable,
  zoneTable,
  vehicleTable,
  driverTable,
  planTable,
  routeTable,
  stopTable,
  taskTable,
  packageTable,
]

/** Records of days, which come along where stops do. */
const OF_DAYS: readonly Table[] = [planTable, routeTable, taskTable, packageTable]

type Row = Readonly<Record<string, unknown>>
type Records = ReadonlyMap<Table, readonly Row[]>

/** Counts the entered records by kind. */
export async function countEntered(scope: Scope) {
  const entered = await listEntered(scope)
  const count = (...tables: readonly Table[]) =>
    tables.reduce((total, table) => total + (entered.get(table)?.length ?? 0), 0)
  return {
    plans: count(planTable),
    stops: count(stopTable),
    vehicles: count(vehicleTable),
    clients: count(clientTable),
    others: count(depotTable, chargingPlaceTable, zoneTable, driverTable),
  }
}

/**
 * Copies it with new ids into a project of another organization. Plans are as before their day: nothing is reported, and no link,
 * message or event of the demo comes along.
 */
export async function carryEntered(from: Scope, to: Scope, projectId: string): Promise<void> {
  const entered = await listEntered(from)
  const ids = new Map<unknown, string>()
  for (const rows of entered.values()) for (const { id } of rows) ids.set(id, createId(to.now))
  const owner = { organization_id: to.organizationId, project_id: projectId, created_by: to.userId ?? null }
  await copyRowsOfTables(
    from,
    [...entered].map(([table, rows]) => {
      const owned = Object.fromEntries(Object.entries(owner).filter(([name]) => name in table.columns))
      const copy = (row: Row) => ({ ...owned, ...renewIds(table, row, ids), ...asBefore(table, row) })
      return [table, rows.map((row) => ({ from: String(row.id), values: copy(row) }))]
    }),
  )
  const renewed = (table: Table) => (entered.get(table) ?? []).flatMap(({ id }) => ids.get(id) ?? [])
  await refreshPlans(to, renewed(planTable))
  await recomputeRoutes(to, renewed(routeTable))
}

/** The columns that name the record itself or others; what does not come along is named no more. */
function renewIds(table: Table, row: Row, ids: ReadonlyMap<unknown, string>): Row {
  const names = ['id', ...listReferences(table)]
  return Object.fromEntries(names.map((name) => [name, ids.get(row[name]) ?? null]))
}

function listReferences({ columns }: Table): string[] {
  const owners = ['id', 'organization_id', 'project_id', 'created_by']
  return Object.keys(columns).filter((name) => columns[name]?.form === 'id' && !owners.includes(name))
}

/** Returns the values that undo what a day that was tried out left on the record. */
function asBefore(table: Table, { external_id }: Row): Row {
  if (table === planTable) {
    const named = isDemosId(external_id) ? { external_id: null } : {}
    return { status: initialStatus.plan, revision: 0, ...named }
  }
  if (table === routeTable) return untouchedRoute
  if (table === stopTable) return beginCopiedStop()
  if (table === taskTable) return untouchedTask
  return table === packageTable ? untouchedPackage : {}
}

/** Returns the records that are not the demo's own, and those that plans with such stops name, in the order of `CARRIED`. */
async function listEntered(scope: Scope): Promise<Records> {
  const all = new Map<Table, Row[]>()
  for (const table of CARRIED) {
    const rows: Row[] = await listRecords(scope, table, {})
    all.set(
      table,
      rows.filter(({ deleted }) => deleted !== true),
    )
  }
  const stops = listEnteredStops(all)
  const stopIds = new Set(stops.map(({ id }) => id))
  const ownPlans = new Set(stops.map(({ plan_id }) => plan_id))
  for (const { id, external_id } of all.get(planTable) ?? []) if (isDemosId(external_id)) ownPlans.delete(id)
  const isOfOwn = (table: Table, row: Row) =>
    'stop_id' in table.columns ? stopIds.has(row.stop_id) : table === routeTable && ownPlans.has(row.plan_id)
  const named = new Set<unknown>()
  const chosen: [Table, Row[]][] = []
  for (const table of CARRIED.toReversed()) {
    const isChosen = (row: Row) => named.has(row.id) || isOfOwn(table, row) || isEntered(table, row)
    const rows = table === stopTable ? stops : (all.get(table) ?? []).filter(isChosen)
    for (const row of rows) for (const name of listReferences(table)) named.add(row[name])
    chosen.push([table, rows])
  }
  return new Map(chosen.toReversed())
}

/** Returns the stops that people entered, also those on the plan of the demo's day, but none on its past days. */
function listEnteredStops(all: Records): Row[] {
  const plans = (all.get(planTable) ?? []).filter(({ external_id }) => !String(external_id).startsWith(PAST_DAYS))
  const planIds = new Set(plans.map(({ id }) => id))
  return (all.get(stopTable) ?? []).filter(
    ({ plan_id, external_id }) => planIds.has(plan_id) && !isDemosId(external_id),
  )
}

/** Whether a record comes along by itself; those of days do where stops do. */
function isEntered(table: Table, { external_id, email }: Row): boolean {
  if (OF_DAYS.includes(table)) return false
  if (table !== clientTable) return !isDemosId(external_id)
  return !(String(external_id).startsWith(CLIENT_IDS) && String(email).endsWith(RECIPIENTS))
}
