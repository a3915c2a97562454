// How long the work at a stop takes, learned from visits: factors on the given time for the project, the kind of stop, the load, a first
// visit, the client and the driver, each drawn towards no effect as far as its evidence is thin.
//
// The logarithm of (seconds in stop / given seconds) is a sum of effects, found by backfitting. Each group's effect is its mean times n / (n + k),
// k = variance within groups / variance between groups (Bühlmann and Straub, Glaubwürdigkeit für Schadensätze, 1970; as random effects: Henderson,
// Best linear unbiased estimation and prediction under a selection model, 1975). Visits that fit nowhere count less (Huber, Robust estimation of a
// location parameter, 1964).

import type { Visit } from './visits.ts'

/** What a prediction depends on. */
export type ServiceFacts = Pick<Visit, 'clientId' | 'driverId' | 'type' | 'quantity' | 'isFirst' | 'givenSeconds'>

/** Levels from the general to the particular. */
export const levels = ['type', 'load', 'first', 'client', 'driver'] as const
export type Level = (typeof levels)[number]

export interface Effect {
  /** On the time that all levels before give. */
  factor: number
  visits: number
}

export interface ServiceModel {
  /** Of all visits of the project, on the given time. */
  factor: number
  effects: Readonly<Record<Level, ReadonlyMap<string, Effect>>>
  /** Lower bounds of the bands of load; the first band, of no load, begins at 0. */
  loadBounds: readonly number[]
}

const PASSES = 8
/** Residuals of more than so many robust standard deviations count less. */
const HUBER = 1.5
/** No factor of a whole prediction leaves these. */
const LEAST = 0.2
const MOST = 5
const SHORTEST_SECONDS = 30

/** O(visits × levels × passes). No visits give a model that changes nothing. */
export function fitServiceModel(visits: readonly Visit[]): ServiceModel {
  const loadBounds = boundsOf(visits)
  const keys = levels.map((level) => visits.map((visit) => keyOf(level, visit, loadBounds)))
  const logs = visits.map(({ secondsInStop, givenSeconds }) =>
    Math.log(secondsInStop / Math.max(SHORTEST_SECONDS, givenSeconds)),
  )
  let general = median(logs) ?? 0
  const found: Map<string, Fitted>[] = levels.map(() => new Map())
  const effectOf = (level: number, at: number) => found[level]!.get(keys[level]![at] ?? '')?.effect ?? 0
  const residual = (at: number, without?: number) =>
    levels.reduce((rest, _, level) => (level === without ? rest : rest - effectOf(level, at)), logs[at]! - general)
  for (let pass = 0; pass < PASSES; pass++) {
    const weights = huberWeights(logs.map((_, at) => residual(at)))
    general += weightedMean(
      logs.map((_, at) => residual(at)),
      weights,
    )
    for (const level of levels.keys()) {
      const partial = logs.map((_, at) => residual(at, level))
      found[level] = shrunkenMeans(keys[level]!, partial, weights)
    }
  }
  const effects = Object.fromEntries(
    levels.map((level, index) => [level, new Map([...found[index]!].map(([key, one]) => [key, publicEffect(one)]))]),
  ) as Record<Level, Map<string, Effect>>
  return { factor: Math.exp(general), effects, loadBounds }
}

/** Seconds; the given ones times the factors of what is known. */
export function predictSeconds(model: ServiceModel, facts: ServiceFacts, without: readonly Level[] = []): number {
  const factor = levels.reduce((product, level) => {
    if (without.includes(level)) return product
    const key = keyOf(level, facts, model.loadBounds)
    return product * (key === undefined ? 1 : (model.effects[level].get(key)?.factor ?? 1))
  }, model.factor)
  return Math.max(SHORTEST_SECONDS, facts.givenSeconds) * Math.min(MOST, Math.max(LEAST, factor))
}

/** The group of a visit on a level; undefined where it belongs to none. */
export function keyOf(level: Level, facts: ServiceFacts, loadBounds: readonly number[]): string | undefined {
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

interface Fitted {
  effect: number
  visits: number
}

function publicEffect({ effect, visits }: Fitted): Effect {
  return { factor: Math.exp(effect), visits }
}

/** No load, and the four quarters of what was carried; fewer where many loads are alike. */
function boundsOf(visits: readonly Visit[]): number[] {
  const loads = visits.flatMap(({ quantity }) => (quantity > 0 ? [quantity] : [])).sort((a, b) => a - b)
  const quarters = [0.25, 0.5, 0.75].flatMap((share) => loads[Math.floor(share * loads.length)] ?? [])
  return [...new Set([0, ...loads.slice(0, 1), ...quarters])]
}

/** Means of groups, drawn towards 0: the credibility estimator with the variances that the groups themselves show. */
function shrunkenMeans(
  keys: readonly (string | undefined)[],
  values: readonly number[],
  weights: readonly number[],
): Map<string, Fitted> {
  const sums = new Map<string, { weight: number; sum: number; visits: number }>()
  for (const [at, key] of keys.entries()) {
    if (key === undefined) continue
    const group = sums.get(key) ?? { weight: 0, sum: 0, visits: 0 }
    group.weight += weights[at]!
    group.sum += weights[at]! * values[at]!
    group.visits++
    sums.set(key, group)
  }
  const { within, between } = variancesOf(sums, keys, values, weights)
  const shrink = (weight: number) => (between <= 0 ? 0 : weight / (weight + within / between))
  return new Map(
    [...sums].map(([key, { weight, sum, visits }]) => [key, { effect: (sum / weight) * shrink(weight), visits }]),
  )
}

function variancesOf(
  sums: ReadonlyMap<string, { weight: number; sum: number }>,
  keys: readonly (string | undefined)[],
  values: readonly number[],
  weights: readonly number[],
): { within: number; between: number } {
  let inside = 0
  let total = 0
  let spread = 0
  for (const [at, key] of keys.entries()) {
    const group = key === undefined ? undefined : sums.get(key)
    if (group) inside += weights[at]! * (values[at]! - group.sum / group.weight) ** 2
  }
  // Effects are meant around 0, which the levels before have centred; so no mean is taken off, and a single group has a variance, too.
  for (const { weight, sum } of sums.values()) {
    total += weight
    spread += weight * (sum / weight) ** 2
  }
  const freedom = total - sums.size
  // Every group seen once: nothing tells noise from effect, so all of it counts as noise.
  if (freedom < 1 || total === 0) return { within: 1, between: 0 }
  const within = Math.max(1e-6, inside / freedom)
  return { within, between: (spread - sums.size * within) / total }
}

function huberWeights(residuals: readonly number[]): number[] {
  const scale = 1.4826 * (median(residuals.map(Math.abs)) ?? 0)
  if (scale === 0) return residuals.map(() => 1)
  return residuals.map((residual) => Math.min(1, (HUBER * scale) / Math.max(1e-9, Math.abs(residual))))
}

function weightedMean(values: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return total === 0 ? 0 : values.reduce((sum, value, at) => sum + weights[at]! * value, 0) / total
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
