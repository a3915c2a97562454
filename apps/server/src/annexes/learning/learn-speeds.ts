// Learns speeds, and tests on left-out days whether they are better than the week in use.
import type { WeekTraffic } from '@routewright/roads'
import { expectedSeconds, fitWeek, isDrive, type Leg } from './speed-model.ts'
import { countTrial, daysLeftOut, isBetter, listDays, newTrial, type Trial } from './trials.ts'

export interface LearnedSpeeds {
  /** The verdict, as for service times: too little data, no better than the week before, or better. */
  state: 'learned' | 'thin' | 'no_better'
  legs: number
  days: number
  trial: Trial
  week: WeekTraffic
}

const FEWEST_DAYS = 3
const FEWEST_LEGS = 100

/** Fits a week to all legs that are drives, and five times to a part of the days to try it on the others. O(legs). */
export function learnSpeeds(all: readonly Leg[], before: WeekTraffic): LearnedSpeeds {
  const legs = all.filter((leg) => isDrive(leg, before))
  const days = listDays(legs)
  const trial = newTrial()
  const facts = { legs: legs.length, days: days.length, trial }
  if (days.length < FEWEST_DAYS || legs.length < FEWEST_LEGS) return { state: 'thin', ...facts, week: before }
  for (const { known, leftOut } of daysLeftOut(legs, days)) {
    const week = fitWeek(known, before)
    for (const leg of leftOut) countTrial(trial, leg.seconds, expectedSeconds(before, leg), expectedSeconds(week, leg))
  }
  return { state: isBetter(trial) ? 'learned' : 'no_better', ...facts, week: fitWeek(legs, before) }
}
