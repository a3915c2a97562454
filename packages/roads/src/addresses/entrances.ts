// Entrances of a house: nodes of its outline that the map marks as such.

import type { Tags } from '../pbf/primitive-block.ts'

/** Kinds of entrances, likeliest first; emergency exits, garages and staff doors are excluded, because no parcel goes there. */
const KINDS = ['main', 'yes', 'home', 'house', 'staircase', 'shop', 'residence']
const NO_ENTRY = new Set(['no', 'private'])

export class Entrances {
  /** Rank of each entrance by node, 0 for the likeliest kind. */
  private readonly ranks = new Map<number, number>()

  read(id: number, tags: Tags): void {
    const kind = tags.get('entrance')
    if (kind === undefined || NO_ENTRY.has(tags.get('access') ?? '')) return
    const rank = KINDS.indexOf(kind)
    // All kinds except the main entrance rank equal.
    if (rank >= 0) this.ranks.set(id, Math.min(rank, 1))
  }

  /** The main entrance among the nodes of an outline, or the only one; undefined when it is ambiguous. */
  choose(refs: readonly number[]): number | undefined {
    const found = [...new Set(refs)].filter((ref) => this.ranks.has(ref))
    const main = found.filter((ref) => this.ranks.get(ref) === 0)
    const likeliest = main.length > 0 ? main : found
    return likeliest.length === 1 ? likeliest[0] : undefined
  }
}
