// Tools that propose what is no change of orders: new stops, another day, sending routes out, messages; and the one that applies.
import type { Stop } from '@routewright/contract'
import Type from 'typebox'
import { createId } from '../../../frame/platform/ids.ts'
import { localMoment, nameOfRoute, nameOfStop } from '../figures.ts'
import { ids, planId, routeId, stopId, words } from '../inputs.ts'
import type { PlannedCall } from '../operations.ts'
import { viewPlan } from '../plan-view.ts'
import { quote, quoteName } from '../quoted.ts'
import { refuseField, tool } from '../tool.ts'
import { newStop, readStops } from './new-stops.ts'

export const proposeStops = tool({
  name: 'propose_stops',
  title: 'Propose new stops',
  description:
    'New orders for a plan: finds their places and answers them with a token for apply. They join the plan unassigned; propose_change with insert, or propose_optimization, then places them.',
  kind: 'proposes',
  looks: ['getPlanBoard', 'getProject', 'getEditorState', 'locateAddresses'],
  input: Type.Object({
    plan_id: planId(),
    stops: Type.Array(newStop(), { minItems: 1, maxItems: 50 }),
  }),
  async run({ plan_id, stops: wanted }, { call, propose }) {
    const view = await viewPlan(call, plan_id)
    const { revision } = await call('getEditorState', { params: { plan_id } })
    const { stops, found, not_found } = await readStops(call, view.project.id, wanted)
    const known = new Set([...view.stops.values()].flatMap(({ external_id }) => external_id ?? []))
    const again = stops.flatMap(({ external_id }) =>
      external_id && known.has(external_id) ? [quoteName(external_id)] : [],
    )
    const summary = `Add ${stops.length} stops to plan ${quoteName(view.plan.label) ?? plan_id}`
    const made = {
      operationId: 'createStops' as const,
      query: { plan_id },
      body: stops,
      seen: [{ id: plan_id, revision }],
    }
    return {
      ...(await propose({ summary, calls: [made] })),
      stops: found,
      ...(not_found.length > 0 ? { without_a_place: not_found } : {}),
      ...(again.length > 0 ? { already_in_the_plan: again } : {}),
    }
  },
})

export const proposeReschedule = tool({
  name: 'propose_reschedule',
  title: 'Propose another day for stops',
  description:
    'Moves stops to another plan, of another day or the same, where they are unassigned; answers a token for apply.',
  kind: 'proposes',
  looks: ['getPlanBoard', 'getProject', 'getEditorState'],
  input: Type.Object({
    from_plan_id: planId(),
    to_plan_id: planId(),
    stop_ids: ids('Stops of the first plan.', 200),
  }),
  async run({ from_plan_id, to_plan_id, stop_ids }, { call, propose }) {
    if (from_plan_id === to_plan_id) throw refuseField('to_plan_id', 'must be another plan than from_plan_id')
    const views = await Promise.all([viewPlan(call, from_plan_id), viewPlan(call, to_plan_id)])
    const states = await Promise.all(
      [from_plan_id, to_plan_id].map((plan_id) => call('getEditorState', { params: { plan_id } })),
    )
    const stops = stop_ids.map((text) => views[0].stops.get(text) ?? text)
    const lost = stops.find((stop) => typeof stop === 'string')
    if (lost) throw refuseField('stop_ids', `${lost} is no stop of plan ${from_plan_id}`)
    const seen = states.map(({ plan_id, revision }) => ({ id: plan_id, revision }))
    const [from, to] = views.map(
      ({ plan }) => `${quoteName(plan.label) ?? plan.id} (${plan.execution_date.slice(0, 10)})`,
    )
    const made = { operationId: 'moveStops' as const, query: { plan_id: to_plan_id }, body: { stop_ids }, seen }
    return {
      ...(await propose({ summary: `Move ${stop_ids.length} stops from plan ${from} to plan ${to}`, calls: [made] })),
      stops: (stops as Stop[]).map((stop) => ({
        stop: nameOfStop(stop),
        status: stop.status,
        route_id: stop.route_id,
      })),
    }
  },
})

export const proposeDispatch = tool({
  name: 'propose_dispatch',
  title: 'Propose to send routes to their drivers',
  description:
    'Which drivers would get the link to their route by mail, and what they were sent before; answers a token for apply. Sent mails cannot be taken back.',
  kind: 'proposes',
  looks: ['getPlanBoard', 'getProject', 'getEditorState', 'listDispatches'],
  input: Type.Object({
    plan_id: planId(),
    route_ids: Type.Optional(ids('Routes of the plan; all that have stops and are not finished by default.', 100)),
  }),
  async run({ plan_id, route_ids }, { call, propose }) {
    const params = { plan_id }
    const view = await viewPlan(call, plan_id)
    const [{ revision }, sent] = await Promise.all([
      call('getEditorState', { params }),
      call('listDispatches', { params }),
    ])
    const strange = route_ids?.find((text) => !view.routes.has(text))
    if (strange) throw refuseField('route_ids', `${strange} is no route of plan ${plan_id}`)
    const all = [...view.routes.values()]
    const wanted = route_ids
      ? route_ids.map((text) => view.routes.get(text)!)
      : all.filter(({ id, status }) => status !== 'finished' && view.stopsOf(id).length > 0)
    const able = wanted.filter(({ email }) => email)
    if (able.length === 0) throw refuseField('route_ids', 'none of these routes has an e-mail address to send to')
    const before = new Map(sent.map((entry) => [entry.route_id, entry]))
    const calls = able.map(({ id }) => ({
      operationId: 'dispatchRoute' as const,
      params: { id },
      seen: [{ id: plan_id, revision }],
    }))
    return {
      ...(await propose({
        summary: `Send ${able.length} routes of plan ${quoteName(view.plan.label) ?? plan_id} to their drivers`,
        calls,
      })),
      plan_status: view.plan.status,
      routes: able.map((route) => ({
        id: route.id,
        route: nameOfRoute(route),
        to: quoteName(route.email),
        stops: view.stopsOf(route.id).length,
        last_sent: localMoment(before.get(route.id)?.sent_at, view.project.timezone),
      })),
      without_address: wanted.filter(({ email }) => !email).map(nameOfRoute),
    }
  },
})

export const proposeMessage = tool({
  name: 'propose_message',
  title: 'Propose a message to drivers',
  description:
    'A message to the drivers of up to twenty routes, as it will be read on their phones; answers a token for apply.',
  kind: 'proposes',
  looks: ['getRoute'],
  input: Type.Object({
    route_ids: Type.Array(routeId(), { minItems: 1, maxItems: 20, uniqueItems: true }),
    text: words('What the drivers read.', 2_000),
    stop_id: Type.Optional(stopId()),
  }),
  async run({ route_ids, text, stop_id }, { call, propose, services }) {
    if (text.trim() === '') throw refuseField('text', 'must not be blank')
    const routes = await Promise.all(route_ids.map((id) => call('getRoute', { params: { id } })))
    const now = services.clock.now()
    const calls: PlannedCall[] = routes.map(({ id }) => ({
      operationId: 'sendRouteMessage',
      params: { route_id: id },
      // If the response is lost, the client_id keeps the same message from being written twice.
      body: { text, client_id: `assistant-${createId(now)}`, ...(stop_id ? { stop_id } : {}) },
    }))
    return {
      ...(await propose({ summary: `Write to ${routes.length} drivers`, calls })),
      to: routes.map((route) => ({ route_id: route.id, route: nameOfRoute(route), status: route.status })),
      text: quote(text, 2_000),
    }
  },
})

export const apply = tool({
  name: 'apply',
  title: 'Apply a proposal',
  description:
    'Does what a propose_ tool proposed, once, by its token. Call it only after the person agreed to that very proposal. Refused when the plan was changed since, after 15 minutes, and for tokens of others.',
  kind: 'changes',
  isDestructive: true,
  looks: [],
  changes: [
    ...(['movePlanStops', 'insertStops', 'arrangePlan', 'applyRemedy', 'reassignRoute', 'tryStopAgain'] as const),
    ...(['createStops', 'moveStops', 'dispatchRoute', 'sendRouteMessage', 'applyOptimization'] as const),
  ],
  input: Type.Object({ token: Type.String({ minLength: 1, maxLength: 100, description: 'From the proposal.' }) }),
  run: ({ token }, { apply: applyToken }) => applyToken(token),
})
