// What is learned of speeds, and whether it is better than the week that was used: tried on days that were left out.
import type { WeekTraffic } from '@routewright/roads'
import { isBetter, type Trial } from './learn-service.ts'
import { expectedSeconds, fitWeek, isDrive, type Leg } from './speed-model.ts'

export interface LearnedSpeeds {
  /** As of service times: too little to try anything, no better than the week before, or better. */
  state: 'learned' | 'thin' | 'no_better'
  legs: number
  days: number
  trial: Trial
  week: WeekTraffic
}

const FOLDS = 5
const FEWEST_DAYS = 3
const FEWEST_LEGS = 100

/** Fits a week to all legs that are drives, and five times to a part of the days to try it on the others. O(legs). */
export function learnSpeeds(all: readonly Leg[], before: WeekTraffic): LearnedSpeeds {
  const legs = all.filter((leg) => isDrive(leg, before))
  const days = [...new Set(legs.map(({ day }) => day))].sort()
  const trial: Trial = { visits: 0, given: 0, learned: 0 }
  const facts = { legs: legs.length, days: days.length, trial }
  if (days.length < FEWEST_DAYS || legs.length < FEWEST_LEGS) return { state: 'thin', ...facts, week: before }
  const foldOf = new Map(days.map((day, index) => [day, index % FOLDS]))
  for (let fold = 0; fold < Math.min(FOLDS, days.length); fold++) {
    const week = fitWeek(
      legs.filter(({ day }) => foldOf.get(day) !== fold),
      before,
    )
    for (const leg of legs) {
      if (foldOf.get(leg.day) !== fold) continue
      trial.visits++
      trial.given += Math.abs(leg.seconds - expectedSeconds(before, leg))
      trial.learned += Math.abs(leg.seconds - expectedSeconds(week, leg))
    }
  }
  return { state: isBetter(trial) ? 'learned' : 'no_better', ...facts, week: fitWeek(legs, before) }
}
