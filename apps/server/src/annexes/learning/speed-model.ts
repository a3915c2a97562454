// How much longer roads take at which hour, learned from the legs between reported visits: a week of factors by group of roads, drawn towards the
// week that was used before as far as the evidence of an hour is thin.
//
// The logarithm of (driven seconds / seconds by the week before) is a sum of effects: of everything, of the hour, and of each group of roads
// at the hour times its share of the leg; beside them, to be taken off and forgotten, those of the vehicle and of the day (rain). Found by backfitting,
// each effect as a ridge estimate (Hoerl and Kennard, Ridge regression, 1970) whose weight against the evidence is the ratio of the variances
// (Henderson 1975). Legs with a halt in them count less (Huber 1964).

import { HOURS_OF_WEEK, LEAST_FACTOR, MIX_SHARES, MOST_FACTOR, ROAD_GROUPS, type WeekTraffic } from '@routewright/roads'

/** A way from one visit to the next, as it was driven. */
export interface Leg {
  day: string
  vehicleId: string
  /** Hour of the week in the project's time zone, Monday 0:00 first, at the middle of the leg; 0 to 167. */
  hour: number
  /** Seconds by the map, without traffic. */
  plainSeconds: number
  /** See MIX_SHARES. */
  mix: number
  /** From the report of the last visit to the arrival at the next. */
  seconds: number
}

/** Standard deviations that effects are believed to have before anything is seen, of logarithms. */
const EFFECT = { general: 0.3, nuisance: 0.12, hour: 0.2, groupAtHour: 0.2 }
const PASSES = 12
const HUBER = 1.2
/** Legs that are quicker or slower than the week before by more than this are no drive from one to the other. */
const MOST_RATIO = 3
const SHORTEST_SECONDS = 45

/** Whether the leg says anything about roads. */
export function isDrive(leg: Leg, before: WeekTraffic): boolean {
  const ratio = leg.seconds / expectedSeconds(before, leg)
  return leg.plainSeconds >= SHORTEST_SECONDS && ratio < MOST_RATIO && ratio > 1 / MOST_RATIO
}

/** Seconds of the leg by a week, as if all of it were driven in its hour. */
export function expectedSeconds(week: WeekTraffic, { plainSeconds, mix, hour }: Leg): number {
  const shares = MIX_SHARES[mix]!
  return plainSeconds * ROAD_GROUPS.reduce((sum, group) => sum + shares[group] * week[group][hour]!, 0)
}

/** The week that these legs and the week before make together. O(legs × passes). No legs give the week before. */
export function fitWeek(legs: readonly Leg[], before: WeekTraffic): WeekTraffic {
  const cells = legs.map(({ hour }) => getCell(hour))
  const rest = Float64Array.from(legs, (leg) => Math.log(leg.seconds / expectedSeconds(before, leg)))
  const shares = ROAD_GROUPS.map((group) => legs.map(({ mix }) => MIX_SHARES[mix]![group]))
  const ones = legs.map(() => 1)
  const everything = new Effects(
    legs.map(() => ''),
    ones,
    EFFECT.general,
  )
  const hours = new Effects(cells, ones, EFFECT.hour)
  const groups = shares.map((own) => new Effects(cells, own, EFFECT.groupAtHour))
  const nuisance = [legs.map(({ day }) => day), legs.map(({ vehicleId }) => vehicleId)].map(
    (keys) => new Effects(keys, ones, EFFECT.nuisance),
  )
  const weights = new Float64Array(legs.length)
  for (let pass = 0; pass < PASSES; pass++) {
    const noise = weigh(rest, weights)
    for (const effects of [everything, ...nuisance, hours, ...groups]) effects.improve(rest, weights, noise)
  }
  const factors = ROAD_GROUPS.map((group, at) =>
    Array.from({ length: HOURS_OF_WEEK }, (_, hour) => {
      const cell = getCell(hour)
      const change = everything.of('') + hours.of(cell) + groups[at]!.of(cell)
      return rounded(before[group][hour]! * Math.exp(change))
    }),
  )
  return { motorway: factors[0]!, main: factors[1]!, other: factors[2]! }
}

/** Workdays are alike, Saturdays and Sundays are their own. */
function getCell(hour: number): string {
  const day = Math.floor(hour / 24)
  return `${day < 5 ? 'workday' : day} ${hour % 24}`
}

function rounded(factor: number): number {
  return Math.round(100 * Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, factor))) / 100
}

/** One number a group, that counts in each leg by the leg's share. */
class Effects {
  private readonly keys: readonly string[]
  private readonly shares: readonly number[]
  private readonly deviation: number
  private readonly found = new Map<string, number>()

  constructor(keys: readonly string[], shares: readonly number[], deviation: number) {
    this.keys = keys
    this.shares = shares
    this.deviation = deviation
  }

  of(key: string): number {
    return this.found.get(key) ?? 0
  }

  /** Finds the numbers anew, all other effects held; `rest` is what is left of each leg. `noise` is its standard deviation. */
  improve(rest: Float64Array, weights: Float64Array, noise: number): void {
    const sums = new Map<string, { squares: number; products: number }>()
    for (const [at, key] of this.keys.entries()) {
      const share = this.shares[at]!
      rest[at]! += share * this.of(key)
      const sum = sums.get(key) ?? { squares: 0, products: 0 }
      sum.squares += weights[at]! * share * share
      sum.products += weights[at]! * share * rest[at]!
      sums.set(key, sum)
    }
    const against = (noise / this.deviation) ** 2
    for (const [key, { squares, products }] of sums) this.found.set(key, products / (squares + against))
    for (const [at, key] of this.keys.entries()) rest[at]! -= this.shares[at]! * this.of(key)
  }
}

/** Sets the weights of the legs and returns the standard deviation of the residuals. */
function weigh(rest: Float64Array, weights: Float64Array): number {
  const sizes = Float64Array.from(rest, Math.abs).sort()
  const noise = Math.max(0.01, 1.4826 * (sizes[sizes.length >> 1] ?? 0))
  for (const [at, own] of rest.entries()) weights[at] = Math.min(1, (HUBER * noise) / Math.max(1e-9, Math.abs(own)))
  return noise
}
