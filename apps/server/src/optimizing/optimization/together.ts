// Several routes of one driver in one optimization: planned one after the other where the routes found together exceed what the law allows.
import {
  type EarlierRoute,
  evaluate,
  type Problem,
  type Route,
  recordActivities,
  type Solution,
} from '@routewright/solver'
import type { PlanProblem } from '../../planning/modelling/plan-problem.ts'

/** Most searches of a plan: the largest number of routes that one driver has. */
export function mostPasses({ shared }: Pick<PlanProblem, 'shared'>): number {
  return Math.max(1, ...shared.map(({ vehicles }) => vehicles.length))
}

/**
 * Returns the next problem to search: each driver's earlier routes stay as found, and the first one that exceeds the law after
 * them is planned again with the hours they leave. Undefined where every driver's routes are lawful.
 */
export function nextPass({ shared }: PlanProblem, problem: Problem, { routes }: Solution): Problem | undefined {
  const listStops = (v: number) => routes.find(({ vehicle }) => vehicle === v)?.stops ?? []
  const vehicles = [...problem.vehicles]
  const kept = new Set<number>()
  let isBroken = false
  for (const { vehicles: turn, rulesBehind } of shared) {
    const earlier: EarlierRoute[] = []
    let isOpen = true
    for (const [index, v] of turn.entries()) {
      const { drivingRules: _, ...vehicle } = vehicles[v]!
      const drivingRules = rulesBehind(v, earlier)
      const before = evaluate(problem, v, listStops(v))
      vehicles[v] = { ...vehicle, ...(drivingRules && { drivingRules }) }
      if (!isOpen) continue
      const found = evaluate({ ...problem, vehicles: vehicles.with(v, vehicles[v]) }, v, listStops(v))
      if (isWorse(found, before)) {
        isBroken = true
        isOpen = false
      } else if (index < turn.length - 1) {
        kept.add(v)
        if (found.stops.length > 0) earlier.push(asEarlier(problem, v, found))
      }
    }
  }
  if (!isBroken) return undefined
  const held = vehicles.map((vehicle, v) => {
    return kept.has(v) ? { ...vehicle, pinned: [], pinnedPrefix: listStops(v), isLocked: true } : vehicle
  })
  return { ...problem, vehicles: held }
}

function isWorse({ violations: found }: Route, { violations: before }: Route): boolean {
  const amount = (all: Route['violations']) => all.reduce((sum, violation) => sum + violation.amount, 0)
  return found.length > before.length || amount(found) > amount(before) + 1
}

function asEarlier(problem: Problem, v: number, route: Route): EarlierRoute {
  const vehicle = problem.vehicles[v]!
  const loading = vehicle.departureSeconds === undefined ? (vehicle.spent?.seconds ?? 0) : 0
  const whole = (seconds: number) => Math.round(seconds)
  return {
    beganSeconds: whole(route.startSeconds - loading),
    endedSeconds: whole(route.endSeconds),
    record: [
      { kind: 'work', seconds: loading },
      ...recordActivities(problem, route).map(({ kind, seconds }) => ({ kind, seconds: whole(seconds) })),
    ],
  }
}
