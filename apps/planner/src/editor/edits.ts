// What a dispatcher does to a plan. Every edit goes to the service, brings its answer into the plan on screen, and leaves
// a step that takes it back.
import type {
  Arrangement,
  EditAnswer,
  PlannedMove,
  Remedy,
  Route,
  RouteUpdate,
  Stop,
  StopInput,
  StopUpdate,
  Task,
} from '@routewright/contract'
import { type Fields, type Kept, saveOverSeen } from '../shell/save-seen.ts'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'

const planId = () => currentPlan().plan.id

function take(answer: EditAnswer): void {
  const { data, apply } = usePlanStore.getState()
  if (!data) return
  apply({ routes: answer.routes, stops: answer.stops })
  void usePlanStore.getState().refreshEditor()
}

/** The step that restores an arrangement; doing it gives the arrangement of before it. */
function arrangementStep(label: string, arrangement: Arrangement): Step {
  return {
    label,
    async takeBack() {
      const answer = await call('PUT /app/v1/plan/{plan_id}/arrangement', { plan_id: planId(), body: arrangement })
      take(answer)
      return arrangementStep(label, answer.undo ?? { routes: [] })
    },
  }
}

function finish(label: string, answer: EditAnswer): EditAnswer {
  take(answer)
  if (answer.undo) useHistory.getState().note(arrangementStep(label, answer.undo))
  return answer
}

/** What moving would do, without doing it. */
export function previewMove(moves: PlannedMove[], signal: AbortSignal): Promise<EditAnswer> {
  return call(
    'POST /app/v1/plan/{plan_id}/move/preview',
    { plan_id: planId(), body: { moves } },
    { signal, once: true },
  )
}

/** Refused when somebody else changed one of the stops since it was shown here. */
export async function moveStops(label: string, moves: PlannedMove[]): Promise<EditAnswer> {
  const { stops } = currentPlan()
  const seen = moves
    .flatMap((move) => move.stop_ids)
    .flatMap((id) => {
      const stop = stops.get(id)
      return stop ? [[id, stop.updated_at]] : []
    })
  const body = { moves, partial: true, if_updated_at: Object.fromEntries(seen) }
  return finish(label, await call('POST /app/v1/plan/{plan_id}/move', { plan_id: planId(), body }))
}

export async function insertStops(label: string, stopIds: string[]): Promise<EditAnswer> {
  const body = { stop_ids: stopIds, allow_broken_rules: false }
  return finish(label, await call('POST /app/v1/plan/{plan_id}/insert', { plan_id: planId(), body }))
}

export async function reverseRoute(label: string, routeId: string): Promise<EditAnswer> {
  return finish(label, await call('POST /app/v1/route/{route_id}/reverse', { route_id: routeId }))
}

export async function swapRoutes(label: string, routeId: string, otherId: string): Promise<EditAnswer> {
  const body = { route_id: otherId }
  return finish(label, await call('POST /app/v1/route/{route_id}/swap', { route_id: routeId, body }))
}

export async function splitRoute(label: string, routeId: string, stopId: string): Promise<EditAnswer> {
  const body = { at_stop_id: stopId }
  return finish(label, await call('POST /app/v1/route/{route_id}/split', { route_id: routeId, body }))
}

export async function mergeRoutes(label: string, routeId: string, otherId: string): Promise<EditAnswer> {
  const body = { route_id: otherId, in_best_places: true }
  return finish(label, await call('POST /app/v1/route/{route_id}/merge', { route_id: routeId, body }))
}

export async function reassignRoute(label: string, routeId: string): Promise<EditAnswer> {
  return finish(label, await call('POST /app/v1/route/{route_id}/reassign', { route_id: routeId, body: {} }))
}

export async function applyRemedy(label: string, stopId: string, remedy: Remedy): Promise<EditAnswer> {
  const answer = await call('POST /app/v1/stop/{stop_id}/remedy', { stop_id: stopId, body: remedy })
  return finish(label, answer)
}

export async function applyOptimization(label: string, runId: string): Promise<EditAnswer> {
  const answer = await call('POST /app/v1/plan/{plan_id}/optimization/{run_id}/apply', {
    plan_id: planId(),
    run_id: runId,
  })
  // A run may make routes of its own, which an answer to an edit need not hold.
  const result = finish(label, answer)
  await usePlanStore.getState().reload()
  return result
}

async function sendLocks(label: string, routeIds: string[], locked: boolean): Promise<Step> {
  const body = { route_ids: routeIds, locked }
  take(await call('PUT /app/v1/plan/{plan_id}/locks', { plan_id: planId(), body }))
  return { label, takeBack: () => sendLocks(label, routeIds, !locked) }
}

export async function lockRoutes(label: string, routeIds: string[], locked: boolean): Promise<void> {
  useHistory.getState().note(await sendLocks(label, routeIds, locked))
}

async function sendPins(label: string, stopIds: string[], pin: 'route' | 'place' | null): Promise<Step> {
  const editor = usePlanStore.getState().editor
  const before = editor?.pins.find(({ stop_id }) => stop_id === stopIds[0])?.pin ?? null
  const body = { stop_ids: stopIds, pin }
  const next = await call('PUT /app/v1/plan/{plan_id}/pins', { plan_id: planId(), body })
  usePlanStore.setState({ editor: next })
  return { label, takeBack: () => sendPins(label, stopIds, before) }
}

export async function pinStops(label: string, stopIds: string[], pin: 'route' | 'place' | null): Promise<void> {
  useHistory.getState().note(await sendPins(label, stopIds, pin))
}

/** The fields of `change` as the record has them now; null where it has none. */
function valuesBefore<Change extends object>(record: object, change: Change): Change {
  const values = record as Record<string, unknown>
  const partOf = (key: string) => (key === 'tasks' ? anonymous(values.tasks) : (values[key] ?? null))
  return Object.fromEntries(Object.keys(change).map((key) => [key, partOf(key)])) as Change
}

/** Tasks without their ids: one that was taken off in between comes back as a new one, one that is there is recognized. */
function anonymous(tasks: unknown): object[] {
  const fields = ['label', 'barcode', 'comments', 'custom_fields', 'status'] as const
  return ((tasks ?? []) as Task[]).map((task) =>
    Object.fromEntries(fields.flatMap((name) => (task[name] === undefined ? [] : [[name, task[name]]]))),
  )
}

/** How one kind of record is changed and read. */
interface RecordCalls<Stored extends Kept> {
  /** Refused when it is no longer as in `over`. */
  put(change: object, over: Stored): Promise<Stored>
  read(): Promise<Stored>
}

/** Changes fields of a record; its step gives them back, unless somebody else has changed them since. */
async function sendFields<Stored extends Kept>(
  label: string,
  calls: RecordCalls<Stored>,
  change: object,
  over: Stored,
): Promise<Step> {
  const before = valuesBefore(over, change)
  const after = await calls.put(change, over)
  const takeBack = async () => {
    let step: Step = { label, takeBack }
    const conflict = await saveOverSeen<Stored>({
      seen: after,
      fields: before as Fields,
      fieldsOf: (stored) => valuesBefore(stored, before) as Fields,
      send: async (values, now) => {
        step = await sendFields(label, calls, values, now)
      },
      read: calls.read,
    })
    if (conflict) throw conflict.refusal
    return step
  }
  return { label, takeBack }
}

function stopCalls(stopId: string): RecordCalls<Stop> {
  return {
    async put(change, { updated_at }) {
      const options = { seenUpdatedAt: updated_at }
      const stop = await call('PUT /v2/stop/{stop_id}', { stop_id: stopId, body: change as StopUpdate }, options)
      usePlanStore.getState().apply({ stops: [stop] })
      void refreshRoute(stop.route_id)
      return stop
    },
    read: () => readStop(stopId),
  }
}

/** The stop as it is now, on screen too. */
export async function readStop(stopId: string): Promise<Stop> {
  const stop = await call('GET /v2/stop/{stop_id}', { stop_id: stopId })
  usePlanStore.getState().apply({ stops: [stop] })
  return stop
}

/** Refused when the stop is no longer as in `over`. */
export async function updateStop(label: string, change: StopUpdate, over: Stop): Promise<void> {
  useHistory.getState().note(await sendFields(label, stopCalls(over.id), change, over))
}

function routeCalls(routeId: string): RecordCalls<Route> {
  return {
    async put(change, { updated_at }) {
      const options = { seenUpdatedAt: updated_at }
      const answer = await call('PUT /v2/route/{id}', { id: routeId, body: change as RouteUpdate }, options)
      return takeRoute(answer)
    },
    read: () => readRoute(routeId),
  }
}

function takeRoute({ stops, ...route }: Route & { stops?: Stop[] }): Route {
  usePlanStore.getState().apply({ routes: [route], ...(stops && { stops }) })
  return route
}

/** The route as it is now, on screen too. */
export async function readRoute(routeId: string): Promise<Route> {
  return takeRoute(await call('GET /v2/route/{id}', { id: routeId }))
}

/** Refused when the route is no longer as in `over`. */
export async function updateRoute(label: string, change: RouteUpdate, over: Route): Promise<void> {
  useHistory.getState().note(await sendFields(label, routeCalls(over.id), change, over))
}

/** Times of a whole route follow when one of its stops changed. */
async function refreshRoute(routeId: string | undefined): Promise<void> {
  if (routeId) await readRoute(routeId)
}

type KnownOrder = { route_id: string; stop_ids: readonly string[] }

/** The orders of the routes that these stops are on, to put them back at their places later. */
function ordersAround(stopIds: readonly string[]): KnownOrder[] {
  const { stops, orders } = currentPlan()
  const routeIds = new Set(stopIds.flatMap((id) => stops.get(id)?.route_id ?? []))
  return [...routeIds].map((route_id) => ({ route_id, stop_ids: orders.get(route_id) ?? [] }))
}

/** Puts stops that came back into these orders, unless somebody changed those routes meanwhile. */
async function putBack(stopIds: readonly string[], orders: readonly KnownOrder[]): Promise<void> {
  if (orders.length === 0) return
  const gone = new Set(stopIds)
  const routes = orders.map(({ route_id, stop_ids }) => ({
    route_id,
    stop_ids: [...stop_ids],
    was: stop_ids.filter((id) => !gone.has(id)),
  }))
  take(await call('PUT /app/v1/plan/{plan_id}/arrangement', { plan_id: planId(), body: { routes } }))
}

async function restoreStops(label: string, stopIds: string[], orders: readonly KnownOrder[]): Promise<Step> {
  const body = { stop_ids: stopIds }
  take(await call('POST /app/v1/plan/{plan_id}/restore', { plan_id: planId(), body }))
  await putBack(stopIds, orders)
  return { label, takeBack: () => removeStops(label, stopIds) }
}

async function removeStops(label: string, stopIds: string[]): Promise<Step> {
  const { stops } = currentPlan()
  const orders = ordersAround(stopIds)
  const routes = new Set(stopIds.map((id) => stops.get(id)?.route_id))
  await call('PUT /v2/stops/delete', { body: { stop_ids: stopIds } })
  usePlanStore.getState().apply({ removed_stops: stopIds })
  for (const routeId of routes) void refreshRoute(routeId)
  return { label, takeBack: () => restoreStops(label, stopIds, orders) }
}

export async function deleteStops(label: string, stopIds: string[]): Promise<void> {
  useHistory.getState().note(await removeStops(label, stopIds))
}

export async function createStop(label: string, stop: StopInput): Promise<string> {
  const created = await call('POST /v2/stops', { plan_id: planId(), body: [stop] })
  usePlanStore.getState().apply({ stops: created })
  const ids = created.map(({ id }) => id)
  useHistory.getState().note({ label, takeBack: () => removeStops(label, ids) })
  return ids[0]!
}

export async function createRoutes(label: string, vehicleIds: string[]): Promise<void> {
  const body = vehicleIds.map((vehicle_id) => ({ vehicle_id }))
  const routes = await call('POST /v2/routes', { plan_id: planId(), body })
  usePlanStore.getState().apply({ routes })
  const ids = routes.map(({ id }) => id)
  useHistory.getState().note({ label, takeBack: () => removeRoutes(label, ids) })
}

async function restoreRoutes(label: string, routeIds: string[], orders: readonly KnownOrder[]): Promise<Step> {
  const body = { route_ids: routeIds }
  take(await call('POST /app/v1/plan/{plan_id}/restore', { plan_id: planId(), body }))
  await putBack(
    orders.flatMap(({ stop_ids }) => stop_ids),
    orders,
  )
  return { label, takeBack: () => removeRoutes(label, routeIds) }
}

async function removeRoutes(label: string, routeIds: string[]): Promise<Step> {
  const orders = routeIds.map((route_id) => ({ route_id, stop_ids: currentPlan().orders.get(route_id) ?? [] }))
  for (const id of routeIds) {
    const seenUpdatedAt = currentPlan().routes.find((route) => route.id === id)?.updated_at
    await call('DELETE /v2/route/{id}', { id }, seenUpdatedAt ? { seenUpdatedAt } : {})
  }
  await usePlanStore.getState().reload()
  return { label, takeBack: () => restoreRoutes(label, routeIds, orders) }
}

export async function deleteRoute(label: string, routeId: string): Promise<void> {
  useHistory.getState().note(await removeRoutes(label, [routeId]))
}

/** To another plan, which may be another day. */
export async function moveToPlan(label: string, stopIds: string[], toPlanId: string): Promise<void> {
  const from = planId()
  const orders = ordersAround(stopIds)
  await call('POST /v2/stop/move', { body: { plan_id: toPlanId, stop_ids: stopIds } })
  usePlanStore.getState().apply({ removed_stops: stopIds })
  await usePlanStore.getState().reload()
  const back: Step = {
    label,
    async takeBack() {
      await call('POST /v2/stop/move', { body: { plan_id: from, stop_ids: stopIds } })
      await putBack(stopIds, orders)
      await usePlanStore.getState().reload()
      return { label, takeBack: () => moveToPlan(label, stopIds, toPlanId).then(() => back) }
    },
  }
  useHistory.getState().note(back)
}
