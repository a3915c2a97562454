// Tools about the day on the road: where the vehicles are, and what was written between dispatchers and drivers.
import Type from 'typebox'
import { localMoment, nameOfRoute } from '../figures.ts'
import { planId, projectId, routeId } from '../inputs.ts'
import type { Call } from '../operations.ts'
import { type PlanView, stopLine, viewPlan } from '../plan-view.ts'
import { quote, quoteName } from '../quoted.ts'
import { refuseField, tool } from '../tool.ts'

export const whereAreVans = tool({
  name: 'where_are_vans',
  title: 'Where the vehicles are',
  description:
    'Each route under way, of a plan or of today in a project: the last position and how old it is, what is done, the next stop and when it is expected.',
  kind: 'reads',
  looks: ['getToday', 'getPlanBoard', 'getProject'],
  input: Type.Object({ plan_id: Type.Optional(planId()), project_id: Type.Optional(projectId()) }),
  async run({ plan_id, project_id }, { call, services }) {
    const planIds = plan_id ? [plan_id] : await plansOfToday(call, project_id)
    const views = await Promise.all(planIds.map((id) => viewPlan(call, id)))
    const now = services.clock.now().getTime()
    return { vehicles: views.flatMap((view) => underWay(view, now)) }
  },
})

async function plansOfToday(call: Call, projectId: string | undefined): Promise<string[]> {
  if (!projectId) throw refuseField('plan_id', 'name a plan, or a project with project_id')
  const { plans } = await call('getToday', { params: { project_id: projectId } })
  return plans.filter(({ started_routes }) => started_routes > 0).map(({ plan }) => plan.id)
}

function underWay(view: PlanView, now: number) {
  const routes = [...view.routes.values()].filter(({ status }) => status === 'in_transit')
  return routes.map((route) => {
    const stops = view.stopsOf(route.id)
    const next = stops.find(({ status }) => status === 'pending')
    const at = route.last_position
    return {
      route_id: route.id,
      route: nameOfRoute(route),
      plan_id: view.plan.id,
      ...(at
        ? {
            lat: at.lat,
            lng: at.lng,
            seen: localMoment(at.created_at, view.project.timezone),
            minutes_ago: Math.max(0, Math.round((now - Date.parse(at.created_at)) / 60_000)),
          }
        : { seen: 'never' }),
      done: stops.filter(({ status }) => status !== 'pending').length,
      stops: stops.length,
      ...(next ? { next: stopLine(next, view) } : {}),
      ends: localMoment(route.estimated_end_time, view.project.timezone),
    }
  })
}

export const readMessages = tool({
  name: 'read_messages',
  title: 'Read messages with drivers',
  description:
    'The messages of a route with its driver, or, for a project, which routes have messages and how many nobody has read. Reading marks nothing as read.',
  kind: 'reads',
  looks: ['listRouteMessages', 'listConversations', 'getRoute', 'getProject'],
  input: Type.Object({ route_id: Type.Optional(routeId()), project_id: Type.Optional(projectId()) }),
  async run({ route_id, project_id }, { call }) {
    if (route_id) return await getMessages(call, route_id)
    if (!project_id) throw refuseField('route_id', 'name a route, or a project with project_id')
    const params = { project_id }
    const [project, list] = await Promise.all([call('getProject', { params }), call('listConversations', { params })])
    return {
      conversations: list.slice(0, 50).map((entry) => ({
        route_id: entry.route_id,
        route: quoteName(entry.route_label ?? entry.vehicle_label),
        plan_id: entry.plan_id,
        unread: entry.unread,
        latest_by: entry.latest.sender,
        latest_at: localMoment(entry.latest.received_at, project.timezone),
        latest: quote(entry.latest.text),
      })),
    }
  },
})

/** The newest of them, oldest first. */
const MOST_MESSAGES = 30

async function getMessages(call: Call, routeId: string) {
  const route = await call('getRoute', { params: { id: routeId } })
  const [project, messages] = await Promise.all([
    call('getProject', { params: { project_id: route.project_id } }),
    call('listRouteMessages', { params: { route_id: routeId } }),
  ])
  return {
    route_id: route.id,
    route: nameOfRoute(route),
    total: messages.length,
    messages: messages.slice(-MOST_MESSAGES).map((message) => ({
      by: message.sender,
      at: localMoment(message.created_at, project.timezone),
      wrote: quote(message.text, 1_000),
      ...(message.kind === 'ping' ? { asks_for_a_sign_of_life: true } : {}),
      ...(message.image ? { with_picture: true } : {}),
      stop_id: message.stop_id,
      read: message.read_at !== undefined,
    })),
  }
}
