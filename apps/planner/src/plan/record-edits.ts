// Edits of the fields of a stop or a route. Each leaves a step that gives the fields back.
import * as operations from '@routewright/client/operations'
import type { BareRoute as Route, RouteUpdate, Stop, StopUpdate, Task } from '@routewright/contract'
import { type Fields, type Kept, saveOverSeen } from '../forms/save-seen.ts'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { usePlanStore } from './plan-store.ts'

/** The fields of `change` as the record has them now; null where it has none. */
function valuesBefore<Change extends object>(record: object, change: Change): Change {
  const values = record as Record<string, unknown>
  const findPart = (key: string) => (key === 'tasks' ? anonymous(values.tasks) : (values[key] ?? null))
  return Object.fromEntries(Object.keys(change).map((key) => [key, findPart(key)])) as Change
}

/**
 * Tasks without their ids. A task that was removed since then comes back as a new one, which gets another id; one that is
 * still there is recognized by its fields.
 */
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
      const stop = await call(operations.updateStop, { stop_id: stopId, body: change as StopUpdate }, options)
      usePlanStore.getState().apply({ stops: [stop] })
      // The times of its whole route follow.
      if (stop.route_id) void readRoute(stop.route_id)
      return stop
    },
    read: () => readStop(stopId),
  }
}

/** The stop's present state, on screen too. */
export async function readStop(stopId: string): Promise<Stop> {
  const stop = await call(operations.getStop, { stop_id: stopId })
  usePlanStore.getState().apply({ stops: [stop] })
  return stop
}

/** Refused when the stop is no longer as in `over`. */
export async function updateStop(label: string, change: StopUpdate, over: Stop): Promise<void> {
  useHistory.getState().note(await sendFields(label, stopCalls(over.id), change, over))
}

/** The same over a record as it was seen: fields that somebody else changed meanwhile stay. */
export async function saveStopFields(label: string, fields: Fields, seen: Stop): Promise<void> {
  const conflict = await saveOverSeen<Stop>({
    seen,
    fields,
    fieldsOf: (stored) => valuesBefore(stored, fields),
    send: (change, over) => updateStop(label, change as StopUpdate, over),
    read: () => readStop(seen.id),
  })
  if (conflict) throw conflict.refusal
}

function routeCalls(routeId: string): RecordCalls<Route> {
  return {
    async put(change, { updated_at }) {
      const options = { seenUpdatedAt: updated_at }
      const answer = await call(operations.updateRoute, { id: routeId, body: change as RouteUpdate }, options)
      return takeRoute(answer)
    },
    read: () => readRoute(routeId),
  }
}

function takeRoute({ stops, ...route }: Route & { stops?: Stop[] }): Route {
  usePlanStore.getState().apply({ routes: [route], ...(stops && { stops }) })
  return route
}

/** The route's present state, on screen too. */
export async function readRoute(routeId: string): Promise<Route> {
  return takeRoute(await call(operations.getRoute, { id: routeId }))
}

/** Refused when the route is no longer as in `over`. */
export async function updateRoute(label: string, change: RouteUpdate, over: Route): Promise<void> {
  useHistory.getState().note(await sendFields(label, routeCalls(over.id), change, over))
}

interface RouteChange {
  change: RouteUpdate
  over: Route
}

/** Changes several routes as one step. Where one is refused, those before it are given back. */
export async function updateRoutes(label: string, changes: readonly RouteChange[]): Promise<void> {
  const steps: Step[] = []
  try {
    for (const { change, over } of changes) steps.push(await sendFields(label, routeCalls(over.id), change, over))
  } catch (error) {
    await takeAllBack(steps)
    throw error
  }
  useHistory.getState().note(together(label, steps))
}

function together(label: string, steps: readonly Step[]): Step {
  return { label, takeBack: async () => together(label, await takeAllBack(steps)) }
}

/** The last first; returns the steps that bring them again. */
async function takeAllBack(steps: readonly Step[]): Promise<Step[]> {
  const inverses: Step[] = []
  for (const step of steps.toReversed()) inverses.push(await step.takeBack())
  return inverses
}
