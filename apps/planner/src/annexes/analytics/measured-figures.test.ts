import type { Analytics, AnalyticsFigures } from '@routewright/contract'
import { createFormats } from '@routewright/ui/format'
import { expect, test } from 'vitest'
import { listWorse, writeBefore, writeFigure } from './measured-figures.ts'

const figures = (changed: Partial<AnalyticsFigures>) =>
  ({
    total_stops: 1_000,
    completed_stops: 900,
    promised_stops: 100,
    kept_promises: 96,
    attempted_stops: 900,
    first_attempt_stops: 850,
    driven_cost: 4_500,
    priced_stops: 900,
    driven_distance: 1_800_000,
    finished_routes: 60,
    driven_time: 0,
    driven_emissions: 0,
    ...changed,
  }) as AnalyticsFigures
const period = (changed: Partial<AnalyticsFigures> = {}) => ({ total: figures(changed) }) as Analytics

test('what got worse is listed, the worst first: shares that fell, costs and ways that grew', () => {
  expect(listWorse(period(), period())).toEqual([])
  expect(listWorse(period({ kept_promises: 88 }), period())).toEqual(['kept'])
  expect(listWorse(period({ kept_promises: 88, driven_cost: 6_000 }), period())).toEqual(['cost_per_stop', 'kept'])
  expect(listWorse(period({ driven_distance: 2_000_000 }), period())).toEqual(['distance_per_stop'])
})

test('more work is not worse, and what got better is not listed', () => {
  const busier = { total_stops: 24_000, completed_stops: 21_600, driven_distance: 43_200_000, driven_cost: 108_000 }
  expect(listWorse(period({ ...busier, priced_stops: 21_600 }), period())).toEqual([])
  expect(listWorse(period({ kept_promises: 99, driven_cost: 4_000 }), period())).toEqual([])
})

test('the other period is told as its figure, not as percent; of too few cases nothing is told', () => {
  const formats = createFormats({ language: 'en', timeZone: 'UTC', units: 'metric', currency: 'EUR' })
  expect(writeFigure('stops', figures({ total_stops: 24_230 }), formats)).toBe('24,230')
  expect(writeBefore('stops', figures({ total_stops: 24_230 }), figures({ total_stops: 960 }), formats)).toBe('960')
  expect(writeBefore('stops', figures({}), figures({ total_stops: 19 }), formats)).toBeUndefined()
  expect(writeFigure('kept', figures({ promised_stops: 0, kept_promises: 0 }), formats)).toBe('–')
})
