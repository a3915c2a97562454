// How long the work at a stop takes, learned from visits: factors on the given time for the project, the kind of stop, the load, a first
// visit, the client and the driver, each drawn towards no effect as far as its evidence is thin.
//
// The logarithm of (seconds in stop / given seconds) is a sum of effects, found by backfitting. Each group's effect is its mean times n / (n + k),
// k = variance within groups / variance between groups (Bühlmann and Straub, Glaubwürdigkeit für Schadensätze, 1970; as random effects: Henderson,
// Best linear unbiased estimation and prediction under a selection model, 1975). Visits that fit nowhere count less (Huber, Robust estimation of a
// location parameter, 1964). What logarithms give is the middle of what work takes, and long visits lie farther from it than short ones. A route is as long as the sum
// of its visits, so all is stretched by what that sum is longer on days left out (Duan, Smearing estimate: a nonparametric retransformation method, 1983).

import type { Visit } from './visits.ts'

/** Facts that a prediction depends on. */
export type ServiceFacts = Pick<Visit, 'clientId' | 'driverId' | 'type' | 'quantity' | 'isFirst' | 'givenSeconds'>

/** Levels from the general to the particular. */
export const levels = ['type', 'load', 'first', 'client', 'driver'] as const
export type Level = (typeof levels)[number]

/**
 * Decides what gets an effect that client and driver share because the same driver always comes. The client, where the driver is
 * not considered: its value suits whoever usually comes. The driver, where paces are used: clients' values then apply to an
 * average driver.
 */
export type FoundFirst = 'client' | 'driver'

export interface Effect {
  /** On the time that all levels before give. */
  factor: number
  visits: number
}

export interface ServiceModel {
  /** Factor of all visits of the project on the given time. */
  factor: number
  effects: Readonly<Record<Level, ReadonlyMap<string, Effect>>>
  /** Lower bounds of the bands of load; the first band, of no load, begins at 0. */
  loadBounds: readonly number[]
}

const ownFirst = ['type', 'load', 'first', 'driver', 'client'] as const satisfies readonly Level[]
const PASSES = 8
/** Residuals above this many robust standard deviations count less. */
const HUBER = 1.5
/** Residuals above this many of them are outliers: visits much longer than predicted. */
const LONGEST = 3
/** No factor of a whole prediction leaves these. */
const LEAST = 0.2
const MOST = 5
const SHORTEST_SECONDS = 30

/** O(visits × levels × passes). No visits give a model that changes nothing. */
export function fitServiceModel(visits: readonly Visit[], first: FoundFirst = 'client'): ServiceModel {
  const loadBounds = computeBounds(visits)
  const groups = levels.map((level) => groupBy(visits.map((visit) => findKey(level, visit, loadBounds))))
  const inTurn = first === 'client' ? groups : ownFirst.map((level) => groups[levels.indexOf(level)]!)
  const logs = Float64Array.from(visits, ({ secondsInStop, givenSeconds }) =>
    Math.log(secondsInStop / Math.max(SHORTEST_SECONDS, givenSeconds)),
  )
  let general = median([...logs]) ?? 0
  // Residual of each visit after subtracting all effects; updated as they change.
  const rest = logs.map((log) => log - general)
  const weights = new Float64Array(logs.length)
  for (let pass = 0; pass < PASSES; pass++) {
    weigh(rest, weights)
    const shift = weightedMean(rest, weights)
    general += shift
    for (let at = 0; at < rest.length; at++) rest[at]! -= shift
    for (const one of inTurn) improve(one, rest, weights)
  }
  const effects = Object.fromEntries(levels.map((level, index) => [level, publicEffects(groups[index]!)])) as Record<
    Level,
    Map<string, Effect>
  >
  return { factor: Math.exp(general), effects, loadBounds }
}

/** Returns by how much visits together took longer than predicted; outliers count as the longest visit that is none. 1 without visits. */
export function computeStretch(predicted: readonly { taken: number; learned: number }[]): number {
  const most = Math.exp(
    LONGEST * computeScale(Float64Array.from(predicted, (entry) => Math.log(entry.taken / entry.learned))),
  )
  const [taken, learned] = predicted.reduce(
    ([sum, all], entry) => [sum + Math.min(entry.taken, most * entry.learned), all + entry.learned],
    [0, 0],
  )
  return learned > 0 ? taken / learned : 1
}

/**
 * How slow or quick those are who come to each client, by client: the mean effect of the drivers of its visits, drawn towards none as far as a client does not
 * tell who comes. Times what the model says without a driver, it is what the work takes where nobody is known to come. O(visits).
 */
export function fitComers({ effects }: ServiceModel, visits: readonly Visit[]): Map<string, number> {
  const groups = groupBy(visits.map(({ clientId }) => clientId ?? undefined))
  const rest = Float64Array.from(visits, ({ driverId }) => Math.log(effects.driver.get(driverId ?? '')?.factor ?? 1))
  improve(groups, rest, new Float64Array(rest.length).fill(1))
  return new Map(groups.keys.map((clientId, at) => [clientId, Math.exp(groups.effects[at]!)]))
}

/** Seconds; the given ones times the factors of what is known. */
export function predictSeconds(model: ServiceModel, facts: ServiceFacts, without: readonly Level[] = []): number {
  const factor = levels.reduce((product, level) => {
    if (without.includes(level)) return product
    const key = findKey(level, facts, model.loadBounds)
    return product * (key === undefined ? 1 : (model.effects[level].get(key)?.factor ?? 1))
  }, model.factor)
  return Math.max(SHORTEST_SECONDS, facts.givenSeconds) * Math.min(MOST, Math.max(LEAST, factor))
}

/** The group of a visit on a level; undefined where it belongs to none. */
export function findKey(level: Level, facts: ServiceFacts, loadBounds: readonly number[]): string | undefined {
  switch (level) {
    case 'type':
      return facts.type
    case 'load':
      return String(loadBounds.findLastIndex((bound) => facts.quantity >= bound))
    case 'first':
      return facts.isFirst ? 'first' : undefined
    case 'client':
      return facts.clientId ?? undefined
    case 'driver':
      return facts.driverId ?? undefined
  }
}

/** The groups of one level. */
interface Groups {
  keys: string[]
  visits: number[]
  effects: Float64Array
  /** The group of each visit; -1 for none. */
  of: Int32Array
}

function groupBy(keys: readonly (string | undefined)[]): Groups {
  const places = new Map<string, number>()
  const visits: number[] = []
  const of = Int32Array.from(keys, (key) => {
    if (key === undefined) return -1
    const known = places.get(key)
    if (known !== undefined) {
      visits[known]!++
      return known
    }
    places.set(key, visits.length)
    return visits.push(1) - 1
  })
  return { keys: [...places.keys()], visits, effects: new Float64Array(visits.length), of }
}

function publicEffects({ keys, visits, effects }: Groups): Map<string, Effect> {
  return new Map(keys.map((key, at) => [key, { factor: Math.exp(effects[at]!), visits: visits[at]! }]))
}

/** No load, and the four quarters of what was carried; fewer where many loads are alike. */
function computeBounds(visits: readonly Visit[]): number[] {
  const loads = visits.flatMap(({ quantity }) => (quantity > 0 ? [quantity] : [])).sort((a, b) => a - b)
  const quarters = [0.25, 0.5, 0.75].flatMap((share) => loads[Math.floor(share * loads.length)] ?? [])
  return [...new Set([0, ...loads.slice(0, 1), ...quarters])]
}

/** Finds the effects of one level anew, all others held: means of its groups, drawn towards 0 by the variances that the groups themselves show. */
function improve({ effects, of }: Groups, rest: Float64Array, weights: Float64Array): void {
  const [weight, sum] = [new Float64Array(effects.length), new Float64Array(effects.length)]
  for (const [at, group] of of.entries()) {
    if (group < 0) continue
    rest[at]! += effects[group]!
    weight[group]! += weights[at]!
    sum[group]! += weights[at]! * rest[at]!
  }
  const noise = computeNoise({ of, weight, sum }, rest, weights)
  for (const [group, own] of weight.entries())
    effects[group] = own > 0 && noise !== undefined ? (sum[group]! / own) * (own / (own + noise)) : 0
  for (const [at, group] of of.entries()) if (group >= 0) rest[at]! -= effects[group]!
}

interface Sums {
  of: Int32Array
  weight: Float64Array
  sum: Float64Array
}

/** Variance within groups / variance between them: how many visits weigh as much as what is known of all. Undefined where groups show no difference. */
function computeNoise({ of, weight, sum }: Sums, values: Float64Array, weights: Float64Array): number | undefined {
  let inside = 0
  for (const [at, group] of of.entries())
    if (group >= 0) inside += weights[at]! * (values[at]! - sum[group]! / weight[group]!) ** 2
  let total = 0
  let spread = 0
  // Effects are meant around 0, which the levels before have centred; so no mean is taken off, and a single group has a variance, too.
  for (const [group, own] of weight.entries()) {
    total += own
    if (own > 0) spread += sum[group]! ** 2 / own
  }
  const freedom = total - weight.length
  // Every group seen once: nothing tells noise from effect, so all of it counts as noise.
  if (freedom < 1) return undefined
  const within = Math.max(1e-6, inside / freedom)
  const between = (spread - weight.length * within) / total
  return between > 0 ? within / between : undefined
}

function weigh(rest: Float64Array, weights: Float64Array): void {
  const scale = computeScale(rest)
  for (const [at, own] of rest.entries())
    weights[at] = scale === 0 ? 1 : Math.min(1, (HUBER * scale) / Math.max(1e-9, Math.abs(own)))
}

/** A standard deviation that few odd visits change little. */
function computeScale(rest: Float64Array): number {
  return 1.4826 * (median(Array.from(rest, Math.abs)) ?? 0)
}

function weightedMean(values: Float64Array, weights: Float64Array): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return total === 0 ? 0 : values.reduce((sum, value, at) => sum + weights[at]! * value, 0) / total
}

/** 0 of none. */
export function computeMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The middle of the values, undefined of none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? sorted[middle]
    : sorted.length > 0
      ? (sorted[middle - 1]! + sorted[middle]!) / 2
      : undefined
}
