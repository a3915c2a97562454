/** Numbers that shape the annealing, chosen by the kind of problem. */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'

export interface AnnealSettings {
  /** Stops removed per step, on average. */
  averageRemoved: number
  /** Longest string taken from one route. */
  longestString: number
  /** First and last temperature as factors of the mean cost of a leg. */
  startTemperature: number
  endTemperature: number
  /** Part of an empty vehicle's price that counts in construction: too many routes at first find the right number by merging. */
  openingFactor: number
  /**
   * Where durations are limited but cost nothing, half of the steps put stops back as if a second cost up to this part of what a
   * second's drive does: routes keep time for what comes.
   */
  timePrice: number
}

/**
 * Time windows make valleys deep: stops must pass through bad places to change routes. Plans with windows lose more stops at a
 * time, and start hotter under rich rules, where routes cannot exchange their tails.
 */
export function annealSettings(model: Model): AnnealSettings {
  const { hasWindows, isLean } = model.features
  return {
    averageRemoved: isLean && hasWindows ? 12 : 10,
    longestString: 10,
    startTemperature: hasWindows && !isLean ? 2 : 1,
    endTemperature: hasWindows && !isLean ? 0.005 : 0.02,
    openingFactor: model.features.hasWindows ? 0.15 : 0.3,
    timePrice: model.stopCount >= leastTimedStops && isTimeFree(model) ? 0.3 : 0,
  }
}

/** Smaller plans find the same by themselves, and are done when the price has just been forgotten. */
const leastTimedStops = 300
/** Durations matter, but nothing is paid for them. */
function isTimeFree(model: Model): boolean {
  return model.features.isLean && model.features.hasDuration && model.costPerSecond.every((cost) => cost === 0)
}

/** Mean cost of a second's drive between near stops. */
export function priceOfDriving(model: Model, neighbours: Neighbours): number {
  const { stopCount, nodeCount, classOf, costPerMeter, costPerTravelSecond } = model
  const { insert, insertSize } = neighbours
  const meters = model.meters[classOf[0]!]!
  const seconds = model.seconds[classOf[0]!]!
  let cost = 0
  let time = 0
  for (let cell = 0; cell < stopCount * insertSize; cell++) {
    if (insert[cell]! < 0) continue
    const leg = Math.floor(cell / insertSize) * nodeCount + insert[cell]!
    cost += costPerMeter[0]! * meters[leg]! + costPerTravelSecond[0]! * seconds[leg]!
    time += seconds[leg]!
  }
  return time === 0 ? 0 : cost / time
}
