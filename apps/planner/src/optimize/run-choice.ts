// Choices for a search, and their initial values.
import type { OptimizationMode, OptimizationOptions } from '@routewright/contract'
import type { PlanData } from '../plan/plan-data.ts'

export interface RunChoice {
  mode: OptimizationMode
  /** How evenly work is shared, 0 to 1. */
  balance: number
  /** How much routes keep to areas of their own, 0 to 1. */
  compact: number
  /** How much stops go to drivers who know their places, 0 to 1. */
  familiar: number
  keep: number
  /** How much time is to be left before windows close, 0 to 1. */
  slack: number
  /** The time limit; an empty field leaves it to the service to stop when more time gains little. */
  seconds: string | number
  minimise_vehicles: boolean
  allow_late: boolean
}

/**
 * Returns what a search begins with. While the day runs and stops are unassigned, they are only inserted into the routes, because
 * the drivers already have them; in all other cases everything is planned anew.
 */
export function firstChoice({ plan, routes, unassigned }: PlanData): RunChoice {
  const isRunningDay = unassigned.length > 0 && routes.length > 0 && plan.status === 'in_progress'
  return {
    mode: isRunningDay ? 'insert_only' : 'from_scratch',
    balance: 0,
    compact: 0,
    familiar: 0,
    keep: 0,
    slack: plan.optimizer_config?.slack ?? 0,
    seconds: '',
    minimise_vehicles: plan.optimizer_config?.minimise_vehicles ?? false,
    allow_late: plan.optimizer_config?.allow_late ?? false,
  }
}

/** Returns the call's body. The result is held until somebody applies it; wishes that the mode cannot follow are left out. */
export function runOptions(choice: RunChoice, { plan }: Pick<PlanData, 'plan'>): OptimizationOptions {
  const { mode, balance, compact, familiar, keep, seconds, slack, minimise_vehicles, allow_late } = choice
  const isAnew = mode === 'from_scratch'
  const options: OptimizationOptions = {
    mode,
    hold: true,
    alternatives: isAnew,
    config: { ...plan.optimizer_config, slack, minimise_vehicles, allow_late },
  }
  if (seconds !== '') options.config = { ...options.config, time_limit_seconds: Number(seconds) }
  if (balance > 0) options.balance = balance
  if (isAnew && compact > 0) options.compact = compact
  if (isAnew && keep > 0) options.keep = keep
  if (mode !== 'keep_assignment' && familiar > 0) options.familiar = familiar
  return options
}
