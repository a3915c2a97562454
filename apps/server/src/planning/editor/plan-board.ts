// The plan as the editor reads it: thousands of stops, so each is sent once and common values only once for all.

import { planResource } from '../../data/resources/records.ts'
import { routeResource } from '../../data/resources/route.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listStopsOfPlan } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../plans/plans.ts'
import { buildStopRecords, findAttachments, type StopRecord } from '../stops/stops.ts'

type Fields = Record<string, unknown>

/** `{ ...common, ...stop }` is the whole stop. Throws 404, 403 as `getPlan`. */
export async function planBoard(scope: Scope, planId: string) {
  const [plan, rows, attachments, routeRows] = await Promise.all([
    getPlan(scope, planId),
    listStopsOfPlan(scope, planId),
    findAttachments(scope, { planId }),
    listRoutesOfPlan(scope, planId),
  ])
  const stops = await buildStopRecords(scope, rows, attachments)
  const routes = routeRows.map((route) => routeResource(route, plan))
  const common = listCommon(stops)
  return { plan: planResource(plan), routes, common, stops: stops.map((stop) => without(stop, common)) }
}

/** Fields that no stop lacks, with the value of the first, lists empty: left out where a stop has the same. */
function listCommon(stops: readonly StopRecord[]): Fields {
  const { id: _id, ...first } = stops[0] ?? {}
  const shared = Object.entries(first).filter(([field]) => stops.every((stop) => (stop as Fields)[field] !== undefined))
  return Object.fromEntries(shared.map(([field, value]) => [field, Array.isArray(value) ? [] : value]))
}

function without(stop: StopRecord, common: Fields): Fields {
  const own: Fields = {}
  for (const [field, value] of Object.entries(stop)) if (!isSame(value, common[field])) own[field] = value
  return own
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) return one.length === 0 && other.length === 0
  return one instanceof Date && other instanceof Date && one.getTime() === other.getTime()
}
