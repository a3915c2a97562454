/** Compiles driving rules: the remainder of each limit, and every break that may be worth taking. */

import type { BreakRule, BreakTotal, DrivingLimit } from '../driving-rules.ts'
import type { Vehicle } from '../problem.ts'
import { unlimited } from './model.ts'

/** Compiled driving rules of one vehicle. */
export interface CompiledRules {
  breaks: readonly Required<BreakRule>[]
  totals: readonly Required<BreakTotal>[]
  /** Remaining seconds of driving, of work (without and with waiting), and of the span from start to end. */
  drivingLeft: number
  workLeft: number
  workAndWaitLeft: number
  spanLeft: number
  /** Latest end of the route, when the span began before it; otherwise `unlimited`. */
  spanEnd: number
  /** End of the rest period before the route. */
  restUntil: number
  /** Lengths of breaks and of their parts, shortest first. */
  lengths: readonly number[]
  /** Driving or work was done since the last break, so the route may begin with one. */
  hasSpent: boolean
  /** Whether a break may be taken in parts. */
  isDivisible: boolean
}

/** Per vehicle; undefined for one without rules. */
export function compileDrivingRules(vehicles: readonly Vehicle[]): { drivingRules: (CompiledRules | undefined)[] } {
  return {
    drivingRules: vehicles.map((vehicle, index) => {
      if (!vehicle.drivingRules) return undefined
      return compileRules(vehicle.drivingRules, `vehicles[${index}].drivingRules`)
    }),
  }
}

function compileRules(rules: NonNullable<Vehicle['drivingRules']>, place: string): CompiledRules {
  validateRules(rules, place)
  const breaks = (rules.breaks ?? []).map((rule) => ({
    partSeconds: [],
    isAnyHalt: false,
    spentSeconds: 0,
    partsTaken: 0,
    ...rule,
  }))
  const totals = (rules.breakTotals ?? []).map((total) => ({ spentSeconds: 0, takenSeconds: 0, ...total }))
  const lengths = new Set<number>()
  for (const { breakSeconds, partSeconds, isAnyHalt } of breaks) {
    lengths.add(breakSeconds)
    if (!isAnyHalt) for (const seconds of partSeconds) lengths.add(seconds)
  }
  for (const { totalSeconds, leastPartSeconds } of totals) lengths.add(totalSeconds).add(leastPartSeconds)
  const hasBegun = ({ counts, beganSeconds }: DrivingLimit) => counts === 'span' && beganSeconds !== undefined
  const left = (counts: DrivingLimit['counts'], isWaitWork?: boolean): number => {
    const limits = (rules.limits ?? []).filter(
      (limit) =>
        limit.counts === counts &&
        !hasBegun(limit) &&
        (isWaitWork === undefined || (limit.isWaitWork ?? false) === isWaitWork),
    )
    return Math.min(unlimited, ...limits.map(({ seconds, spentSeconds = 0 }) => Math.max(0, seconds - spentSeconds)))
  }
  return {
    breaks,
    totals,
    drivingLeft: left('driving'),
    workLeft: left('work', false),
    workAndWaitLeft: left('work', true),
    spanLeft: left('span'),
    spanEnd: Math.min(
      unlimited,
      ...(rules.limits ?? [])
        .filter(hasBegun)
        .map(({ beganSeconds = 0, seconds, spentSeconds = 0 }) => beganSeconds + Math.max(0, seconds - spentSeconds)),
    ),
    restUntil: rules.restUntilSeconds ?? 0,
    lengths: [...lengths].sort((a, b) => a - b),
    hasSpent: breaks.some(({ spentSeconds }) => spentSeconds > 0),
    isDivisible: breaks.some(({ partSeconds, isAnyHalt }) => partSeconds.length > 0 && !isAnyHalt),
  }
}

/** Requires whole, non-negative numbers, limits and breaks above 0, and parts that add up to the break. */
function validateRules(rules: NonNullable<Vehicle['drivingRules']>, place: string): void {
  const need = (value: number | undefined, least: number, name: string): void => {
    if (value !== undefined && !(Number.isInteger(value) && value >= least)) {
      throw new RangeError(`problem.${place}.${name} is ${value}: a whole number from ${least} on`)
    }
  }
  rules.breaks?.forEach((rule, index) => {
    const name = `breaks[${index}]`
    need(rule.afterSeconds, 1, `${name}.afterSeconds`)
    need(rule.breakSeconds, 1, `${name}.breakSeconds`)
    need(rule.spentSeconds, 0, `${name}.spentSeconds`)
    need(rule.partsTaken, 0, `${name}.partsTaken`)
    for (const seconds of rule.partSeconds ?? []) need(seconds, 1, `${name}.partSeconds`)
    const parts = rule.partSeconds?.length ?? 0
    if ((rule.partsTaken ?? 0) > 0 && rule.partsTaken! >= parts) {
      throw new RangeError(`problem.${place}.${name}.partsTaken is ${rule.partsTaken}: fewer than its ${parts} parts`)
    }
  })
  rules.breakTotals?.forEach((total, index) => {
    for (const [key, value] of Object.entries(total)) need(value, 0, `breakTotals[${index}].${key}`)
    need(total.leastPartSeconds, 1, `breakTotals[${index}].leastPartSeconds`)
  })
  rules.limits?.forEach((limit, index) => {
    need(limit.seconds, 0, `limits[${index}].seconds`)
    need(limit.spentSeconds, 0, `limits[${index}].spentSeconds`)
    need(limit.beganSeconds, Number.NEGATIVE_INFINITY, `limits[${index}].beganSeconds`)
  })
}
