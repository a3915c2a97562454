// Replays past days one after the other: as driven, and optimized anew with what is other.
import type { Replay, ReplayDay, ReplayInput } from '@routewright/contract'
import { findPlanRow, listPlansOfDays, type PlanOfDay } from '../../data/plans.sql.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { WhatIfRow } from '../../data/what-if-table.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import { getWeekday } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { depots } from '../../planning/depots/depots.ts'
import { hasPrice } from '../../planning/modelling/costs.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { findVehicles } from '../../planning/vehicles/vehicles.ts'
import { type ComparedSearch, compareDay } from './compare-day.ts'
import { isOnRoads } from './day-figures.ts'
import { readDay } from './read-day.ts'
import { drivenOrder, findRecorded, isDriven, isWork, otherVehicles } from './replay-day.ts'
import type { TrialDay } from './trial.ts'
import type { TrialRun } from './try-fleets.ts'

export interface FoundReplay {
  days: ReplayDay[]
  assumptions: NonNullable<Replay['assumptions']>
}

/** The plans of the days, drafts apart, the earliest first. */
export async function listReplayed(scope: Scope, projectId: string, input: ReplayInput): Promise<PlanOfDay[]> {
  const plans = await listPlansOfDays(scope, projectId, startInstant(input.from), startInstant(input.to))
  const { weekdays = [] } = input
  return plans
    .filter(({ status }) => status !== 'draft')
    .filter(({ execution_date }) => weekdays.length === 0 || weekdays.includes(getWeekday(execution_date)))
    .toSorted((a, b) => a.execution_date.getTime() - b.execution_date.getTime() || (a.id < b.id ? -1 : 1))
}

/** Throws TravelError; rejects when the signal ends it. A plan that is deleted meanwhile is left out. */
export async function replayDays(row: WhatIfRow, run: TrialRun): Promise<FoundReplay> {
  const input = row.asked as ReplayInput
  const plans = await run.inTransaction((scope) => listReplayed(scope, row.project_id, input))
  const found: FoundReplay = { days: [], assumptions: { ...noneYet, roads: plans.length > 0 } }
  for (const [index, { id }] of plans.entries()) {
    const read = await run.inTransaction((scope) => readPast(scope, id, input))
    if (read)
      await replayDay(read, { seconds: input.seconds, days: plans.length }, found, {
        ...run,
        onProgress: (part) => run.onProgress((index + part) / plans.length),
      })
    run.onProgress((index + 1) / plans.length)
  }
  return found
}

const noneYet = { driven: 0, canceled: 0, learned_stops: 0, roads: true, by_hour: false, priced: false }

interface PastDay {
  date: string
  plan_id: string
  label: string | null
  day: TrialDay
  before: RouteWithStops[]
  vehicles: RouteRow[]
  isDriven: boolean
  canceled: number
  recorded: ReplayDay['recorded']
}

async function readPast(scope: Scope, planId: string, input: ReplayInput): Promise<PastDay | undefined> {
  const plan = await findPlanRow(scope, planId)
  if (!plan) return undefined
  const { day, routes, rows } = await readDay(scope, plan, {}, { keepsLocked: false })
  const wanted = new Set(rows.flatMap((row) => (isWork(row) ? row.id : [])))
  const byRoute = Map.groupBy(rows.filter(isWork), ({ route_id }) => route_id)
  const vehicles = await findVehicles(
    scope,
    (input.added ?? []).map(({ vehicle_id }) => vehicle_id),
  )
  const depot = input.depot_id === undefined ? undefined : await depots.get(scope, input.depot_id)
  return {
    date: plan.execution_date.toISOString().slice(0, 10),
    plan_id: plan.id,
    label: plan.label,
    day: { ...day, stops: day.stops.filter(({ id }) => wanted.has(id)) },
    before: routes.map(({ route }) => ({ route, stops: drivenOrder(byRoute.get(route.id) ?? []) })),
    vehicles: otherVehicles(scope, plan, routes, { input, vehicles, depot }),
    isDriven: isDriven(rows),
    canceled: rows.length - wanted.size,
    recorded: findRecorded(await listRoutesOfPlan(scope, plan.id)),
  }
}

async function replayDay(past: PastDay, search: ComparedSearch, found: FoundReplay, run: TrialRun): Promise<void> {
  const { day, before, vehicles, recorded } = past
  if (day.stops.length === 0) return
  const figures = await compareDay(past, search, run)
  found.days.push({
    date: past.date,
    plan_id: past.plan_id,
    is_driven: past.isDriven,
    ...figures,
    ...(past.label !== null && { label: past.label }),
    ...(recorded && { recorded }),
  })
  const { assumptions } = found
  assumptions.driven += past.isDriven ? 1 : 0
  assumptions.canceled += past.canceled
  assumptions.learned_stops += day.stopSpreads.size
  assumptions.roads &&= isOnRoads(figures.before) && isOnRoads(figures.after)
  assumptions.by_hour ||= day.context.settings.traffic !== undefined
  assumptions.priced ||= [...vehicles, ...before.map(({ route }) => route)].some(hasPrice)
}
