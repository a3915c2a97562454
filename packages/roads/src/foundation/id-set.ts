// Which ids were seen: more than the 16.7 million that one Set of the language holds.

const PARTS = 64

export class IdSet {
  private readonly parts = Array.from({ length: PARTS }, () => new Set<number>())

  /** True where the id was not there yet. */
  add(id: number): boolean {
    const part = this.parts[id % PARTS]!
    if (part.has(id)) return false
    part.add(id)
    return true
  }
}
