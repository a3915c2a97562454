import { expect, it } from 'vitest'
import { buildTown, type TownPlan } from '../../test/town.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'

/** From A two ways lead to C: over the toll bridge B, and around by D and E. Only a ferry leads to F, and from it an unpaved toll road to G. */
const plan: TownPlan = {
  map: `D.....E
        .......
        A..B..C..F..G`,
  ways: {
    bridge: ['ABC', { toll: 'yes' }],
    around: ['ADEC', {}],
    ferry: ['CF', { highway: '', route: 'ferry' }],
    island: ['FG', { toll: 'yes', surface: 'gravel' }],
  },
}

/** Avoided kinds of roads on the way from the middle of A and D to the middle of two others. */
function avoidedTo([one, other]: string, needs: VehicleNeeds) {
  const town = buildTown(plan, 'car', needs)
  const [leg] = town.graph.path([town.between('A', 'D'), town.between(one!, other!)]).legs
  expect(leg!.seconds).toBeGreaterThan(0)
  return leg!.avoided
}

it('a way says what it takes of what the vehicle avoids, and nothing else', () => {
  const avoid = ['tolls', 'ferries', 'motorways', 'unpaved'] as const
  expect(avoidedTo('CE', {})).toBeUndefined()
  expect(avoidedTo('CE', { avoid })).toBeUndefined()
  expect(avoidedTo('AB', { avoid })).toEqual(['tolls'])
  expect(avoidedTo('FG', { avoid: ['ferries'] })).toEqual(['ferries'])
  expect(avoidedTo('FG', { avoid })).toEqual(['tolls', 'ferries', 'unpaved'])
  expect(avoidedTo('FG', { avoid: ['unpaved'] })).toEqual(['unpaved'])
  expect(avoidedTo('FG', { avoid: ['motorways'] })).toBeUndefined()
})
