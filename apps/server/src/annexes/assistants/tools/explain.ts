// Tools that tell a story or a reason: of one stop, of why it fits nowhere, of what is wrong with a plan.
import type { StopExplanation } from '@routewright/contract'
import type { Static } from 'typebox'
import Type from 'typebox'
import {
  clockTime,
  figures,
  kilometers,
  localMoment,
  minutes,
  nameOfRoute,
  nameOfStop,
  straightKilometers,
  windows,
} from '../figures.ts'
import { planId, stopId } from '../inputs.ts'
import type { Call } from '../operations.ts'
import { getNotes, lateMinutes, type PlanView, stopLine, viewPlan } from '../plan-view.ts'
import { quote, quoteName } from '../quoted.ts'
import { refuseField, tool } from '../tool.ts'

export const readStop = tool({
  name: 'read_stop',
  title: 'Read the story of a stop',
  description: 'A stop with its order, times, notes, tasks, parcels, and every report that was made of it.',
  kind: 'reads',
  looks: ['getStop', 'getProject'],
  input: Type.Object({ stop_id: stopId() }),
  async run({ stop_id }, { call }) {
    const stop = await call('getStop', { params: { stop_id } })
    const { timezone } = await call('getProject', { params: { project_id: stop.project_id } })
    const { location } = stop
    return {
      id: stop.id,
      stop: nameOfStop(stop),
      type: stop.type,
      status: stop.status,
      external_id: quoteName(stop.external_id),
      number: stop.fixed_id,
      plan_id: stop.plan_id,
      plan: quoteName(stop.plan_label),
      date: stop.plan_execution_date?.slice(0, 10),
      route_id: stop.route_id,
      ...(stop.order === undefined ? {} : { place: stop.order + 1 }),
      address: quoteName(location?.label ?? location?.street),
      ...(location?.lat === undefined ? { has_no_place: true } : { lat: location.lat, lng: location.lng }),
      windows: windows(stop.time_windows),
      service_minutes: minutes(stop.duration),
      kg: stop.weight,
      m3: stop.volume,
      needs: stop.requires.map((word) => quoteName(word)),
      planned: clockTime(stop.planned_arrival_time),
      expected: localMoment(stop.estimated_arrival_time, timezone),
      breaks: stop.optimization_warnings.map(({ code }) => code),
      notes: getNotes(stop),
      tasks: stop.tasks.map(({ label, status }) => ({ task: quoteName(label), status })),
      parcels: stop.packages.map(({ identifier, status }) => ({ parcel: quoteName(identifier), status })),
      reports: stop.reports.map((report) => ({
        at: localMoment(report.created_at, timezone),
        what: report.type.replace('service_report_', ''),
        by: report.reporter,
        reason: quoteName(report.cancel_reason),
        comments: quote(report.comments),
        metres_from_stop: report.location_distance === undefined ? undefined : Math.round(report.location_distance),
        pictures: report.images.length,
        signed: report.signature !== undefined,
      })),
      ...(stop.survey ? { recipient_rated: stop.survey.rating, recipient_wrote: quote(stop.survey.comments) } : {}),
    }
  },
})

export const explain = tool({
  name: 'explain',
  title: 'Explain a stop or a plan',
  description:
    'Of a stop: why it is unassigned, late or breaks a rule, for each route what stands in the way and by how much, and what would help. Of a plan: unassigned stops by reason, late stops, the longest and the empty routes.',
  kind: 'reads',
  looks: ['explainStop', 'getStop', 'getPlanBoard', 'getProject', 'getEditorState'],
  input: Type.Object({ stop_id: Type.Optional(stopId()), plan_id: Type.Optional(planId()) }),
  async run({ stop_id, plan_id }, { call }) {
    if (stop_id && plan_id) throw refuseField('plan_id', 'name a stop or a plan, not both')
    if (stop_id) return await explainOneStop(call, stop_id)
    if (plan_id) return await explainWholePlan(call, plan_id)
    throw refuseField('stop_id', 'name a stop, or a plan by plan_id')
  },
})

async function explainOneStop(call: Call, stop_id: string) {
  const [stop, why] = await Promise.all([
    call('getStop', { params: { stop_id } }),
    call('explainStop', { params: { stop_id } }),
  ])
  return { id: stop.id, stop: nameOfStop(stop), ...explanation(why) }
}

type Explanation = Static<typeof StopExplanation>

function explanation(why: Explanation) {
  return {
    ...(why.route_id ? { stands_on_route: why.route_id } : { is_unassigned: true }),
    // These sentences are ours, but may name routes as people do.
    reasons: why.warnings.map(({ code, message }) => ({ code, says: quote(message) })),
    routes: why.vehicles.slice(0, 12).map((vehicle) => ({
      route_id: vehicle.route_id,
      route: quoteName(vehicle.label),
      fits: vehicle.fits,
      says: quote(vehicle.text),
      rule: vehicle.rule,
      added_minutes: minutes(vehicle.added_time),
      added_km: kilometers(vehicle.added_distance),
      ...straightKilometers(vehicle.added_distance, vehicle),
    })),
    remedies: why.remedies.map(({ kind, route_id, amount, text }) => ({ kind, route_id, amount, says: quote(text) })),
  }
}

async function explainWholePlan(call: Call, plan_id: string) {
  const [view, state] = await Promise.all([viewPlan(call, plan_id), call('getEditorState', { params: { plan_id } })])
  const date = view.plan.execution_date.slice(0, 10)
  const lateBy = (stop: Parameters<typeof lateMinutes>[0]) => lateMinutes(stop, date, view.project.timezone)
  const late = [...view.stops.values()].filter((stop) => lateBy(stop) > 0).sort((a, b) => lateBy(b) - lateBy(a))
  const used = [...view.routes.values()].filter(({ id }) => view.stopsOf(id).length > 0)
  return {
    plan_id,
    plan: quoteName(view.plan.label),
    figures: figures(state.figures),
    unassigned_because: reasons(view),
    worst_late: late.slice(0, 10).map((stop) => stopLine(stop, view)),
    routes_without_stops: [...view.routes.values()].filter((route) => !used.includes(route)).map(nameOfRoute),
    longest_routes: used
      .sort((a, b) => (b.planned_distance ?? 0) - (a.planned_distance ?? 0))
      .slice(0, 3)
      .map((route) => ({
        id: route.id,
        route: nameOfRoute(route),
        km: kilometers(route.planned_distance),
        ...straightKilometers(route.planned_distance, route),
        ends: clockTime(route.planned_end_time),
      })),
    next: 'explain with a stop_id tells of one stop what would help.',
  }
}

/** Unassigned stops by the first reason that the plan has for each. */
function reasons({ unassigned }: PlanView) {
  const groups = new Map<string, { stops: number; example_id: string; example: string }>()
  for (const stop of unassigned) {
    const code =
      stop.optimization_warnings[0]?.code ?? (stop.location?.lat === undefined ? 'no_location' : 'not_optimized_yet')
    const group = groups.get(code) ?? { stops: 0, example_id: stop.id, example: nameOfStop(stop) }
    groups.set(code, { ...group, stops: group.stops + 1 })
  }
  return [...groups].map(([reason, group]) => ({ reason, ...group })).sort((a, b) => b.stops - a.stops)
}
