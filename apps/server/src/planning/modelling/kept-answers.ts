// What a process remembers of answers about plans, so that one that did not change is not worked out again.

interface Kept<Answer> {
  key: string
  since: number
  answer: Answer
}

/** Roads and learned times may change without the plan. */
const longestMilliseconds = 600_000
const mostStops = 30_000

/** Belongs to a process; holds nothing that the database does not say anew. */
export class KeptAnswers<Answer> {
  /** By plan or run, in the order of their last use. */
  private readonly kept = new Map<string, Kept<Answer>>()
  private readonly sizeOf: (answer: Answer) => number

  /** `sizeOf`: stops that an answer tells of, at least 1. */
  constructor(sizeOf: (answer: Answer) => number) {
    this.sizeOf = sizeOf
  }

  /** `key`: what the answer follows from, in words. */
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
    let stops = [...this.kept.values()].reduce((sum, one) => sum + this.sizeOf(one.answer), 0)
    for (const [id, one] of this.kept) {
      if (stops <= mostStops) break
      this.kept.delete(id)
      stops -= this.sizeOf(one.answer)
    }
  }
}
