// An in-process cache of results about plans, so that an unchanged plan is not computed again.

interface Kept<Answer> {
  key: string
  since: number
  answer: Answer
}

/** Longest time that an entry is used: roads and learned times may change without the plan. */
const longestMilliseconds = 600_000
const mostStops = 30_000

/** One cache of a process; everything in it can be recomputed from the database. */
export class KeptAnswers<Answer> {
  /** Kept responses by plan or run, least recently used first. */
  private readonly kept = new Map<string, Kept<Answer>>()
  private readonly sizeOf: (answer: Answer) => number

  /** `sizeOf`: number of stops in a result, at least 1. */
  constructor(sizeOf: (answer: Answer) => number) {
    this.sizeOf = sizeOf
  }

  /** Returns the cached result. `key`: text of everything that the result depends on. */
  find(name: string, key: string, now: Date): Answer | undefined {
    const found = this.kept.get(name)
    if (found?.key !== key || Math.abs(now.getTime() - found.since) > longestMilliseconds) return undefined
    this.kept.delete(name)
    this.kept.set(name, found)
    return found.answer
  }

  keep(name: string, key: string, now: Date, answer: Answer): void {
    this.kept.delete(name)
    this.kept.set(name, { key, since: now.getTime(), answer })
    let stops = [...this.kept.values()].reduce((sum, kept) => sum + this.sizeOf(kept.answer), 0)
    for (const [id, one] of this.kept) {
      if (stops <= mostStops) break
      this.kept.delete(id)
      stops -= this.sizeOf(one.answer)
    }
  }
}
