// The plans that a run looks for beside the cheapest: what each is asked for, and which of them tell a dispatcher anything new.
import type { PlanGoal } from '@routewright/contract'
import type { RunRow } from '../../data/optimization-tables.ts'
import type { TravelMatrix } from '../../geography/travel/travel.ts'
import type { AlternativeGoal } from '../solving/solve.worker.ts'
import type { PreparedPlan } from './problem.ts'

/** Weight of evenness for the even plan: half as much again as the middle of the panel's slider. */
const evenWeight = 1.5

/** Returns what to search for beside the plan of the settings; empty where the run did not ask for it or nobody could choose. */
export function alternativeGoals(
  run: Pick<RunRow, 'hold' | 'mode'>,
  { settings, planProblem }: Pick<PreparedPlan, 'settings' | 'planProblem'>,
  matrix: TravelMatrix,
): AlternativeGoal[] {
  const isWanted = run.hold && run.mode === 'from_scratch' && settings.wantsAlternatives
  if (!isWanted || planProblem.vehicles.length < 2) return []
  const goals: AlternativeGoal[] = []
  if (settings.balanceWeight === 0) {
    const { balanceStopsWeight } = planProblem.options(matrix, { ...settings, balanceWeight: evenWeight })
    goals.push({ goal: 'even', options: { balanceStopsWeight } })
  }
  if (!settings.minimiseVehicles) goals.push({ goal: 'fewest_vehicles', options: { minimiseVehicles: true } })
  return goals
}

/** Figures that an alternative is judged by. */
export interface GoalFigures {
  after: { routes: number; unassigned: number; late_stops: number }
  routes: readonly { after: { stops: number } }[]
}

/** Returns whether the plan comes nearer to its goal than the cheapest, and serves as many stops in time. */
export function isWorthShowing(goal: PlanGoal, plan: GoalFigures, cheapest: GoalFigures): boolean {
  const { unassigned, late_stops, routes } = plan.after
  if (unassigned > cheapest.after.unassigned || late_stops > cheapest.after.late_stops) return false
  if (goal === 'fewest_vehicles') return routes < cheapest.after.routes
  return goal === 'even' && spread(plan) < spread(cheapest)
}

/** Stops of the fullest route beyond those of the emptiest that is used. */
function spread({ routes }: GoalFigures): number {
  const used = routes.map(({ after }) => after.stops).filter((stops) => stops > 0)
  return used.length === 0 ? 0 : Math.max(...used) - Math.min(...used)
}
