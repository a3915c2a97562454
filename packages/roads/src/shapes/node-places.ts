// Coordinates of the nodes of ways: ids are requested first, filled by a later pass over the files, and found by id.

import { findId, IdCursor, sortDistinct } from '../foundation/sorted-ids.ts'

export class NodePlaces {
  readonly latE7: Int32Array
  readonly lngE7: Int32Array
  private readonly ids: Float64Array
  private readonly cursor: IdCursor
  private readonly isKnown: Uint8Array

  /** `wantedIds` may be unordered with duplicates; the array is sorted in place. */
  constructor(wantedIds: Float64Array) {
    this.ids = sortDistinct(wantedIds)
    this.cursor = new IdCursor(this.ids)
    this.latE7 = new Int32Array(this.ids.length)
    this.lngE7 = new Int32Array(this.ids.length)
    this.isKnown = new Uint8Array(this.ids.length)
  }

  /** Stores the coordinates of a node if it is wanted. */
  set(id: number, latE7: number, lngE7: number): void {
    const index = this.cursor.find(id)
    if (index < 0) return
    this.latE7[index] = latE7
    this.lngE7[index] = lngE7
    this.isKnown[index] = 1
  }

  /** Index of the node in the arrays, or -1 when the files do not contain it. */
  find(id: number): number {
    const index = findId(this.ids, id)
    return index >= 0 && this.isKnown[index] === 1 ? index : -1
  }
}
