// Coordinates of the nodes that ways refer to: asked for first, filled by a later pass over the files, found by id.

import { findNodeIndex } from '../graph/raw-roads.ts'

export class NodePlaces {
  readonly latE7: Int32Array
  readonly lngE7: Int32Array
  private readonly ids: Float64Array
  private readonly isKnown: Uint8Array
  /** Files are mostly ascending, so the next wanted node is mostly the one after the last found. */
  private cursor = 0

  /** `wantedIds` may repeat and stand in any order; the array is sorted in place. */
  constructor(wantedIds: Float64Array) {
    wantedIds.sort()
    let count = 0
    for (let index = 0; index < wantedIds.length; index++) {
      if (index === 0 || wantedIds[index] !== wantedIds[index - 1]) wantedIds[count++] = wantedIds[index]!
    }
    this.ids = wantedIds.slice(0, count)
    this.latE7 = new Int32Array(count)
    this.lngE7 = new Int32Array(count)
    this.isKnown = new Uint8Array(count)
  }

  /** Takes the coordinates of a node if it is wanted. */
  set(id: number, latE7: number, lngE7: number): void {
    let index = this.ids[this.cursor] === id ? this.cursor : -1
    if (index < 0) index = findNodeIndex(this.ids, id)
    if (index < 0) return
    this.cursor = index + 1
    this.latE7[index] = latE7
    this.lngE7[index] = lngE7
    this.isKnown[index] = 1
  }

  /** Place of the node in the arrays, or -1 when the files do not hold it. */
  find(id: number): number {
    const index = findNodeIndex(this.ids, id)
    return index >= 0 && this.isKnown[index] === 1 ? index : -1
  }
}
