// The rules of labels: whose parcels get one, and what stands on it.
import { LABELS_PER_FILE, type LabelForm, type LabelOrder, type LabelSelection } from '@routewright/contract'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import { findPlanHeads, type PlanHead } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { listIds, mapById } from '../../data/records.ts'
import { addressText } from '../../data/resources/address.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRows, listStopsOfPlan } from '../../data/stops.sql.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { chooseLanguage } from '../../frame/platform/languages.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { giveCodes } from '../../planning/packages/packages.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { getRoute } from '../../planning/routes/routes.ts'
import { type StopRecord, stopRecords } from '../../planning/stops/stops.ts'
import { windowsOnPaper } from './clock-words.ts'
import type { LabelPart } from './label-boxes.ts'
import { sortedByRoute } from './tables.ts'
import { getWords, type Say } from './words.ts'

/** The texts of one label, by its parts; `code` is written in bars as well. */
export type Label = Record<Exclude<LabelPart, 'qr' | 'bars'>, string>

export interface Labels {
  project: ProjectRow
  labels: readonly Label[]
  form: LabelForm
  say: Say
}

/** How many labels there would be. Throws what `collectLabels` throws. */
export async function countLabels(scope: Scope, selection: LabelSelection) {
  const records = await stopRecords(scope, (await selectDeliveries(scope, selection)).stops)
  const bare = records.filter(({ packages }) => packages.length === 0)
  const parcels = records.reduce((sum, { packages }) => sum + packages.length, 0)
  return { stops: records.length, labels: parcels + bare.length, without_codes: bare.length }
}

/** Gives a parcel with a code to each of the deliveries that has none. Throws 404, 403, highway.validation.error.invalid_payload. */
export async function giveParcelCodes(scope: Scope, selection: LabelSelection) {
  const { stops } = await selectDeliveries(scope, selection)
  return { stops: await giveCodes(scope, listIds(stops)) }
}

/** Collects the texts of the labels, in driving order. Throws 404, 403, highway.validation.error.invalid_payload. */
export async function collectLabels(scope: Scope, order: LabelOrder): Promise<Labels> {
  const { project, stops, routes, plans } = await selectDeliveries(scope, order)
  const language = chooseLanguage(order.language, project.settings.language)
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const records = await stopRecords(scope, stops)
  const labels = records.flatMap((stop) => {
    const route = routes.get(stop.route_id ?? '')
    const plan = plans.get(stop.plan_id ?? '')
    // Drivers know the number that never changes; the place in the order is as of now.
    const heads = [
      route && nameRoute(route),
      plan && day.format(plan.execution_date),
      stop.fixed_id && `#${stop.fixed_id}`,
    ]
    return writeLabels(stop, project, heads.filter(Boolean).join('\n'))
  })
  if (labels.length === 0) throw invalidPayload('', 'holds no pending deliveries')
  if (labels.length > LABELS_PER_FILE) {
    throw invalidPayload('', `makes ${labels.length} labels; at most ${LABELS_PER_FILE} go into one file`)
  }
  return { project, labels, form: order.form ?? 'a4_8', say: getWords(language) }
}

interface Selected {
  project: ProjectRow
  stops: readonly StopRow[]
  routes: ReadonlyMap<string, RouteRow>
  plans: ReadonlyMap<string, PlanHead>
}

/** The pending deliveries, sorted by route and order. Pickups and visits bring no parcels, and what was reported on needs no label any more. */
async function selectDeliveries(scope: Scope, selection: LabelSelection): Promise<Selected> {
  const stops = await selectStops(scope, selection)
  const planIds = [...new Set(stops.flatMap(({ plan_id }) => plan_id ?? []))]
  const plans = await findPlanHeads(scope, planIds)
  const routes = (await Promise.all(planIds.map((id) => listRoutesOfPlan(scope, id)))).flat()
  const wanted = stops.filter(({ type, status, deleted }) => type === 'delivery' && status === 'pending' && !deleted)
  return {
    project: await getProject(scope, await findProjectId(scope, selection, stops)),
    stops: sortedByRoute(wanted, routes),
    routes: mapById(routes),
    plans,
  }
}

async function selectStops(scope: Scope, { plan_id, route_id, stop_ids }: LabelSelection): Promise<StopRow[]> {
  if ([plan_id, route_id, stop_ids].filter((entry) => entry !== undefined).length !== 1) {
    throw invalidPayload('', 'needs exactly one of plan_id, route_id and stop_ids')
  }
  if (plan_id) return listStopsOfPlan(scope, (await getPlan(scope, plan_id)).id)
  if (route_id) {
    const route = await getRoute(scope, route_id)
    return listStopsOfPlan(scope, route.plan_id, { route_id })
  }
  return listNamedStops(scope, [...new Set(stop_ids)])
}

async function listNamedStops(scope: Scope, stopIds: readonly string[]): Promise<StopRow[]> {
  if (stopIds.length === 0) throw invalidPayload('stop_ids', 'holds no stop')
  const stops = await listStopRows(scope, stopIds)
  const known = mapById(stops)
  const missing = stopIds.find((id) => !known.has(id))
  if (missing) throw notFound('stop', missing)
  for (const { project_id } of stops) requireReach(scope, project_id)
  if (stops.some(({ project_id }) => project_id !== stops[0]!.project_id)) {
    throw invalidPayload('stop_ids', 'holds stops of several projects')
  }
  return stops
}

async function findProjectId(scope: Scope, { plan_id, route_id }: LabelSelection, stops: readonly StopRow[]) {
  if (plan_id) return (await getPlan(scope, plan_id)).project_id
  if (route_id) return (await getRoute(scope, route_id)).project_id
  return stops[0]!.project_id
}

function nameRoute({ label, vehicle_label, external_id }: RouteRow): string {
  return label ?? vehicle_label ?? external_id ?? ''
}

/** One for each parcel; one without a code where there are none. */
function writeLabels(stop: StopRecord, project: ProjectRow, route: string): Label[] {
  const codes = stop.packages.length > 0 ? stop.packages.map(({ identifier }) => identifier) : ['']
  const [name, ...address] = [stop.label, addressText(stop.location), stop.location_details].filter(Boolean)
  const shared = {
    place: stop.route_id === undefined ? '' : String((stop.order ?? 0) + 1),
    route,
    person: [name, ...address].join('\n'),
    windows: windowsOnPaper(stop.time_windows ?? []),
    project: project.label,
  }
  return codes.map((code, index) => ({ ...shared, count: `${index + 1}/${codes.length}`, code }))
}
