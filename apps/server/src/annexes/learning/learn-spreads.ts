// Windows of arrival that hold as often as wanted, from how wrong estimates were on one's own past days.
//
// Split conformal prediction by group (Vovk, Gammerman and Shafer, Algorithmic Learning in a Random World, 2005; Lei et al.,
// Distribution-free predictive inference for regression, 2018): the window is the estimate and quantiles of past errors, with the
// correction of finite samples. Both ends have quantiles of their own, and are then moved by what days left out say is missing
// (Romano, Patterson and Candès, Conformalized quantile regression, 2019, theorem 2). Errors of one route go together, so the samples that the
// correction counts are routes (Dunn, Wasserman and Ramdas, Distribution-free prediction sets for two-layer hierarchical models, 2022).
import {
  type ArrivalSpreads,
  findSpread,
  listGroups,
  type Spread,
} from '../../planning/modelling/pace/arrival-spread.ts'
import { usualHalfSeconds } from '../../planning/modelling/pace/arrival-window.ts'
import type { Lead } from './arrival-leads.ts'
import { daysLeftOut, listDays } from './trials.ts'

/** How windows did. */
export interface WindowScore {
  leads: number
  /** Arrivals inside their window, before it, and after it. */
  kept: number
  early: number
  late: number
  /** Mean width in seconds. */
  width: number
}

export interface LearnedSpreads {
  /** `thin`: too few routes or days to say anything; the usual windows stay. */
  state: 'learned' | 'thin'
  leads: number
  routes: number
  days: number
  spreads: ArrivalSpreads
  /** On days left out, and the usual windows on the same estimates. */
  trial: WindowScore
  usual: WindowScore
}

/** Fewer days or routes say nothing. */
export const FEWEST_DAYS = 3
/** The same of a group, so that it stands for itself. */
export const FEWEST_ROUTES = 30
/** The same while some days are left out. */
const FEWEST_IN_TRIAL = 20
/**
 * Share of missed windows that may be missed by arriving early: nobody is at the door then, and the trip was in vain. Recipients
 * who wait longer are annoyed, but there.
 */
const EARLY_PART = 0.25

/** `share` of the windows are to hold, 0.5 to 0.95. O(leads × log leads). */
export function learnSpreads(leads: readonly Lead[], share: number): LearnedSpreads {
  const days = listDays(leads)
  const routes = countRoutes(leads)
  const facts = { leads: leads.length, routes, days: days.length }
  const parts = { early: 1 - (1 - share) * EARLY_PART, late: 1 - (1 - share) * (1 - EARLY_PART) }
  const tried = days.length < FEWEST_DAYS || routes < FEWEST_ROUTES ? [] : tryOnDaysLeftOut(leads, days, parts)
  const usual = computeScore(leads.map((lead) => ({ lead, spread: usualSpread(lead) })))
  if (tried.length === 0) return { state: 'thin', ...facts, spreads: {}, trial: computeScore([]), usual }
  const missing = findMissing(tried, parts)
  const spreads = Object.entries(computeSpreads(leads, parts, FEWEST_ROUTES)).map(
    ([name, spread]) => [name, widened(spread, missing)] as const,
  )
  return {
    state: spreads.length > 0 ? 'learned' : 'thin',
    ...facts,
    spreads: Object.fromEntries(spreads),
    trial: computeScore(tried.map(({ lead, spread }) => ({ lead, spread: widened(spread, missing) }))),
    usual,
  }
}

/** A lead with the window that was, or would have been, told. */
export interface Tried {
  lead: Lead
  spread: Spread
}

/** How often these windows hold, and how wide they are. */
export function computeScore(tried: readonly Tried[]): WindowScore {
  const early = tried.filter(({ lead, spread }) => lead.secondsLate < spread[0]).length
  const late = tried.filter(({ lead, spread }) => lead.secondsLate > spread[1]).length
  const width = tried.reduce((sum, { spread }) => sum + spread[1] - spread[0], 0) / Math.max(1, tried.length)
  return { leads: tried.length, kept: tried.length - early - late, early, late, width }
}

function usualSpread(lead: Lead): Spread {
  const half = usualHalfSeconds(lead)
  return [-half, half]
}

/** How many drivers may not come before the beginning, and not after the end. */
interface Parts {
  early: number
  late: number
}

/** Both ends for each group with enough routes. */
function computeSpreads(leads: readonly Lead[], parts: Parts, fewestRoutes: number): ArrivalSpreads {
  const groups = new Map<string, Lead[]>()
  for (const lead of leads)
    for (const name of listGroups(lead)) {
      const own = groups.get(name)
      if (own) own.push(lead)
      else groups.set(name, [lead])
    }
  const found: [string, Spread][] = []
  for (const [name, own] of groups) {
    const routes = countRoutes(own)
    if (routes < fewestRoutes) continue
    const late = own.map(({ secondsLate }) => secondsLate)
    const early = late.map((seconds) => -seconds)
    const spread = [-quantile(early, parts.early, routes), quantile(late, parts.late, routes)] as const
    if (spread.every(Number.isFinite)) found.push([name, spread])
  }
  return Object.fromEntries(found)
}

/** The windows of each day, made from the other days; estimates of groups that are thin are left out. */
function tryOnDaysLeftOut(leads: readonly Lead[], days: readonly string[], parts: Parts): Tried[] {
  return daysLeftOut(leads, days).flatMap(({ known, leftOut }) => {
    const spreads = computeSpreads(known, parts, FEWEST_IN_TRIAL)
    return leftOut.flatMap((lead) => {
      const spread = findSpread(spreads, lead)
      return spread ? [{ lead, spread }] : []
    })
  })
}

/** Returns by how much of its width each end must move outward so that windows hold on left-out days; negative for inward. */
function findMissing(tried: readonly Tried[], parts: Parts): Spread {
  const routes = countRoutes(tried.map(({ lead }) => lead))
  const early = tried.map(({ lead, spread }) => (spread[0] - lead.secondsLate) / measureWidth(spread))
  const late = tried.map(({ lead, spread }) => (lead.secondsLate - spread[1]) / measureWidth(spread))
  return [quantile(early, parts.early, routes), quantile(late, parts.late, routes)]
}

function widened(spread: Spread, [before, behind]: Spread): Spread {
  const wide = measureWidth(spread)
  return [Math.floor(spread[0] - before * wide), Math.ceil(spread[1] + behind * wide)]
}

function measureWidth([begin, end]: Spread): number {
  return Math.max(60, end - begin)
}

/**
 * Returns the value that `part` of new values stay below, if all are exchangeable: the quantile at part × (1 + 1 / samples).
 * Infinite where there are too few samples.
 */
export function quantile(values: readonly number[], part: number, samples: number): number {
  const level = part * (1 + 1 / samples)
  if (level > 1 || values.length === 0) return Number.POSITIVE_INFINITY
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.max(0, Math.ceil(level * sorted.length - 1e-9) - 1)]!
}

function countRoutes(leads: readonly Lead[]): number {
  return new Set(leads.map(({ routeId }) => routeId)).size
}
