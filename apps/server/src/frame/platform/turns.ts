// Whose turn it is to use one of a few things, such as connections.

/**
 * Limits concurrency to `most` callers. Callers that continue begun work come before new ones, so that a call of several
 * statements waits once for the others, and not again before each statement. Those who begin stand in lines, one for each
 * organization, which are served in turn, so that an organization with many calls keeps only itself waiting. Within a line: first
 * come, first served.
 */
export class Turns {
  private free: number
  private readonly patienceMilliseconds: number | undefined
  private readonly goingOn = new Set<() => void>()
  /** By line; none of them is empty, and the next one to be served comes first. */
  private readonly beginning = new Map<string, Set<() => void>>()

  /** `patienceMilliseconds`: longest wait of callers who need the database; without it everybody waits for their turn. */
  constructor(most: number, patienceMilliseconds?: number) {
    this.free = most
    this.patienceMilliseconds = patienceMilliseconds
  }

  /** How many wait. */
  get waiting(): number {
    return [...this.beginning.values()].reduce((sum, line) => sum + line.size, this.goingOn.size)
  }

  /** Resolves when it is one's turn, which `giveBack` ends. Rejects, without a turn, where that takes longer than the patience. */
  async take(isGoingOn = false, name = ''): Promise<void> {
    if (this.free > 0) {
      this.free -= 1
      return
    }
    const queue = isGoingOn ? this.goingOn : this.getLine(name)
    const { patienceMilliseconds } = this
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        queue.delete(begin)
        if (!isGoingOn && queue.size === 0) this.beginning.delete(name)
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
    const begin = takeFirst(this.goingOn) ?? this.takeFromLines()
    if (begin) begin()
    else this.free += 1
  }

  private getLine(name: string): Set<() => void> {
    const line = this.beginning.get(name) ?? new Set()
    this.beginning.set(name, line)
    return line
  }

  /** Takes from the line whose turn it is, which comes last then. */
  private takeFromLines(): (() => void) | undefined {
    const [next] = this.beginning
    if (!next) return undefined
    const [name, line] = next
    const begin = takeFirst(line)
    this.beginning.delete(name)
    if (line.size > 0) this.beginning.set(name, line)
    return begin
  }
}

function takeFirst<T>(queue: Set<T>): T | undefined {
  const [first] = queue
  if (first !== undefined) queue.delete(first)
  return first
}
