// Tools to begin with: how the day stands, finding what a person names, what needs a decision.

import type { Attention, DayPlan, Project } from '@routewright/contract'
import type { Static } from 'typebox'
import Type from 'typebox'
import { kilometers, minutes, straightKilometers } from '../figures.ts'
import { oneOf, projectId, words } from '../inputs.ts'
import type { Call } from '../operations.ts'
import { quote, quoteName } from '../quoted.ts'
import { tool } from '../tool.ts'

/** More projects than a reader can look at; find and list_plans reach the others. */
const MOST_PROJECTS = 10

async function listProjects(call: Call, only: string | undefined): Promise<{ projects: Project[]; total: number }> {
  if (only) return { projects: [await call('getProject', { params: { project_id: only } })], total: 1 }
  const { docs, total } = await call('listProjects', { query: { limit: MOST_PROJECTS } })
  return { projects: docs, total }
}

export const overview = tool({
  name: 'overview',
  title: 'Overview of today',
  description:
    'How today stands in every project, or in one: its plans, what is done, on the road, late. Begin here; it gives the ids of projects and plans.',
  kind: 'reads',
  looks: ['listProjects', 'getProject', 'getToday'],
  input: Type.Object({ project_id: Type.Optional(projectId()) }),
  async run({ project_id }, { call }) {
    const { projects, total } = await listProjects(call, project_id)
    const days = await Promise.all(projects.map((project) => getDay(call, project)))
    return { projects: days, ...(total > days.length ? { further_projects: total - days.length } : {}) }
  },
})

async function getDay(call: Call, project: Project) {
  const today = await call('getToday', { params: { project_id: project.id } })
  const { figures } = today
  return {
    project_id: project.id,
    project: quoteName(project.label),
    date: today.date,
    timezone: project.timezone,
    plans: today.plans.map(planOfDay),
    stops: figures.total_stops,
    completed: figures.completed_stops,
    pending: figures.pending_stops,
    failed: figures.incomplete_stops + figures.canceled_stops,
    routes_on_road: today.routes_on_road,
    planned_km: kilometers(today.planned_meters),
    ...straightKilometers(today.planned_meters, { straight_distance: today.straight_meters }),
    driven_km: kilometers(today.driven_meters),
    needs_decision: today.attention.length,
    ...(today.next ? { next_plan: planOfDay(today.next) } : {}),
  }
}

function planOfDay({ plan, assigned_stops, used_routes, sent_routes, started_routes }: Static<typeof DayPlan>) {
  return {
    plan_id: plan.id,
    plan: quoteName(plan.label),
    date: plan.execution_date.slice(0, 10),
    status: plan.status,
    stops: plan.total_stops,
    unassigned: plan.total_stops - assigned_stops,
    routes: used_routes,
    sent_to_drivers: sent_routes,
    started: started_routes,
  }
}

export const needsDecision = tool({
  name: 'needs_decision',
  title: 'What needs a decision',
  description:
    'Exceptions of the day, worst first: problems that drivers told, routes not sent or not started, failed, late or unassigned stops, silent vehicles.',
  kind: 'reads',
  looks: ['listProjects', 'getProject', 'getToday'],
  input: Type.Object({ project_id: Type.Optional(projectId()) }),
  async run({ project_id }, { call }) {
    const { projects } = await listProjects(call, project_id)
    const lists = await Promise.all(
      projects.map(async (project) => {
        const { attention } = await call('getToday', { params: { project_id: project.id } })
        return attention.map((entry) => ({ project: quoteName(project.label), ...exception(entry) }))
      }),
    )
    const all = lists.flat()
    return { total: all.length, exceptions: all.slice(0, 50) }
  },
})

function exception(one: Static<typeof Attention>) {
  return {
    kind: one.kind,
    count: one.count,
    plan_id: one.plan_id,
    plan: quoteName(one.plan_label),
    route_id: one.route_id,
    route: quoteName(one.route_label),
    stop_id: one.stop_id,
    stop: quoteName(one.stop_label),
    minutes: minutes(one.seconds),
    reason: quoteName(one.reason),
    driver_wrote: quote(one.comments),
  }
}

export const find = tool({
  name: 'find',
  title: 'Find anything',
  description:
    'Finds stops, parcels, plans, vehicles and clients by what a person says: a name, an id, an external id, a barcode, a phone number, a plate.',
  kind: 'reads',
  looks: ['findAnything'],
  input: Type.Object({
    text: words('What is looked for.'),
    project_id: Type.Optional(projectId()),
    kind: Type.Optional(oneOf(['stop', 'plan', 'vehicle', 'client'], 'Only records of this kind.')),
  }),
  async run({ text, project_id, kind }, { call }) {
    const { findings } = await call('findAnything', { query: { text, project_id, limit: 50 } })
    const wanted = findings.filter((finding) => kind === undefined || finding.kind === kind).slice(0, 20)
    return {
      found: wanted.map((entry) => ({
        kind: entry.kind,
        id: entry.id,
        name: quoteName(entry.title),
        about: quoteName(entry.subtitle),
        matched: entry.matched,
        plan_id: entry.plan_id,
        plan: quoteName(entry.plan_label),
        date: entry.date?.slice(0, 10),
        status: entry.status,
      })),
    }
  },
})
