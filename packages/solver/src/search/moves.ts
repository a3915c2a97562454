/** Index of moves: every way in which a search changes its routes at a predicted price, with its file and its delta test. */

interface Move {
  /** Effect on the routes. */
  readonly does: string
  /** File that applies it, below `search/`. */
  readonly file: string
  /** Test in `moves.test.ts` that sees it applied, each time at the predicted price. */
  readonly deltaTest: string
}

export const moves = {
  'insert stop': { does: 'puts an absent stop beside a near one', file: 'lean-kernel.ts', deltaTest: 'lean stops' },
  'open route': { does: 'gives an absent stop to an unused vehicle', file: 'lean-kernel.ts', deltaTest: 'lean stops' },
  'insert pair': { does: 'puts pickup and delivery on one route', file: 'lean-pairs.ts', deltaTest: 'pairs' },
  'swap tails on routes': {
    does: 'exchanges what follows two links (2-opt*) when both routes keep every rule',
    file: 'lean-tails.ts',
    deltaTest: 'lean stops',
  },
  'insert under every rule': {
    does: 'puts an absent stop in, with a reload before or behind it',
    file: 'rich-kernel.ts',
    deltaTest: 'rich stops',
  },
  'insert group': {
    does: 'puts a pickup with its deliveries, or a cluster, on one route',
    file: 'rich-groups.ts',
    deltaTest: 'rich stops',
  },
  'change vehicle': { does: 'gives a route to an unused vehicle', file: 'route-exchange.ts', deltaTest: 'vehicles' },
  'swap vehicles': { does: 'exchanges the vehicles of two routes', file: 'route-exchange.ts', deltaTest: 'vehicles' },
  'insert at a price': {
    does: 'puts an absent stop in, broken rules at their price',
    file: 'genetic/local-search.ts',
    deltaTest: 'populations',
  },
  relocate: { does: 'moves one or two stops behind a link', file: 'genetic/local-search.ts', deltaTest: 'populations' },
  swap: {
    does: 'exchanges one or two stops with one or two others',
    file: 'genetic/local-search.ts',
    deltaTest: 'populations',
  },
  reverse: {
    does: 'drives a part of a route backwards (2-opt)',
    file: 'genetic/local-search.ts',
    deltaTest: 'populations',
  },
  'swap tails': {
    does: 'exchanges what follows two links (2-opt*)',
    file: 'genetic/local-search.ts',
    deltaTest: 'populations',
  },
  'cross tails': {
    does: 'joins the heads of two routes, and their tails, one of each turned around',
    file: 'genetic/local-search.ts',
    deltaTest: 'populations',
  },
  'swap star': {
    does: 'two stops change routes, each to its best place (SWAP*)',
    file: 'genetic/local-search.ts',
    deltaTest: 'populations',
  },
  'exchange vehicles': {
    does: 'gives a route to another vehicle, in exchange for its route if it has one',
    file: 'genetic/local-search.ts',
    deltaTest: 'populations',
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves
