// The risks of the plan on the screen: asked for when it changed, and shown by several views.
import * as operations from '@routewright/client/operations'
import type { PlanRisk, StopRisk } from '@routewright/contract'
import { usePlanData, usePlanStore } from '../../plan/plan-store.ts'
import { useShownPlan } from '../../plan/proposal.ts'
import { useAnswer } from '../../shell/use-answer.ts'

/** A stop that is late on at least this many days has no slack worth the name. */
const riskyFrom = 0.1

/** Risks by stop id. Undefined while the plan is being played, and where a proposal is shown: risks are told of the plan itself. */
export function usePlanRisk(): ReadonlyMap<string, StopRisk> | undefined {
  const data = usePlanData()
  const isItself = useShownPlan() === data
  const revision = usePlanStore(({ editor }) => editor?.revision)
  const { plan, routes } = data
  const { data: risks } = useAnswer(
    planRiskKey(plan.id, revision),
    operations.getPlanRisk,
    { plan_id: plan.id },
    { how: { once: true }, enabled: revision !== undefined && routes.length > 0, select: byStop, ...kept },
  )
  return isItself ? risks : undefined
}

/** The plan as a whole; with a run, as its result would leave it. */
export function usePlayedPlan(runId: string | undefined): PlanRisk | undefined {
  const { plan } = usePlanData()
  const revision = usePlanStore(({ editor }) => editor?.revision)
  // A result stays what it is until it is applied, and is gone when the plan changes by it.
  const key = runId === undefined ? planRiskKey(plan.id, revision) : ['plan-risk', plan.id, 'run', runId]
  const input = { plan_id: plan.id, ...(runId !== undefined && { run_id: runId }) }
  const { data } = useAnswer(key, operations.getPlanRisk, input, kept)
  return data
}

/** The same days for all readers: a response stays valid until the plan changes. */
export const kept = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

export function planRiskKey(planId: string, revision: number | undefined) {
  return ['plan-risk', planId, revision] as const
}

function byStop({ routes }: PlanRisk): ReadonlyMap<string, StopRisk> {
  return new Map(routes.flatMap(({ stops }) => stops.map((stop) => [stop.stop_id, stop] as const)))
}

/** Days out of ten on which it is late, at least one; undefined where it hardly ever is. */
export function lateDaysOfTen(risk: StopRisk | undefined): number | undefined {
  return risk && risk.late_chance >= riskyFrom ? Math.max(1, Math.round(10 * risk.late_chance)) : undefined
}
