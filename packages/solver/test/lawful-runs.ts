/** Many lawful days in a row: against the exhaustive search, and against the law texts over whole weeks. */
import { evaluate } from '../src/answer/explain.ts'
import { check } from '../src/check/check.ts'
import { recordActivities } from '../src/check/check-driving.ts'
import { type EarlierRoute, rulesBehind } from '../src/driving/earlier-routes.ts'
import type { DrivenBefore } from '../src/driving/presets.ts'
import type { DrivingRules } from '../src/driving-rules.ts'
import { solve } from '../src/solve.ts'
import { breaksArticle6, breaksArticle7, breaksPart395, breaksWorkArticle5 } from './law-texts.ts'
import {
  findEarliestEnd,
  getRules,
  type Law,
  laws,
  makeLawfulDay,
  makeRegion,
  toProblem,
  toRecord,
} from './lawful-days.ts'

/** Seeds of small sequences whose schedule is not the best one, or breaks a rule. */
export function compareWithExhaustive(from: number, count: number): { wrong: string[]; withBreaks: number } {
  const wrong: string[] = []
  let withBreaks = 0
  for (let seed = from; seed < from + count; seed++) {
    const day = makeLawfulDay(seed)
    const problem = toProblem(day)
    const order = day.service.map((_, index) => index)
    const route = evaluate(problem, 0, order)
    const isLawful = route.violations.length === 0
    if (isLawful && route.breakSeconds > 0) withBreaks++
    const best = findEarliestEnd(day)
    const bestSeconds = best !== undefined && best * 900 <= problem.vehicles[0]!.shift![1] ? best * 900 : undefined
    const found = isLawful ? route.endSeconds : undefined
    if (found !== bestSeconds) wrong.push(`${seed} (${day.law}): ${found} instead of ${bestSeconds}`)
    if (isLawful && isUnlawful(day.law, toRecord(problem, route), 0)) wrong.push(`${seed} (${day.law}): unlawful`)
  }
  return { wrong, withBreaks }
}

/**
 * Plans weeks of five days for two drivers, each with earlier driving, and lists every breach of law. On two days of three each driver has
 * a second route on the same day, and on some a third.
 */
export function driveWeeks(
  from: number,
  weeks: number,
): { breaches: string[]; days: number; breaks: number; laterRoutes: number } {
  const breaches: string[] = []
  let days = 0
  let breaks = 0
  let laterRoutes = 0
  for (let week = from; week < from + weeks; week++) {
    const law = laws[week % laws.length]!
    let befores: DrivenBefore[] = [0, 1].map(() => ({ longDaysLeft: 2, drivingLastWeekSeconds: (week % 4) * 36_000 }))
    for (let day = 0; day < 5; day++) {
      const rules: DrivingRules[] = befores.map((before) => getRules(law, before))
      const note = (text: string) => breaches.push(`week ${week} day ${day}: ${text}`)
      const driven = driveDay(week * 5 + day, rules, note)
      befores = befores.map((before, vehicle) => {
        const { record, routes } = driven[vehicle]!
        days++
        laterRoutes += Math.max(0, routes.length - 1)
        breaks += record.filter(({ kind }) => kind === 'rest').length
        if (isUnlawful(law, record, before.longDaysLeft ?? 0)) note(`against ${law}`)
        const [first, last] = [routes[0], routes.at(-1)]
        const most = law === 'eu' || law === 'eu both' ? 13 : law === 'us' ? 14 : 24
        if (first && last!.endedSeconds - first.beganSeconds > most * 3600) note(`longer than ${most} hours`)
        return nextDay(before, record, last?.endedSeconds)
      })
      for (const [vehicle, before] of befores.entries()) {
        const fortnight = before.drivingThisWeekSeconds! + before.drivingLastWeekSeconds!
        const isEu = law === 'eu' || law === 'eu both'
        if (isEu && (before.drivingThisWeekSeconds! > 56 * 3600 || fortnight > 90 * 3600)) {
          breaches.push(`week ${week} vehicle ${vehicle}: driving of the week`)
        }
        const mostWork = law === 'plain' || law === 'eu' ? Number.POSITIVE_INFINITY : 60 * 3600
        if (before.workThisWeekSeconds! > mostWork) breaches.push(`week ${week} vehicle ${vehicle}: work of the week`)
      }
    }
  }
  return { breaches, days, breaks, laterRoutes }
}

interface DrivenDay {
  record: ReturnType<typeof toRecord>
  routes: EarlierRoute[]
}

/** One to three rounds of the day: in each, every driver may have a route that starts with the limits that the earlier ones have left. */
function driveDay(seed: number, rules: readonly DrivingRules[], note: (text: string) => void): DrivenDay[] {
  const days: DrivenDay[] = rules.map(() => ({ record: [], routes: [] }))
  for (let round = 0; round <= seed % 3; round++) {
    const opens = 3600 * (round === 0 ? 5 : 8 + ((seed * 7 + round * 5) % 9))
    const left = rules.map((own, vehicle) => rulesBehind(own, days[vehicle]!.routes, { seconds: opens }))
    const problem = makeRegion(seed + round * 1_000_003, left, round === 0 ? undefined : opens)
    const { solution } = solve(problem, { seed: 1, iterations: 20, clock: () => 0, deadlineMilliseconds: 1 })
    for (const finding of check(problem, solution)) note(finding.message)
    for (const [vehicle, day] of days.entries()) {
      const route = solution.routes[vehicle]!
      if (route.stops.length === 0) continue
      const { startSeconds: beganSeconds, endSeconds: endedSeconds } = route
      const between = day.routes.length > 0 ? beganSeconds - day.routes.at(-1)!.endedSeconds : 0
      if (between < 0) note(`two routes at once`)
      if (between > 0) day.record.push({ kind: 'rest', minutes: between / 60 })
      day.record.push(...toRecord(problem, route))
      day.routes.push({
        beganSeconds,
        endedSeconds,
        record: recordActivities(problem, route),
      })
    }
  }
  return days
}

function nextDay(
  before: DrivenBefore,
  record: ReturnType<typeof toRecord>,
  endSeconds: number | undefined,
): DrivenBefore {
  const sum = (...kinds: string[]): number =>
    Math.round(60 * record.reduce((total, { kind, minutes }) => total + (kinds.includes(kind) ? minutes : 0), 0))
  const driving = sum('driving')
  return {
    longDaysLeft: (before.longDaysLeft ?? 0) - (driving > 9 * 3600 ? 1 : 0),
    drivingLastWeekSeconds: before.drivingLastWeekSeconds ?? 0,
    drivingThisWeekSeconds: (before.drivingThisWeekSeconds ?? 0) + driving,
    workThisWeekSeconds: (before.workThisWeekSeconds ?? 0) + driving + sum('work'),
    ...(endSeconds !== undefined && { dutyEndedSeconds: endSeconds - 24 * 3600 }),
  }
}

function isUnlawful(law: Law, record: ReturnType<typeof toRecord>, longDaysLeft: number): boolean {
  const isDriving = law === 'eu' || law === 'eu both'
  const isWorking = law === 'eu work' || law === 'eu both'
  return (
    (isDriving && (breaksArticle7(record) || breaksArticle6(record, longDaysLeft))) ||
    (isWorking && breaksWorkArticle5(record)) ||
    (law === 'us' && breaksPart395(record))
  )
}
