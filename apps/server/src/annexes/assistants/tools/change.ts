// One change of a plan as an assistant words it, and the operations that look at it and make it.
import type { EditAnswer, PlannedMove } from '@routewright/contract'
import { remedyKinds } from '@routewright/contract'
import type { Static } from 'typebox'
import Type from 'typebox'
import { differences, figures, nameOfRoute, nameOfStop } from '../figures.ts'
import { id, ids, oneOf, planId, readWindow, timeWindow } from '../inputs.ts'
import type { Call, PlannedCall } from '../operations.ts'
import { type PlanView, viewPlan } from '../plan-view.ts'
import { quote } from '../quoted.ts'
import { refuseField } from '../tool.ts'

const changes = ['move', 'unassign', 'insert', 'windows', 'remedy', 'reassign', 'try_again'] as const
/** Operations that preview a change. */
export const changeLooks = [
  ...(['previewMove', 'insertStops', 'arrangePlan', 'applyRemedy', 'reassignRoute', 'tryStopAgain'] as const),
  ...(['getPlanBoard', 'getProject'] as const),
]

export const changeInput = Type.Object({
  plan_id: planId(),
  change: oneOf(
    changes,
    'move: stop_ids to route_id, behind after_stop_id or where they fit best. unassign: stop_ids leave their routes. insert: unassigned stop_ids go where they fit best, perhaps only on route_ids. windows: stop_ids get other time_windows or service_minutes. remedy: what explain offered for one stop. reassign: the pending stops of route_id go to others (the vehicle broke down). try_again: one failed stop is tried again today.',
  ),
  stop_ids: Type.Optional(ids('Stops of the plan.', 200)),
  route_id: Type.Optional(id('The route that it is about; see change.')),
  route_ids: Type.Optional(ids('Routes that may take the stops.', 100)),
  after_stop_id: Type.Optional(id('Of a move: the stop behind which they go.')),
  time_windows: Type.Optional(
    Type.Array(timeWindow(), { maxItems: 20, description: 'Of windows; an empty list means any time.' }),
  ),
  service_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_440, description: 'Of windows.' })),
  remedy: Type.Optional(oneOf(remedyKinds, 'Of remedy: its kind, as explain offered it.')),
  amount: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000_000, description: 'Of remedy: its amount.' })),
})
export type Change = Static<typeof changeInput>

/** The calls that look at a change and that make it. Throws ToolRefusal for a field that is missing or is no part of the plan. */
export function getCalls(change: Change, view: PlanView): { look: PlannedCall; make: PlannedCall } {
  requireOfPlan(change, view)
  const params = { plan_id: change.plan_id }
  const both = (call: PlannedCall) => ({ look: { ...call, query: { preview: true } }, make: call })
  switch (change.change) {
    case 'move':
    case 'unassign': {
      const body = { moves: [getMove(change)] }
      return {
        look: { operationId: 'previewMove', params, body },
        make: { operationId: 'movePlanStops', params, body },
      }
    }
    case 'insert': {
      const body = { stop_ids: need(change, 'stop_ids'), ...(change.route_ids ? { route_ids: change.route_ids } : {}) }
      return both({ operationId: 'insertStops', params, body })
    }
    case 'windows':
      return both({
        operationId: 'arrangePlan',
        params,
        body: { routes: [], restore: { routes: [], stops: listTimes(change) } },
      })
    case 'remedy': {
      const { route_id, amount } = change
      const body = {
        kind: need(change, 'remedy'),
        ...(route_id ? { route_id } : {}),
        ...(amount === undefined ? {} : { amount }),
      }
      return both({ operationId: 'applyRemedy', params: { stop_id: only(change) }, body })
    }
    case 'reassign': {
      const body = change.route_ids ? { route_ids: change.route_ids } : {}
      return both({ operationId: 'reassignRoute', params: { route_id: need(change, 'route_id') }, body })
    }
    case 'try_again': {
      const body = change.route_id ? { route_id: change.route_id } : {}
      return both({ operationId: 'tryStopAgain', params: { stop_id: only(change) }, body })
    }
  }
}

function getMove(change: Change): Static<typeof PlannedMove> {
  const stop_ids = need(change, 'stop_ids')
  if (change.change === 'unassign') return { stop_ids, route_id: null }
  const { after_stop_id } = change
  return { stop_ids, route_id: need(change, 'route_id'), ...(after_stop_id ? { after_stop_id } : {}) }
}

function listTimes({ time_windows, service_minutes, ...change }: Change) {
  if (time_windows === undefined && service_minutes === undefined) {
    throw refuseField('time_windows', 'give time_windows, service_minutes or both')
  }
  const windows = time_windows?.map((entry, index) => readWindow(entry, `time_windows[${index}]`))
  return need(change, 'stop_ids').map((stop_id) => ({
    stop_id,
    ...(windows ? { time_windows: windows } : {}),
    ...(service_minutes === undefined ? {} : { duration: service_minutes * 60 }),
  }))
}

function need<Field extends keyof Change>(change: Change, field: Field): NonNullable<Change[Field]> {
  const value = change[field]
  if (value === undefined) throw refuseField(field, `is needed for the change ${change.change}`)
  return value
}

function only(change: Change): string {
  const [stopId, ...others] = need(change, 'stop_ids')
  if (others.length > 0) throw refuseField('stop_ids', `the change ${change.change} is about one stop`)
  return stopId!
}

function requireOfPlan(
  { stop_ids = [], route_id, route_ids = [], plan_id }: Change,
  { stops, routes }: PlanView,
): void {
  const [lost, strange] = [
    stop_ids.find((text) => !stops.has(text)),
    [route_id, ...route_ids].find((text) => text && !routes.has(text)),
  ]
  if (lost) throw refuseField('stop_ids', `${lost} is no stop of plan ${plan_id}`)
  if (strange) throw refuseField('route_id', `${strange} is no route of plan ${plan_id}`)
}

/** Previews a change: its effect in figures and names, and the plan's revision that this applies to. */
export async function lookAt(call: Call, change: Change) {
  const view = await viewPlan(call, change.plan_id)
  const { look, make } = getCalls(change, view)
  const answer = (await call(look.operationId, look as never)) as Static<typeof EditAnswer>
  return { make, seen: { id: change.plan_id, revision: answer.revision }, effect: computeEffect(answer, view), view }
}

function computeEffect(answer: Static<typeof EditAnswer>, { stops, routes }: PlanView) {
  const getName = (stopId: string) => (stops.has(stopId) ? nameOfStop(stops.get(stopId)!) : stopId)
  const nameRoute = (routeId: string) => (routes.has(routeId) ? nameOfRoute(routes.get(routeId)!) : routeId)
  const refused = answer.results.filter(({ done }) => !done)
  return {
    routes: answer.effects.map(({ route_id, before, after, newly_broken, no_longer_broken }) => ({
      route_id,
      route: nameRoute(route_id),
      after: figures(after),
      difference: differences(figures(before), figures(after)),
      breaks: newly_broken.map(({ stop_id, code }) => `${code} at ${getName(stop_id)}`),
      no_longer_breaks: no_longer_broken.map(({ stop_id, code }) => `${code} at ${getName(stop_id)}`),
    })),
    becomes_unassigned: answer.unassigned.map(getName),
    ...(refused.length > 0
      ? { not_possible: refused.map((row) => ({ id: row.id, name: getName(row.id), why: quote(row.message) })) }
      : {}),
  }
}
