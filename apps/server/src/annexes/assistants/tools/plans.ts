// Tools that read plans: their list, one in brief, its stops, several side by side, and figures of many days.
import { planStatuses, stopStatuses } from '@routewright/contract'
import Type from 'typebox'
import {
  clockTime,
  differences,
  figures,
  kilometers,
  minutes,
  nameOfRoute,
  straightKilometers,
  windows,
} from '../figures.ts'
import { day, id, ids, oneOf, page, paged, planId, projectId, words } from '../inputs.ts'
import { lateMinutes, type PlanView, stopLine, viewPlan } from '../plan-view.ts'
import { quoteName } from '../quoted.ts'
import { tool } from '../tool.ts'

export const listPlans = tool({
  name: 'list_plans',
  title: 'List plans',
  description: 'Plans by day, status or words of their name, the newest day first.',
  kind: 'reads',
  looks: ['listPlans'],
  input: Type.Object({
    project_id: Type.Optional(projectId()),
    from_date: Type.Optional(day('First day.')),
    to_date: Type.Optional(day('Last day.')),
    status: Type.Optional(oneOf(planStatuses, 'Only plans of this status.')),
    text: Type.Optional(words('A part of the name.')),
    ...page,
  }),
  async run({ limit = 25, offset = 0, ...query }, { call }) {
    const found = await call('listPlans', { query: { ...query, limit, offset, sort: 'execution_date:desc' } })
    const next = offset + found.docs.length
    return {
      total: found.total,
      ...(next < found.total ? { next_offset: next } : {}),
      plans: found.docs.map((plan) => ({
        id: plan.id,
        plan: quoteName(plan.label),
        date: plan.execution_date.slice(0, 10),
        status: plan.status,
        project_id: plan.project_id,
        routes: plan.total_routes,
        stops: plan.total_stops,
        completed: plan.completed_stops,
        pending: plan.pending_stops,
      })),
    }
  },
})

export const readPlan = tool({
  name: 'read_plan',
  title: 'Read a plan',
  description:
    'A plan in brief: its figures, and each route with stops, load, kilometres, hours and late stops. list_stops gives the stops.',
  kind: 'reads',
  looks: ['getPlanBoard', 'getProject', 'getEditorState'],
  input: Type.Object({ plan_id: planId(), ...page }),
  async run({ plan_id, ...asked }, { call }) {
    const [view, state] = await Promise.all([viewPlan(call, plan_id), call('getEditorState', { params: { plan_id } })])
    const { plan, project } = view
    const { part, ...counts } = paged([...view.routes.values()], asked)
    const run = state.optimization
    return {
      id: plan.id,
      plan: quoteName(plan.label),
      date: plan.execution_date.slice(0, 10),
      status: plan.status,
      project: quoteName(project.label),
      project_id: project.id,
      timezone: project.timezone,
      currency: project.currency,
      revision: state.revision,
      figures: figures(state.figures),
      pending: plan.pending_stops,
      completed: plan.completed_stops,
      ...(state.origin ? { copy_of: state.origin.plan_id } : {}),
      ...(run
        ? { optimization: { run_id: run.id, state: run.state, progress_percent: Math.round(run.progress * 100) } }
        : {}),
      routes_listed: counts,
      routes: part.map((route) => routeLine(route.id, view)),
    }
  },
})

/** A route on one line. */
function routeLine(routeId: string, view: PlanView) {
  const route = view.routes.get(routeId)!
  const stops = view.stopsOf(routeId)
  const { timezone } = view.project
  const late = stops.filter((stop) => lateMinutes(stop, view.plan.execution_date.slice(0, 10), timezone) > 0)
  const sum = (field: 'weight' | 'volume') =>
    Math.round(stops.reduce((total, stop) => total + (stop[field] ?? 0), 0) * 100) / 100
  return {
    id: route.id,
    route: nameOfRoute(route),
    status: route.status,
    ...(route.is_locked ? { locked: true } : {}),
    stops: stops.length,
    done: stops.filter(({ status }) => status !== 'pending').length,
    late_stops: late.length,
    kg: route.max_weight ? `${sum('weight')} of ${route.max_weight}` : sum('weight') || undefined,
    m3: route.max_volume ? `${sum('volume')} of ${route.max_volume}` : sum('volume') || undefined,
    km: kilometers(route.planned_distance),
    ...straightKilometers(route.planned_distance, route),
    starts: clockTime(route.planned_start_time),
    ends: clockTime(route.planned_end_time),
    working_hours: route.time_window ? windows([route.time_window]) : undefined,
    minutes:
      route.planned_end_time === undefined
        ? undefined
        : minutes(route.planned_end_time - (route.planned_start_time ?? 0)),
    vehicle_id: route.vehicle_id,
  }
}

export const listStops = tool({
  name: 'list_stops',
  title: 'List stops of a plan',
  description:
    'Stops of a plan, of one of its routes in driving order, or only those that are unassigned, late or of a status.',
  kind: 'reads',
  looks: ['getPlanBoard', 'getProject'],
  input: Type.Object({
    plan_id: planId(),
    route_id: Type.Optional(id('Only stops of this route, in driving order.')),
    only: Type.Optional(oneOf(['unassigned', 'late', 'breaking_rules'], 'Only these.')),
    status: Type.Optional(oneOf(stopStatuses, 'Only stops of this status.')),
    ...page,
  }),
  async run({ plan_id, route_id, only, status, ...asked }, { call }) {
    const view = await viewPlan(call, plan_id)
    const inOrder = [...[...view.routes.keys()].flatMap((text) => view.stopsOf(text)), ...loose(view)]
    const lines = inOrder
      .filter((stop) => route_id === undefined || stop.route_id === route_id)
      .filter((stop) => status === undefined || stop.status === status)
      .filter((stop) => only !== 'unassigned' || view.unassigned.includes(stop))
      .map((stop) => stopLine(stop, view))
      .filter((line) => only !== 'late' || line.late_minutes !== undefined)
      .filter((line) => only !== 'breaking_rules' || (line.breaks !== undefined && line.route_id !== undefined))
    const { part, ...counts } = paged(lines, asked)
    return { plan_id, ...counts, stops: part }
  },
})

const loose = (view: PlanView) => [...view.stops.values()].filter(({ route_id }) => !route_id)

export const comparePlans = tool({
  name: 'compare_plans',
  title: 'Compare plans',
  description:
    'Up to ten plans side by side: cost, kilometres, hours, late and unassigned stops, and what differs from the first.',
  kind: 'reads',
  looks: ['comparePlans'],
  input: Type.Object({ plan_ids: ids('Ids of plans; the others are compared with the first.', 10) }),
  async run({ plan_ids }, { call }) {
    const found = await call('comparePlans', { body: { plan_ids } })
    const rows = found.map(({ plan, figures: of }) => ({ plan, of: figures(of) }))
    return {
      plans: rows.map(({ plan, of }, index) => ({
        id: plan.id,
        plan: quoteName(plan.label),
        date: plan.execution_date.slice(0, 10),
        figures: of,
        ...(index > 0 ? { against_the_first: differences(rows[0]!.of, of) } : {}),
      })),
    }
  },
})

export const readFigures = tool({
  name: 'figures',
  title: 'Figures of days',
  description:
    'What was promised and done in a span of days: stops, punctuality, first attempts, kilometres, hours, reasons of failure.',
  kind: 'reads',
  looks: ['getAnalytics'],
  input: Type.Object({
    project_id: Type.Optional(projectId()),
    from_date: day('First day.'),
    to_date: day('Last day.'),
    by: Type.Optional(oneOf(['day', 'vehicle', 'project'], 'Also apart by these, 40 rows at most.')),
  }),
  async run({ by, ...query }, { call }) {
    const found = await call('getAnalytics', { query })
    const rows = {
      day: () => found.days.map(({ date, ...of }) => ({ date, ...figuresOfDays(of) })),
      vehicle: () =>
        found.vehicles.map(({ label, vehicle_id, ...of }) => ({
          vehicle: quoteName(label),
          vehicle_id,
          ...figuresOfDays(of),
        })),
      project: () =>
        found.projects.map(({ label, project_id, ...of }) => ({
          project: quoteName(label),
          project_id,
          ...figuresOfDays(of),
        })),
    }
    return {
      total: figuresOfDays(found.total),
      failed_because: found.cancel_reasons
        .slice(0, 10)
        .map(({ cancel_reason, stops }) => ({ reason: quoteName(cancel_reason), stops })),
      ...(by ? { [`by_${by}`]: rows[by]().slice(0, 40) } : {}),
    }
  },
})

interface DayFigures {
  total_stops: number
  completed_stops: number
  incomplete_stops: number
  canceled_stops: number
  timed_stops: number
  on_time_stops: number
  attempted_stops: number
  first_attempt_stops: number
  planned_distance: number
  straight_distance: number
  driven_distance: number
  planned_time: number
  driven_time: number
  average_rating?: number
}

function figuresOfDays(of: DayFigures) {
  const percent = (part: number, whole: number) => (whole === 0 ? undefined : Math.round((part / whole) * 1_000) / 10)
  return {
    stops: of.total_stops,
    completed: of.completed_stops,
    failed: of.incomplete_stops + of.canceled_stops,
    on_time_percent: percent(of.on_time_stops, of.timed_stops),
    first_attempt_percent: percent(of.first_attempt_stops, of.attempted_stops),
    planned_km: kilometers(of.planned_distance),
    ...straightKilometers(of.planned_distance, of),
    driven_km: kilometers(of.driven_distance),
    planned_minutes: minutes(of.planned_time),
    driven_minutes: minutes(of.driven_time),
    average_rating: of.average_rating,
  }
}
