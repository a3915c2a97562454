// The objective: money where there are prices, else time, or distance when asked for.
import { usualSpreads } from '@routewright/solver'
import { describe, expect, test } from 'vitest'
import { hasPrice, problemOptions, routeCosts } from './costs.ts'
import { planSettings } from './settings.ts'

const none = { optimizer_config: null, traffic_options: null }
const getSettings = (optimizer_config: object) =>
  planSettings({ ...none, optimizer_config: optimizer_config as Record<string, unknown> }, { ...none, timezone: 'UTC' })
const free = { price_per_minute: null, price_per_distance: null, price_per_stop: null, toll_price: null }

test('one price of any kind is a price of its own; a toll alone is none, nor is a price of nothing', () => {
  for (const name of ['price_per_minute', 'price_per_distance', 'price_per_stop']) {
    expect(hasPrice({ ...free, [name]: 0.5 })).toBe(true)
    expect(hasPrice({ ...free, [name]: 0 })).toBe(false)
  }
  expect(hasPrice(free)).toBe(false)
})

describe('the cost of a route', () => {
  test('without prices is travel time, or distance when asked for, with small weights beside it', () => {
    const [byTime] = routeCosts([free], getSettings({}))
    expect(byTime).toMatchObject({ perTravelSecond: 1, toll: 0 })
    expect(byTime!.perMeter! * 30).toBeLessThan(byTime!.perTravelSecond!)
    const [byDistance] = routeCosts([free], getSettings({ use_distance: true }))
    expect(byDistance!.perMeter).toBe(1)
    expect(byDistance!.perTravelSecond! / 30).toBeLessThan(byDistance!.perMeter!)
  })

  test('with prices is money: per minute, per kilometre, per stop, and the toll', () => {
    const [priced] = routeCosts(
      [{ price_per_minute: 0.6, price_per_distance: 1.5, price_per_stop: 2, toll_price: 9 }],
      getSettings({}),
    )
    expect(priced).toMatchObject({ perSecond: 0.01, perMeter: 0.0015, perStop: 2, toll: 9 })
  })

  test('without prices beside priced ones is their average', () => {
    const [, , unpriced] = routeCosts(
      [{ ...free, price_per_minute: 0.6 }, { ...free, price_per_minute: 1.2 }, free],
      getSettings({}),
    )
    expect(unpriced!.perSecond).toBeCloseTo(0.9 / 60, 10)
  })
})

describe('preferences', () => {
  test('follow the configuration, in the unit of the costs', () => {
    const costs = routeCosts([free], getSettings({}))
    const config = {
      balance_services: true,
      time_span_coefficient: 2,
      allow_late: true,
      late_penalty: 7,
      minimise_vehicles: true,
      max_wait_time: 60,
    }
    const options = problemOptions(getSettings(config), costs, 120)
    expect(options).toMatchObject({
      allowLate: true,
      latePenaltyPerSecond: 7,
      minimiseVehicles: true,
      maxWaitSeconds: 60,
    })
    // A second costs 1.10: driving 1, working 0.05, and ten metres 0.05. A leg of 120 s costs 132, of which balance takes a quarter.
    expect(options.balanceStopsWeight).toBeCloseTo(33, 10)
    expect(options.timeSpanCoefficient).toBeCloseTo(2.2, 10)
    expect(problemOptions(getSettings({}), costs, 120)).toMatchObject({
      balanceStopsWeight: 0,
      timeSpanCoefficient: 0,
      maxWaitSeconds: 3_600,
      minimiseVehicles: false,
      allowLate: false,
    })
  })

  test('price slack by the slider: at its end a missing second costs as much as 1.2 of driving', () => {
    const costs = routeCosts([free], getSettings({}))
    expect(problemOptions(getSettings({ slack: 0.5 }), costs, 120).slack).toMatchObject({
      pricePerSecond: expect.closeTo(0.6 * 1.1, 10),
      spreads: usualSpreads,
    })
    expect(problemOptions(getSettings({ slack: 0 }), costs, 120)).not.toHaveProperty('slack')
  })

  test('of the plan win over those of the project, and null falls back to them', () => {
    const project = {
      optimizer_config: { service_duration: 100, use_distance: true },
      traffic_options: { mode: 'truck', multiplier: 2 },
    }
    const plan = {
      optimizer_config: { service_duration: null, matrix_multiplier: 1.5 },
      traffic_options: { mode: 'bicycle' },
    }
    expect(planSettings(plan, { ...project, timezone: 'Europe/Vaduz' })).toMatchObject({
      serviceSeconds: 100,
      useDistance: true,
      mode: 'bicycle',
      travelFactor: 3,
      timeZone: 'Europe/Vaduz',
    })
  })
})
