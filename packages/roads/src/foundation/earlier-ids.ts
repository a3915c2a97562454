// Elements seen in earlier files: an element in several files is taken from the first.

import { Float64List } from './growable.ts'
import { IdCursor, sortDistinct } from './sorted-ids.ts'

export class EarlierIds {
  private ids: Float64Array = new Float64Array(0)
  private cursor = new IdCursor(this.ids)
  private readonly ofThisFile = new Float64List()

  has(id: number): boolean {
    return this.cursor.find(id) >= 0
  }

  add(id: number): void {
    this.ofThisFile.push(id)
  }

  /** Ends a file: elements added so far count as earlier from now on. */
  endFile(): void {
    const { ids, ofThisFile } = this
    const all = new Float64Array(ids.length + ofThisFile.length)
    all.set(ids)
    all.set(ofThisFile.array.subarray(0, ofThisFile.length), ids.length)
    this.ids = sortDistinct(all)
    this.cursor = new IdCursor(this.ids)
    ofThisFile.length = 0
  }
}
