import { expect, test } from 'vitest'
import { createRandom } from '../../../test/random.ts'
import { findSpread, listGroups } from '../../planning/modelling/pace/arrival-spread.ts'
import { PLAIN_HABITS } from '../../planning/modelling/pace/pace.ts'
import { type DrivenRoute, type Lead, listLeads } from './arrival-leads.ts'
import { computeScore, learnSpreads, quantile } from './learn-spreads.ts'

/** Estimates whose errors are skewed, grow with the time ahead and are three times as large at noon; all days are alike. */
function drive(random: () => number, days: number, routesADay: number, from = 0): Lead[] {
  return Array.from({ length: days * routesADay }, (_, route) =>
    Array.from({ length: 12 }, (_, at): Lead => {
      const secondsAhead = 60 + random() * 7_000
      const hour = random() < 0.5 ? 10 : 12
      const secondsLate = (-Math.log(1 - random()) - 0.6) * (100 + 0.15 * secondsAhead) * (hour === 12 ? 3 : 1)
      const day = `day ${from + (route % days)}`
      return {
        routeId: `${day} ${route}`,
        day,
        isStarted: true,
        rest: 'none',
        stop: at,
        stopsAhead: at,
        workSeconds: 0,
        paceSoFar: 0,
        secondsAhead,
        hour,
        secondsLate,
      }
    }),
  ).flat()
}

const tryOn = (leads: readonly Lead[], spreads: ReturnType<typeof learnSpreads>['spreads']) =>
  computeScore(leads.map((lead) => ({ lead, spread: findSpread(spreads, lead)! })))

test('as many windows hold as wanted on days that were not seen, in the mean of many histories, and in the hour that is harder', () => {
  const random = createRandom(7)
  for (const share of [0.7, 0.9]) {
    const scores = Array.from({ length: 5 }, () => {
      const { state, spreads } = learnSpreads(drive(random, 6, 40), share)
      expect(state).toBe('learned')
      const held = drive(random, 4, 40, 100)
      return {
        all: tryOn(held, spreads),
        noon: tryOn(
          held.filter(({ hour }) => hour === 12),
          spreads,
        ),
      }
    })
    for (const which of ['all', 'noon'] as const) {
      const kept = scores.reduce((sum, score) => sum + score[which].kept / score[which].leads, 0) / scores.length
      expect(kept).toBeGreaterThan(share - 0.01)
      expect(kept).toBeLessThan(share + 0.05)
    }
    // Coming too early is the rarer miss.
    for (const { all } of scores) expect(all.early).toBeLessThan(all.late)
  }
})

test('the learner tells beforehand how many will hold, and a larger share makes wider windows', () => {
  const leads = drive(createRandom(3), 8, 20)
  const [usual, careful] = [0.8, 0.9].map((share) => learnSpreads(leads, share))
  expect(usual!.trial.kept / usual!.trial.leads).toBeGreaterThan(0.78)
  expect(careful!.trial.kept / careful!.trial.leads).toBeGreaterThan(0.88)
  expect(careful!.trial.width).toBeGreaterThan(usual!.trial.width)
  expect(usual!.usual.leads).toBe(leads.length)
})

test('a thin history says nothing: the usual windows stay', () => {
  const random = createRandom(1)
  expect(learnSpreads([], 0.8)).toMatchObject({ state: 'thin', spreads: {} })
  expect(learnSpreads(drive(random, 2, 40), 0.8)).toMatchObject({ state: 'thin', days: 2, spreads: {} })
  expect(learnSpreads(drive(random, 4, 5), 0.8)).toMatchObject({ state: 'thin', routes: 20, spreads: {} })
})

test('an hour that is rarely driven takes the window of its part of the day', () => {
  const random = createRandom(5)
  const rare = drive(random, 1, 2).map((lead) => ({ ...lead, hour: 18 }))
  const { spreads } = learnSpreads([...drive(random, 6, 20), ...rare], 0.8)
  const facts = { isStarted: true, rest: 'none' as const, stopsAhead: 3, secondsAhead: 1_800, hour: 18 }
  const [own, part, all] = listGroups(facts)
  expect([spreads[own], spreads[part]]).toEqual([undefined, undefined])
  expect(findSpread(spreads, facts)).toEqual(spreads[all])
})

test('the quantile of few samples is corrected upward, and of too few it is not known', () => {
  const values = Array.from({ length: 99 }, (_, at) => at + 1)
  expect(quantile(values, 0.8, 99)).toBe(80)
  expect(quantile(values, 0.8, 9)).toBeGreaterThan(80)
  expect(quantile(values, 0.8, 3)).toBe(Number.POSITIVE_INFINITY)
})

const minute = 60_000
const planned = (arrival: number, departure: number) => ({
  plannedArrival: arrival * minute,
  plannedDeparture: departure * minute,
})

/** Told ten minutes of break, planned at minute 25 for as long. */
const drivenRoute: DrivenRoute = {
  routeId: 'r',
  day: '2026-03-02',
  midnight: 0,
  plannedStart: 0,
  breaks: [
    {
      planned: { from: 25 * minute, to: 35 * minute },
      within: { start: 20 * minute, end: 60 * minute },
      told: { from: 30 * minute, to: 40 * minute },
    },
  ],
  stops: [
    { ...planned(10, 15), arrivedAt: 12 * minute, reportedAt: 20 * minute },
    { ...planned(20, 25), arrivedAt: undefined, reportedAt: undefined },
    { ...planned(45, 50), arrivedAt: 55 * minute, reportedAt: 60 * minute },
    { ...planned(60, 65), arrivedAt: 75 * minute, reportedAt: 80 * minute },
  ],
}
const leadsIn = (route: DrivenRoute) =>
  listLeads(route, PLAIN_HABITS).map((lead) => [
    ...[lead.isStarted, lead.rest, lead.stopsAhead, lead.secondsAhead / 60, lead.secondsLate / 60],
  ])

test('estimates are replayed from the plan and the reports: with the break that is still ahead, and not from what was typed later', () => {
  expect(leadsIn(drivenRoute)).toEqual([
    [false, 'none', 0, 10, 2],
    [false, 'none', 2, 45, 10],
    [false, 'none', 3, 60, 15],
    [true, 'before', 1, 30, 5],
    [true, 'before', 2, 45, 10],
    [true, 'none', 0, 10, 5],
  ])
})

test('a break that was never told is ahead until its time is over or a halt shows it', () => {
  const untold = drivenRoute.breaks.map((pause) => ({ ...pause, told: undefined }))
  expect(leadsIn({ ...drivenRoute, breaks: untold }).slice(3)).toEqual([
    [true, 'before', 1, 30, 5],
    [true, 'before', 2, 45, 10],
    [true, 'none', 0, 10, 5],
  ])
})
