// How days differ from each other as a whole: what is usual at each hour of them, and how much days, routes of a day, and parts of a route vary.
import {
  clipper,
  computeRest,
  type DayEffect,
  type DayFactors,
  type DayHabits,
  type DayPart,
  dayEffect,
  type KindHabits,
  type PartKind,
  partKinds,
  USUAL_DAY,
} from '../../planning/modelling/pace/day-pace.ts'
import type { DrivenRoute } from './arrival-leads.ts'
import { listDayParts } from './day-parts.ts'

/** Fewer days or parts say nothing of how days differ. */
const FEWEST_DAYS = 3
const FEWEST_PARTS = 100
/** Parts of an hour that weigh as much as the usual of all hours. */
const USUAL_PARTS = 30
const PASSES = 4

/** Undefined where there is too little to say. O(parts × log parts). */
export function learnDays(routes: readonly DrivenRoute[]): DayHabits | undefined {
  const parts = routes.flatMap((route) => listDayParts(route).map((part) => ({ ...part, day: route.day })))
  const [driving, work] = partKinds.map((kind) => learnKind(parts.filter((part) => part.kind === kind)))
  return driving && work && { driving, work }
}

interface DatedPart extends DayPart {
  day: string
}

/** The same of parts of one kind. */
export function learnKind(parts: readonly DatedPart[]): KindHabits | undefined {
  const days = Map.groupBy(parts, ({ day }) => day)
  if (days.size < FEWEST_DAYS || parts.length < FEWEST_PARTS) return undefined
  let habits: KindHabits = { usual: Array<number>(24).fill(0), ofParts: 0.04, ofRoutes: 0.0025, ofDays: 0.0025 }
  for (let pass = 0; pass < PASSES; pass++) {
    const seen = [...days.values()].map((own) => seenOn(own, habits))
    habits = { ...computeVariances(seen), usual: computeUsual(seen, habits) }
  }
  return habits
}

/** A day's parts by route, with what is left of them, and the day's mean of routes. */
interface SeenDay {
  parts: readonly DatedPart[]
  rests: readonly number[]
  routes: { parts: number; mean: number; squares: number }[]
  mean: number
}

function seenOn(parts: readonly DatedPart[], habits: KindHabits): SeenDay {
  const raw = parts.map((part) => computeRest(part, habits))
  const rests = raw.map(clipper(raw, habits))
  const routes = [...Map.groupBy(parts.keys(), (at) => parts[at]!.routeId).values()].map((own) => {
    const mean = own.reduce((sum, at) => sum + rests[at]!, 0) / own.length
    return { parts: own.length, mean, squares: own.reduce((sum, at) => sum + (rests[at]! - mean) ** 2, 0) }
  })
  return { parts, rests, routes, mean: routes.reduce((sum, { mean }) => sum + mean, 0) / routes.length }
}

/** Estimates variances by moments: of parts within routes, routes within days, and days, each corrected for the finer level. */
function computeVariances(seen: readonly SeenDay[]): Omit<KindHabits, 'usual'> {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const routes = seen.flatMap((day) => day.routes)
  const freedom = Math.max(1, sum(routes.map(({ parts }) => parts - 1)))
  const ofParts = Math.max(1e-4, sum(routes.map(({ squares }) => squares)) / freedom)
  const luck = sum(routes.map(({ parts }) => ofParts / parts)) / routes.length
  const between = sum(seen.flatMap((day) => day.routes.map(({ mean }) => (mean - day.mean) ** 2)))
  const ofRoutes = Math.max(1e-4, between / Math.max(1, routes.length - seen.length) - luck)
  const middle = sum(seen.map(({ mean }) => mean)) / seen.length
  const noise = sum(seen.map((day) => (ofRoutes + luck) / day.routes.length)) / seen.length
  const ofDays = Math.max(0, sum(seen.map(({ mean }) => (mean - middle) ** 2)) / (seen.length - 1) - noise)
  return { ofParts, ofRoutes, ofDays }
}

/** Mean residual by hour after subtracting each day's mean, added to the usual so far. */
function computeUsual(seen: readonly SeenDay[], { usual }: KindHabits): number[] {
  const middle = seen.reduce((sum, { mean }) => sum + mean, 0) / seen.length
  const sums = usual.map(() => ({ parts: 0, rest: 0 }))
  for (const { parts, rests, mean } of seen)
    for (const [at, { hour }] of parts.entries()) {
      sums[hour]!.parts += 1
      sums[hour]!.rest += rests[at]! - mean
    }
  return usual.map((before, hour) => before + middle + sums[hour]!.rest / (sums[hour]!.parts + USUAL_PARTS))
}

/** The service looks at the day so often. */
export const LOOK_MILLISECONDS = 300_000

/** Effects of past days as known at given moments, as the service would have computed them. */
export class PastDays {
  private readonly habits: DayHabits
  private readonly parts: ReadonlyMap<string, readonly DayPart[]>
  private readonly known = new Map<string, DayFactors>()

  constructor(routes: readonly DrivenRoute[], habits: DayHabits) {
    this.habits = habits
    const byDay = Map.groupBy(routes, ({ day }) => day)
    this.parts = new Map(
      [...byDay].map(([day, own]) => [day, own.flatMap(listDayParts).sort((a, b) => a.endedAt - b.endedAt)]),
    )
  }

  factorsAt(day: string, moment: number): DayFactors {
    const looked = Math.floor(moment / LOOK_MILLISECONDS) * LOOK_MILLISECONDS
    const key = `${day} ${looked}`
    let found = this.known.get(key)
    if (!found) {
      const parts = this.parts.get(day) ?? []
      const until = parts.findIndex(({ endedAt }) => endedAt > looked)
      found = getFactors(computeEffects(until < 0 ? parts : parts.slice(0, until), this.habits))
      this.known.set(key, found)
    }
    return found
  }
}

export function computeEffects(parts: readonly DayPart[], habits: DayHabits): Record<PartKind, DayEffect> {
  const of = (kind: PartKind) => {
    const own = habits[kind]
    const seen = own ? parts.filter((part) => part.kind === kind) : []
    return own ? dayEffect(seen, own) : { factor: 1, parts: 0, routes: 0 }
  }
  return { driving: of('driving'), work: of('work') }
}

export function getFactors({ driving, work }: Record<PartKind, DayEffect>): DayFactors {
  return driving.parts + work.parts === 0 ? USUAL_DAY : { driving: driving.factor, work: work.factor }
}
