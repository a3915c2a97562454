// Tables of stops, routes and reports over a plan or the plans of some days, read plan by plan.

import type { QueryOf } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { listDepotsOfProjects } from '../../data/depots.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { listPlanRows } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { mapById } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfPlan } from '../../data/stops.sql.ts'
import { invalidParameter } from '../../frame/platform/api-error.ts'
import { endInstant, startInstant } from '../../frame/platform/calendar.ts'
import { chooseLanguage } from '../../frame/platform/languages.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Cell, Table } from '../../frame/platform/table-file.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { buildStopRecords, findAttachments } from '../../planning/stops/stops.ts'
import {
  type ExportColumn,
  type ExportContext,
  type ExportRow,
  exportContext,
  listTitles,
  pastDayColumns,
  reportColumns,
  routeColumns,
  stopColumns,
  templateColumns,
} from './columns.ts'
import { dayOfPlan } from './plan-name.ts'
import { getWords, type Word } from './words.ts'

export type TableQuery = PlanChoice & { language?: string }

/** Which plans. */
type PlanChoice = Pick<QueryOf<'exportStops'>, 'project_id' | 'plan_id' | 'from_date' | 'to_date'>

const maxDays = 366
const plansPerPage = 200
/** Rows written before other requests are served. */
const rowsPerBatch = 250

const kinds = {
  stops: { name: 'file_stops', columns: stopColumns, rowsOf: stopRows },
  routes: { name: 'file_routes', columns: routeColumns, rowsOf: routeRows },
  reports: { name: 'file_reports', columns: reportColumns, rowsOf: reportRows },
} as const satisfies Record<string, { name: Word; columns: readonly ExportColumn[]; rowsOf: RowsOfPlan }>

/** The table that people fill in: the headers that the import knows. */
export function templateTable({ language, of }: QueryOf<'exportStopTemplate'>): Table {
  const say = getWords(chooseLanguage(language))
  const columns = (of === 'past_days' ? pastDayColumns : templateColumns).map(({ word, kind }) => ({
    title: say(word),
    kind,
  }))
  return { name: say('file_template'), columns, batches: [] }
}

/** Reads what a table needs of one plan. */
export type ReadPlan = <T>(read: (scope: Scope) => Promise<T>) => Promise<T>

export interface TableReading {
  readPlan: ReadPlan
  /** Are told which plans the table is of, and of each once its rows were written. */
  onPlans?(plans: readonly PlanRow[]): void
  onPlan?(plan: PlanRow): void
}

/** Throws 404 or 403 for project and plan, invalid_parameter where neither plan nor days are named. */
export async function getTable(
  scope: Scope,
  what: keyof typeof kinds,
  query: TableQuery,
  reading: TableReading = { readPlan: (read) => read(scope) },
): Promise<Table> {
  const { name, columns } = kinds[what]
  const project = await getProject(scope, query.project_id)
  const plans = await findPlans(scope, project, query)
  reading.onPlans?.(plans)
  const context = exportContext(getWords(chooseLanguage(query.language, project.settings.language)), project)
  return {
    name: [context.say(name), getName(plans)].filter(Boolean).join(' '),
    columns: listTitles(columns, context),
    batches: getBatches(what, plans, context, reading),
  }
}

async function* getBatches(
  what: keyof typeof kinds,
  plans: readonly PlanRow[],
  context: ExportContext,
  { readPlan, onPlan }: TableReading,
): AsyncGenerator<Cell[][]> {
  const { columns, rowsOf } = kinds[what]
  for (const plan of plans) {
    const rows = await readPlan((scope) => rowsOf(scope, plan))
    for (let start = 0; start < rows.length; start += rowsPerBatch) {
      const batch = rows.slice(start, start + rowsPerBatch)
      yield batch.map((row) => columns.map((column) => column.value(row, context)))
    }
    onPlan?.(plan)
  }
}

/** The plan that is named, or those of the days, oldest first. */
export async function findPlans(scope: Scope, project: ProjectRow, query: PlanChoice): Promise<PlanRow[]> {
  if (query.plan_id !== undefined) {
    const plan = await getPlan(scope, query.plan_id)
    if (plan.project_id !== project.id) throw invalidParameter('plan_id', 'is not a plan of this project')
    return [plan]
  }
  const { from_date } = query
  if (from_date === undefined) throw invalidParameter('from_date', 'is required without plan_id')
  const to_date = query.to_date ?? from_date
  const days = (endInstant(to_date).getTime() - startInstant(from_date).getTime()) / 86_400_000
  if (days < 0) throw invalidParameter('to_date', 'must not be before from_date')
  if (days > maxDays) throw invalidParameter('to_date', `must be at most ${maxDays} days later`)
  const filter = {
    reach: scope.projects,
    projectId: project.id,
    includeDeleted: false,
    from: startInstant(from_date),
    to: endInstant(to_date),
  }
  const oldestFirst = [{ field: 'execution_date', direction: 'asc' as const }]
  const plans: PlanRow[] = []
  for (;;) {
    const { rows, total } = await listPlanRows(scope, filter, oldestFirst, {
      limit: plansPerPage,
      offset: plans.length,
    })
    plans.push(...rows)
    if (plans.length >= total || rows.length === 0) return plans
  }
}

function getName(plans: readonly PlanRow[]): string {
  const days = plans.map(dayOfPlan)
  const [only] = plans
  if (plans.length === 1 && only!.label) return `${days[0]} ${only!.label}`
  return [...new Set([days.at(0), days.at(-1)])].filter(Boolean).join(' – ')
}

type RowsOfPlan = (scope: Scope, plan: PlanRow) => Promise<ExportRow[]>

/** Route by route in driving order, then what is on none. */
async function stopRows(scope: Scope, plan: PlanRow): Promise<ExportRow[]> {
  const [routes, rows, attachments] = await Promise.all([
    listRoutesOfPlan(scope, plan.id),
    listStopsOfPlan(scope, plan.id),
    findAttachments(scope, { planId: plan.id }),
  ])
  const byId = mapById(routes)
  const stops = await buildStopRecords(scope, sortedByRoute(rows, routes), attachments)
  return stops.map((stop) => ({ plan, stop, route: byId.get(stop.route_id ?? '') }))
}

async function routeRows(scope: Scope, plan: PlanRow): Promise<ExportRow[]> {
  const [routes, stops, list] = await Promise.all([
    listRoutesOfPlan(scope, plan.id),
    listStopsOfPlan(scope, plan.id),
    listDepotsOfProjects(scope, [plan.project_id]),
  ])
  const byRoute = Map.groupBy(stops, (stop) => stop.route_id)
  const depots = mapById(list)
  return routes.map((route) => ({ plan, route, depots, stops: byRoute.get(route.id) ?? [] }))
}

async function reportRows(scope: Scope, plan: PlanRow): Promise<ExportRow[]> {
  const rows = await stopRows(scope, plan)
  return rows.flatMap((row) => (row.stop?.reports ?? []).map((report) => ({ ...row, report })))
}

/** In the order of the routes and along each; unassigned stops last, in the order of their creation. */
export function sortedByRoute(stops: readonly StopRow[], routes: readonly RouteRow[]): StopRow[] {
  const places = new Map(routes.map((route, index) => [route.id, index]))
  const place = (stop: StopRow) => places.get(stop.route_id ?? '') ?? routes.length
  return stops.toSorted((a, b) => place(a) - place(b) || (a.order ?? 0) - (b.order ?? 0))
}
