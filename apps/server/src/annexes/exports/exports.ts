// The rules of what is taken away: tables (tables.ts), and papers with what stands on them.

import type { QueryOf } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { listDepotsOfProjects } from '../../data/depots.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { mapById } from '../../data/records.ts'
import { findImage } from '../../data/reports.sql.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listStopsOfPlan } from '../../data/stops.sql.ts'
import { createDriverLink } from '../../field/dispatch/dispatch.ts'
import { listDriven } from '../../field/recorded-track/recorded-track.ts'
import { readPicture } from '../../field/reports/reports.ts'
import type { Storage } from '../../frame/files/storage.ts'
import { apiError, invalidParameter } from '../../frame/platform/api-error.ts'
import { chooseLanguage } from '../../frame/platform/languages.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { getRoute } from '../../planning/routes/routes.ts'
import { getStop, stopRecords } from '../../planning/stops/stops.ts'
import { nameOfPlan } from './plan-name.ts'
import type { Proofs } from './proofs.ts'
import type { RouteSheet, RouteSheets } from './route-sheets.ts'
import { sortedByRoute } from './tables.ts'
import type { DrivenSheet } from './ways.ts'
import { getWords } from './words.ts'

export { Paper } from '../../frame/paper/paper.ts'
export { forgetExports } from './background.ts'
export { printLabels } from './label-paper.ts'
export { writeZpl } from './label-zpl.ts'
export { collectLabels, countLabels, giveParcelCodes } from './labels.ts'
export { noteExport } from './note-export.ts'
export { printProofs } from './proofs.ts'
export { printRouteSheets } from './route-sheets.ts'
export { findPlans, getTable, templateTable } from './tables.ts'

export type RouteSheetQuery = QueryOf<'printRouteSheets'>

/** Collects the content of the sheets of a plan or of one of its routes, except links. Throws 404, 403, highway.plan.error.draft. */
export async function collectRouteSheets(scope: Scope, planId: string, query: RouteSheetQuery): Promise<RouteSheets> {
  const plan = await getPlan(scope, planId)
  const project = await getProject(scope, plan.project_id)
  if (query.links && plan.status === 'draft') throw apiError('highway.plan.error.draft', { id: plan.id })
  const routes = await listRoutes(scope, plan, query.route_id)
  const byRoute = Map.groupBy(await listStopsOfPlan(scope, plan.id), (stop) => stop.route_id)
  const language = chooseLanguage(query.language, project.settings.language)
  const depots = mapById(await listDepotsOfProjects(scope, [project.id]))
  const sheets: RouteSheet[] = []
  for (const route of routes) {
    const rows = (byRoute.get(route.id) ?? []).toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    const [startDepot, endDepot] = [route.start_depot_id, route.end_depot_id].map((id) => depots.get(id ?? ''))
    sheets.push({ route, startDepot, endDepot, stops: await stopRecords(scope, rows) })
  }
  return { project, plan, sheets, language, say: getWords(language) }
}

/** The same with where the vans were, for files that draw it. */
export async function collectDriven(scope: Scope, planId: string, routeId: string | undefined) {
  const all = await collectRouteSheets(scope, planId, { route_id: routeId, links: false })
  const sheets: DrivenSheet[] = []
  for (const sheet of all.sheets) sheets.push({ ...sheet, driven: await listDriven(scope, sheet.route.id) })
  return { ...all, sheets }
}

/** Each route that may be dispatched gets a fresh link; nothing is mailed and no status changes. */
export async function linkRouteSheets(scope: Scope, { plan, sheets }: RouteSheets): Promise<void> {
  if (plan.status === 'finished') return
  for (const sheet of sheets) {
    if (sheet.route.status !== 'finished') sheet.link = await createDriverLink(scope, sheet.route)
  }
}

/** The proof of one stop. */
export async function collectStopProof(scope: Scope, storage: Storage, stopId: string, language: string | undefined) {
  const stop = await getStop(scope, stopId)
  const project = await getProject(scope, stop.project_id)
  const route = stop.route_id === null ? undefined : await getRoute(scope, stop.route_id)
  const [record] = await stopRecords(scope, [stop])
  const say = getWords(chooseLanguage(language, project.settings.language))
  const title = stop.label ?? stop.external_id ?? stop.id
  const stops = (async function* () {
    yield { stop: record!, route }
  })()
  return { project, title, say, stops, findPicture: pictureFinder(scope, storage) } satisfies Proofs
}

/** The proofs of all stops of a plan, or of one of its routes, that were reported on; read while they are written. */
export async function collectPlanProofs(
  scope: Scope,
  storage: Storage,
  planId: string,
  query: { route_id?: string; language?: string },
): Promise<Proofs> {
  const plan = await getPlan(scope, planId)
  const project = await getProject(scope, plan.project_id)
  const routes = await listRoutes(scope, plan, query.route_id)
  const say = getWords(chooseLanguage(query.language, project.settings.language))
  return {
    project,
    title: nameOfPlan(plan),
    say,
    findPicture: pictureFinder(scope, storage),
    stops: reportedStops(scope, plan, routes, query.route_id),
  }
}

const stopsPerBatch = 100

async function* reportedStops(
  scope: Scope,
  plan: PlanRow,
  routes: readonly RouteRow[],
  routeId: string | undefined,
): Proofs['stops'] {
  const byId = mapById(routes)
  const all = await listStopsOfPlan(scope, plan.id, { route_id: routeId })
  const rows = sortedByRoute(all, routes)
  for (let start = 0; start < rows.length; start += stopsPerBatch) {
    const records = await stopRecords(scope, rows.slice(start, start + stopsPerBatch))
    for (const stop of records) {
      if (stop.reports.length > 0) yield { stop, route: byId.get(stop.route_id ?? '') }
    }
  }
}

async function listRoutes(scope: Scope, plan: PlanRow, routeId: string | undefined): Promise<RouteRow[]> {
  const routes = await listRoutesOfPlan(scope, plan.id)
  if (routeId === undefined) return routes
  const wanted = routes.filter((route) => route.id === routeId)
  if (wanted.length > 0) return wanted
  await getRoute(scope, routeId)
  throw invalidParameter('route_id', 'is not a route of this plan')
}

function pictureFinder(scope: Scope, storage: Storage): Proofs['findPicture'] {
  return async (id) => {
    const row = await findImage(scope, id)
    return row && (await readPicture(storage, row, 'small'))
  }
}
