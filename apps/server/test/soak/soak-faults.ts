// Faults during the soak, recorded in words, and the reports whose events are still to come.

/** An acknowledged report must have been told of after so long. */
const longestEventMilliseconds = 120_000
const keptFaults = 200

export interface Faults {
  /** In the order in which they happened, the first of them only. */
  readonly list: readonly string[]
  readonly count: number
  add(fault: string): void
}

export function createFaults(say: (line: string) => void = () => {}): Faults {
  const list: string[] = []
  let count = 0
  return {
    list,
    get count() {
      return count
    },
    add(fault) {
      count += 1
      if (list.length < keptFaults) list.push(fault)
      say(`FAULT ${fault}`)
    },
  }
}

export interface ExpectedEvents {
  readonly arrived: number
  readonly longestMilliseconds: number
  readonly missing: number
  /** Before the report is sent. */
  expect(clientId: string): void
  /** It was refused: nothing will come. */
  forget(clientId: string): void
  arrive(clientId: string): void
  /** Returns overdue ones, each once. */
  takeOverdue(): string[]
}

export function createExpectedEvents(now: () => number = Date.now): ExpectedEvents {
  const sentAt = new Map<string, number>()
  let arrived = 0
  let longestMilliseconds = 0
  return {
    get arrived() {
      return arrived
    },
    get longestMilliseconds() {
      return longestMilliseconds
    },
    get missing() {
      return sentAt.size
    },
    expect: (clientId) => void sentAt.set(clientId, now()),
    forget: (clientId) => void sentAt.delete(clientId),
    arrive(clientId) {
      const at = sentAt.get(clientId)
      if (at === undefined) return
      sentAt.delete(clientId)
      arrived += 1
      longestMilliseconds = Math.max(longestMilliseconds, now() - at)
    },
    takeOverdue() {
      const overdue = [...sentAt].filter(([, at]) => now() - at > longestEventMilliseconds).map(([id]) => id)
      for (const id of overdue) sentAt.delete(id)
      return overdue
    },
  }
}
