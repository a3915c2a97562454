// The arithmetic of emissions.
import { describe, expect, test } from 'vitest'
import type { Energy } from '../../data/values.ts'
import { computeEmission, computeEmissions, emissionLines, factors } from './emissions.ts'

const driven = (partial: Partial<Energy>): Energy => ({
  fuel_type: null,
  consumption: null,
  travel_mode: null,
  planned_distance: 100_000,
  driven_distance: 100_000,
  ...partial,
})

describe('emissions', () => {
  test.each([
    ['Diesel', 'diesel'],
    ['Gasóleo', 'diesel'],
    ['Benzin', 'petrol'],
    ['Élec… électrique', 'electricity'],
    ['Elektro', 'electricity'],
    ['GNV', 'cng'],
    ['GLP', 'lpg'],
    ['hydrogen', 'other'],
  ])('know %s as %s', (fuel_type, fuel) => {
    expect(emissionLines([driven({ fuel_type, travel_mode: 'van' })])[0]!.fuel).toBe(fuel)
  })

  test('take what is usual for the mode where a vehicle says nothing, and say so', () => {
    const [van] = emissionLines([driven({ travel_mode: 'van' })])
    expect(van).toMatchObject({ fuel: 'diesel', consumption: 10, is_assumed: true, driven_energy: 10 })
    expect(computeEmissions([van!])).toMatchObject({ assumed_distance: 100_000, uncounted_distance: 0 })
    const [own] = emissionLines([driven({ travel_mode: 'van', consumption: 9 })])
    expect(own).toMatchObject({ fuel: 'diesel', consumption: 9, is_assumed: false })
    expect(emissionLines([driven({ travel_mode: 'bicycle' })])[0]).toMatchObject({
      driven_emissions: 0,
      is_assumed: false,
    })
  })

  test('of electricity arise where it is made, of fuels in the engine, too', () => {
    const [van] = emissionLines([driven({ travel_mode: 'van', fuel_type: 'electric', consumption: 30 })])
    const { planned_emissions, planned_tank_emissions } = computeEmissions([van!])
    expect(planned_emissions).toBeCloseTo(30 * factors.electricity.wellToTank)
    expect(planned_tank_emissions).toBe(0)
  })

  test('of an unknown fuel are not made up: its metres are told apart', () => {
    const lines = emissionLines([
      driven({ fuel_type: 'hydrogen' }),
      driven({ fuel_type: 'diesel', travel_mode: 'van' }),
    ])
    expect(computeEmissions(lines)).toMatchObject({ uncounted_distance: 100_000 })
    expect(computeEmissions(lines).driven_emissions).toBeCloseTo(10 * (2.66155 + 0.62409))
  })

  test('of the same consumption stand in one line', () => {
    const one = driven({ travel_mode: 'van', fuel_type: 'Diesel' })
    expect(emissionLines([one, { ...one, fuel_type: 'diesel' }])).toMatchObject([{ driven_distance: 200_000 }])
  })
})

test('what some metres more emit is the arithmetic of one line, and nothing is said of what has no factor', () => {
  const van = { fuel_type: 'Diesel', consumption: 10, travel_mode: 'van' }
  expect(computeEmission(van, 50_000)).toBeCloseTo(5 * (2.66155 + 0.62409), 6)
  expect(computeEmission({ ...van, fuel_type: 'hydrogen' }, 50_000)).toBeUndefined()
  expect(computeEmission({ fuel_type: null, consumption: null, travel_mode: 'bicycle' }, 50_000)).toBe(0)
})
