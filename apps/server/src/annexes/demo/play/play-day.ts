// Prepares a demo plan for simulated drivers: a day that has not begun, sent routes, links.

import { getProject } from '../../../accounts/projects/projects.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import { listRoutesOfPlan } from '../../../data/routes.sql.ts'
import { createLinkToShow, dispatchRoute, listDispatches } from '../../../field/dispatch/dispatch.ts'
import { apiError, invalidPayload } from '../../../frame/platform/api-error.ts'
import { momentOfPlanDay } from '../../../frame/platform/local-time.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { updatePlan } from '../../../planning/full-plans/full-plans.ts'
import { planSettings } from '../../../planning/modelling/settings.ts'
import { getTravelClass } from '../../../planning/modelling/travel-class.ts'
import { getPlan } from '../../../planning/plans/plans.ts'
import { getStop } from '../../../planning/stops/stops.ts'
import type { World } from './simulated-driver.ts'

const beforeStartSeconds = 300
const dayMilliseconds = 86_400_000

/**
 * Moves a day that should have begun to a later date, and sends its routes. Returns when it begins. Throws 404,
 * highway.plan.error.{draft,finished}.
 */
export async function prepareDay(services: Services, planId: string): Promise<Date> {
  const begins = await asDemo(services, (scope) => moveAhead(scope, planId))
  const routes = await unfinishedRoutes(services, planId)
  const sent = await asDemo(services, (scope) => listDispatches(scope, planId))
  for (const { id, email } of routes) {
    if (!email || sent.some(({ route_id }) => route_id === id)) continue
    const hasSms = services.sms.isAvailableTo(services.trial.organizationId!)
    await asDemo(services, (scope) => dispatchRoute(scope, id, hasSms))
  }
  return begins
}

async function moveAhead(scope: Scope, planId: string): Promise<Date> {
  const plan = await getPlan(scope, planId)
  if (plan.status === 'finished') throw apiError('highway.plan.error.finished', { id: plan.id })
  const project = await getProject(scope, plan.project_id)
  const routes = (await listRoutesOfPlan(scope, plan.id)).filter(({ planned_start_time: at }) => at !== null)
  const seconds = Math.min(...routes.map(({ planned_start_time }) => planned_start_time!)) - beforeStartSeconds
  if (!Number.isFinite(seconds)) throw invalidPayload('plan_id', 'names a plan without routes; optimize it first')
  // A day on which somebody is driving already continues unchanged.
  if (routes.some(({ status }) => status !== 'not_started')) return scope.now
  const begins = momentOfPlanDay(seconds, plan.execution_date, project.timezone)
  const days = Math.ceil((scope.now.getTime() - begins.getTime()) / dayMilliseconds)
  if (days <= 0) return begins
  const date = new Date(plan.execution_date.getTime() + days * dayMilliseconds)
  await updatePlan(scope, plan.id, { execution_date: date.toISOString() })
  return momentOfPlanDay(seconds, date, project.timezone)
}

/** The routes that have something left to drive. */
export async function unfinishedRoutes(services: Services, planId: string): Promise<RouteRow[]> {
  const routes = await asDemo(services, (scope) => listRoutesOfPlan(scope, planId))
  return routes.filter(({ status, planned_start_time }) => status !== 'finished' && planned_start_time !== null)
}

/** Calls the drivers' interface with the token of a link, as a phone does. */
export type PhoneCall = (
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<{ status: number; text: string }>

/** The world of one driver: the drivers' interface by a link of the route's own, and the roads. */
export async function createWorld(services: Services, call: PhoneCall, route: RouteRow): Promise<World> {
  const { public_link } = await asDemo(services, (scope) => createLinkToShow(scope, route.id))
  const token = public_link.split('/d/')[1]!
  const settings = await asDemo(services, async (scope) =>
    planSettings(await getPlan(scope, route.plan_id), await getProject(scope, route.project_id)),
  )
  return {
    async send<Answer>(method: 'GET' | 'POST', path: string, body?: object) {
      const { status, text } = await call(token, method, `/driver/v1${path}`, body)
      if (status < 300) return JSON.parse(text) as Answer
      throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`)
    },
    async findWay(from, to) {
      const { legSeconds, polyline } = await services.travel.best.path([from, to], getTravelClass(route, settings))
      return { polyline, legSeconds: legSeconds.map((seconds) => seconds * settings.travelFactor) }
    },
    askPin: (stopId) => asDemo(services, async (scope) => (await getStop(scope, stopId)).pin ?? undefined),
  }
}

function asDemo<T>(services: Services, work: (scope: Scope) => Promise<T>): Promise<T> {
  return transactAs(services, systemCaller(services.trial.organizationId!), work)
}
