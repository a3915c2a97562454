// Turns of organizations at the processors, for searches that are answered in the call that asks for them.

export interface OrganizationTurns {
  /** Runs the work when it is the organization's turn; undefined, without running it, where `mostWaiting` of its calls wait already. */
  run<T>(organizationId: string, work: () => Promise<T>): Promise<T | undefined>
}

export interface TurnLimits {
  /** Work that runs at a time. */
  most: number
  /** Work of one organization that runs at a time. */
  mostOfOne: number
  /** Calls of one organization that wait. */
  mostWaiting: number
}

/** Organizations with waiting calls are served one after the other, each with its oldest call. */
export function createOrganizationTurns({ most, mostOfOne, mostWaiting }: TurnLimits): OrganizationTurns {
  /** Waiting calls by organization; who was served last stands last. */
  const waiting = new Map<string, (() => void)[]>()
  const running = new Map<string, number>()
  let total = 0
  const isFree = (id: string) => total < most && (running.get(id) ?? 0) < mostOfOne
  const begin = (id: string) => {
    total += 1
    running.set(id, (running.get(id) ?? 0) + 1)
  }
  const serveNext = () => {
    const next = [...waiting].find(([id]) => isFree(id))
    if (!next) return
    const [id, [first, ...rest]] = next
    waiting.delete(id)
    if (rest.length > 0) waiting.set(id, rest)
    begin(id)
    first?.()
  }
  const end = (id: string) => {
    total -= 1
    const left = (running.get(id) ?? 1) - 1
    if (left > 0) running.set(id, left)
    else running.delete(id)
    serveNext()
  }
  return {
    async run(id, work) {
      if (isFree(id) && waiting.size === 0) begin(id)
      else {
        const own = waiting.get(id) ?? []
        if (own.length >= mostWaiting) return undefined
        await new Promise<void>((resolve) => {
          waiting.set(id, [...own, resolve])
          serveNext()
        })
      }
      try {
        return await work()
      } finally {
        end(id)
      }
    },
  }
}
