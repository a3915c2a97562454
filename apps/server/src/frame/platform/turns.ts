// Whose turn it is to use one of a few things, such as connections.

/**
 * Limits concurrency to `most` callers. Callers that continue begun work come before new ones, so that a call of several
 * statements waits once for the others, and not again before each statement. Among equals: first come, first served.
 */
export class Turns {
  private free: number
  private readonly patienceMilliseconds: number | undefined
  private readonly goingOn = new Set<() => void>()
  private readonly beginning = new Set<() => void>()

  /** `patienceMilliseconds`: longest wait of callers who need the database; without it everybody waits for their turn. */
  constructor(most: number, patienceMilliseconds?: number) {
    this.free = most
    this.patienceMilliseconds = patienceMilliseconds
  }

  /** How many wait. */
  get waiting(): number {
    return this.goingOn.size + this.beginning.size
  }

  /** Resolves when it is one's turn, which `giveBack` ends. Rejects, without a turn, where that takes longer than the patience. */
  async take(isGoingOn = false): Promise<void> {
    if (this.free > 0) {
      this.free -= 1
      return
    }
    const queue = isGoingOn ? this.goingOn : this.beginning
    const { patienceMilliseconds } = this
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        queue.delete(begin)
        reject(new Error(`No connection to the database became free within ${patienceMilliseconds} ms`))
      }
      const patience = patienceMilliseconds === undefined ? undefined : setTimeout(giveUp, patienceMilliseconds)
      const begin = () => {
        clearTimeout(patience)
        resolve()
      }
      queue.add(begin)
    })
  }

  /** Hands one's turn to the next. */
  giveBack(): void {
    const queue = this.goingOn.size > 0 ? this.goingOn : this.beginning
    for (const begin of queue) {
      queue.delete(begin)
      begin()
      return
    }
    this.free += 1
  }
}
