// Two towns shared by many scenarios.

import type { TownPlan } from './town.ts'

/** Two ways from A to C: the short street A-B-C and the detour A-D-E-F-C one block up. */
const BLOCK = `
  D.E.F
  A.B.C
`
export const block = (main: Record<string, string>, more: Partial<TownPlan> = {}): TownPlan => ({
  map: BLOCK,
  ways: { west: ['AD'], top: ['DEF'], east: ['FC'], main: ['ABC', main] },
  ...more,
})

/** A crossing X with four arms, each ending in a dead end. */
export const CROSS: TownPlan = {
  map: `
    ..N..
    W.X.E
    ..S..
  `,
  ways: { south: ['SX'], north: ['XN'], west: ['WX'], east: ['XE'] },
}
