// Ways waiting for the coordinates of their nodes: each with a number defined by the reader, followed by its nodes.

import { IdChunks, Int32List } from '../foundation/growable.ts'

export class WayList {
  /** The reader's number of each way. */
  private readonly notes = new Int32List()
  private readonly ends = new Int32List()
  private readonly refs = new IdChunks()

  get refCount(): number {
    return this.refs.length
  }

  add(note: number, refs: readonly number[]): void {
    this.refs.push(refs)
    this.notes.push(note)
    this.ends.push(this.refs.length)
  }

  copyRefs(array: Float64Array, start: number): void {
    this.refs.copyTo(array, start)
  }

  forEach(use: (note: number, refs: number[]) => void): void {
    let start = 0
    for (let way = 0; way < this.notes.length; way++) {
      const end = this.ends.array[way]!
      use(this.notes.array[way]!, this.refs.slice(start, end))
      start = end
    }
  }
}
