// Prefers, among the near roads, the street named in an address: the nearest road may be the back of the block.

import { readBits } from '../foundation/bit-list.ts'
import { EDGE_APART, EDGE_CUT_OFF, EDGE_MOTORWAY } from '../graph/network.ts'
import type { RoadArrays } from '../image/image.ts'
import { nameIn } from '../image/names.ts'
import { listSpellings, type Spelling } from '../names/spellings.ts'
import { isNamed, readStreet } from '../names/street-name.ts'
import type { SnappedPlace, Snapper } from './snapping.ts'

/** How much farther than the nearest road the named street may be. */
const NAMED_METERS = 50
/** Most roads without a name that are followed to find the street they lead from. */
const MOST_DRIVES = 20
/** Only streets of the largest network qualify: a name makes no road usable that a place would not belong to otherwise. */
const ELSEWHERE = EDGE_APART | EDGE_CUT_OFF | EDGE_MOTORWAY

export class NamedStreets {
  private readonly arrays: RoadArrays
  private readonly snapper: Snapper
  /** Spellings by index in the image's names, which roads share. */
  private readonly spellings = new Map<number, Spelling[]>()

  constructor(arrays: RoadArrays, snapper: Snapper) {
    this.arrays = arrays
    this.snapper = snapper
  }

  /** Name or number of a road, '' for none. */
  nameOf(edge: number): string {
    return nameIn(this.arrays, this.nameAt(edge))
  }

  /**
   * The place on the named street when that is at most `NAMED_METERS` farther than the nearest road, otherwise the given place. A nearer
   * road without a name is kept, too, when it leads from the named street: it is the drive to the house.
   */
  prefer(nearest: SnappedPlace, point: { latE7: number; lngE7: number; reachMeters: number }, text: string) {
    const { edgeFlags } = this.arrays
    if (edgeFlags[nearest.edge]! & ELSEWHERE) return nearest
    const street = readStreet(text)
    const bears = (edge: number) => isNamed(street, this.spellingsOf(edge))
    if (street.words.length === 0 || bears(nearest.edge)) return nearest
    const reach = Math.min(point.reachMeters, nearest.curbMeters + NAMED_METERS)
    const named = this.snapper.findNearest(point.latE7, point.lngE7, reach, (edge) => {
      return (edgeFlags[edge]! & ELSEWHERE) === 0 && bears(edge)
    })
    if (!named || (this.nameAt(nearest.edge) === 0 && this.leadsFrom(nearest.edge, bears))) return nearest
    return named
  }

  /** Whether roads without a name lead from this one to a road of the street. */
  private leadsFrom(edge: number, bears: (edge: number) => boolean): boolean {
    const drives = [edge]
    for (let at = 0; at < drives.length && at < MOST_DRIVES; at++) {
      for (const next of this.snapper.listJoined(drives[at]!)) {
        if (bears(next)) return true
        if (this.nameAt(next) === 0 && !drives.includes(next)) drives.push(next)
      }
    }
    return false
  }

  /** Index of its name, 0 for none. */
  private nameAt(edge: number): number {
    return readBits(this.arrays.edgeName, edge)
  }

  private spellingsOf(edge: number): Spelling[] {
    const name = this.nameAt(edge)
    const known = this.spellings.get(name) ?? listSpellings(this.nameOf(edge))
    this.spellings.set(name, known)
    return known
  }
}
