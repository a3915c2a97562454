/** Parameters of the annealing, chosen by the kind of problem. */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'

/**
 * Routes count as long from this many stops per route. Then many routes are often shorter than few, and the order within a route matters as
 * much as the choice of the route.
 */
export const longRoute = 20

export interface AnnealSettings {
  /** Stops removed per step, on average. */
  averageRemoved: number
  /** Longest string removed from one route. */
  longestString: number
  /** First and last temperature as factors of the mean cost of a leg. */
  startTemperature: number
  endTemperature: number
  /** Number of coolings from start to end temperature, for a search by annealing alone (cooling.ts). */
  coolings: number
  /** Steps per stop from which the full start temperature pays; with fewer, a search starts cooler (cooling.ts). */
  fullStepsPerStop: number
  /**
   * Share of an empty vehicle's price that counts while the first plan is built. Below 1 the construction opens too many routes. The search
   * then merges them, which is easier than opening missing ones. Used only for pairs on long routes.
   */
  openingFactor: number
  /**
   * For plans whose route durations are limited but cost nothing. Half of the steps then price a second of duration at up to this share of
   * the price of a second's drive, so that routes do not waste time that later stops need. 0: never.
   */
  timePrice: number
  /** Uses the compiled steps (lean-steps.ts) where they support the plan; they find the same plans, faster. */
  isCompiled: boolean
}

/**
 * Settings for a model. With time windows, a stop often fits on another route only after others have made room for it, so more stops are
 * removed at a time, and such plans start hotter when there are enough steps to cool down again.
 */
export function annealSettings(model: Model): AnnealSettings {
  const { hasWindows, isLean, hasShipments } = model.features
  return {
    averageRemoved: isLean && hasWindows ? 12 : 10,
    longestString: 10,
    startTemperature: hasWindows && !(isLean && hasShipments) ? 2 : 1,
    fullStepsPerStop: hasWindows && isLean && !hasShipments ? 6000 : 1500,
    endTemperature: hasWindows && !isLean ? 0.005 : 0.02,
    coolings: 1,
    openingFactor: model.features.hasWindows ? 0.15 : 0.3,
    timePrice: model.stopCount >= leastTimedStops && isTimeFree(model) ? 0.3 : 0,
    isCompiled: true,
  }
}

/** From this many stops on, pricing time helps; smaller plans become as good without it. */
const leastTimedStops = 300
/** Whether durations are limited but cost nothing. */
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
