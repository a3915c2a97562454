// How slow or quick drivers drive, of others on the same day: from the ways of past days against their plans.
//
// The residual of a route's legs, after subtracting the usual of their hours and the day, is an effect of the driver, one of the route on that day, and luck. The
// driver's is drawn towards none by its evidence (Henderson 1975, as in service-model.ts). With one driver all of it is the usual.
import { clipper, computeRest, type DayPart, type KindHabits } from '../../planning/modelling/pace/day-pace.ts'
import { learnKind } from './learn-days.ts'
import { computeMean, median } from './service-model.ts'
import { countTrial, daysLeftOut, getTrial, listDays, newTrial, type Trial } from './trials.ts'

/** A way of a past day, and who drove it. */
export interface DrivenWay extends DayPart {
  /** YYYY-MM-DD */
  day: string
  driverId: string
}

/** On the time of every way: what it takes in the hands of one driver, times what it takes otherwise. */
export interface LearnedDriving {
  driverId: string
  factor: number
  ways: number
  /** Relative spread that contains half of the driver's legs: 0.15 for 15 %. */
  spread: number
  /** Day of the last way, YYYY-MM-DD. */
  lastSeen: string
  /** Errors without the driver's pace, and with it. */
  trial: Trial
  isBetter: boolean
}

const FEWEST_DAYS = 3
const FEWEST_WAYS = 30
const PASSES = 4

/** Empty where there is too little to say. O(ways × log ways). */
export function learnDriving(ways: readonly DrivenWay[]): LearnedDriving[] {
  const found = fitDriving(ways)
  if (!found) return []
  const trials = tryOnDaysLeftOut(ways)
  return [...Map.groupBy(ways, ({ driverId }) => driverId)].map(([driverId, own]) => {
    const effect = found.effects.get(driverId) ?? 0
    const misses = own.map((way) => Math.abs(Math.exp(computeRest(way, found.habits) - effect) - 1))
    const days = own.map(({ day }) => day).sort()
    const trial = trials.get(driverId) ?? newTrial()
    const isSeen = own.length >= FEWEST_WAYS && new Set(days).size >= FEWEST_DAYS
    return {
      driverId,
      factor: Math.exp(effect),
      ways: own.length,
      spread: median(misses) ?? 0,
      lastSeen: days.at(-1)!,
      trial,
      isBetter: isSeen && trial.learned < trial.given,
    }
  })
}

interface FittedDriving {
  habits: KindHabits
  effects: ReadonlyMap<string, number>
}

function tryOnDaysLeftOut(ways: readonly DrivenWay[]): Map<string, Trial> {
  const trials = new Map<string, Trial>()
  for (const { known, leftOut } of daysLeftOut(ways, listDays(ways))) {
    const found = fitDriving(known)
    if (!found) continue
    for (const { driverId, seconds, plannedSeconds, hour } of leftOut) {
      const usual = plannedSeconds * Math.exp(found.habits.usual[hour]!)
      countTrial(getTrial(trials, driverId), seconds, usual, usual * Math.exp(found.effects.get(driverId) ?? 0))
    }
  }
  return trials
}

/** The ways of one route on its day. */
interface Tour {
  day: string
  driverId: string
  mean: number
  /** Variance of the mean by luck. */
  luck: number
}

/** Effects of drivers and days in turn, each with the other taken off. */
function fitDriving(ways: readonly DrivenWay[]): FittedDriving | undefined {
  const habits = learnKind(ways)
  if (!habits) return undefined
  const tours = listTours(ways, habits)
  const drivers = Map.groupBy(tours, ({ driverId }) => driverId)
  const days = Map.groupBy(tours, ({ day }) => day)
  let effects = new Map<string, number>()
  for (let pass = 0; pass < PASSES; pass++) {
    const ofDay = new Map(
      [...days].map(([day, own]) => [
        day,
        computeMean(own.map((tour) => tour.mean - (effects.get(tour.driverId) ?? 0))),
      ]),
    )
    effects = computeEffects([...drivers], (tour) => tour.mean - ofDay.get(tour.day)!)
  }
  return { habits, effects }
}

function listTours(ways: readonly DrivenWay[], habits: KindHabits): Tour[] {
  return [...Map.groupBy(ways, ({ day }) => day)].flatMap(([day, ofDay]) => {
    const clip = clipper(
      ofDay.map((way) => computeRest(way, habits)),
      habits,
    )
    const routes = Map.groupBy(ofDay, ({ routeId, driverId }) => `${routeId} ${driverId}`)
    return [...routes.values()].map((own) => ({
      day,
      driverId: own[0]!.driverId,
      luck: habits.ofParts / own.length,
      mean: computeMean(own.map((way) => clip(computeRest(way, habits)))),
    }))
  })
}

function computeEffects(drivers: readonly [string, readonly Tour[]][], restOfTour: (tour: Tour) => number) {
  const seen = drivers.map(([driverId, tours]) => {
    const rests = tours.map(restOfTour)
    const mean = computeMean(rests)
    const squares = rests.reduce((sum, rest) => sum + (rest - mean) ** 2, 0)
    return { driverId, tours: tours.length, mean, squares, luck: computeMean(tours.map(({ luck }) => luck)) }
  })
  const freedom = seen.reduce((sum, { tours }) => sum + tours - 1, 0)
  const within = Math.max(
    computeMean(seen.map(({ luck }) => luck)),
    seen.reduce((sum, { squares }) => sum + squares, 0) / Math.max(1, freedom),
  )
  const noise = computeMean(seen.map(({ tours }) => within / tours))
  // Drivers are meant of each other: their mean is the usual.
  const middle = computeMean(seen.map(({ mean }) => mean))
  const between = computeMean(seen.map(({ mean }) => (mean - middle) ** 2)) - noise
  return new Map(
    seen.map(({ driverId, tours, mean }) => [
      driverId,
      between > 0 ? ((mean - middle) * between) / (between + within / tours) : 0,
    ]),
  )
}
