/** Debug and test runs: asserts for every applied move that it changed the cost by exactly the predicted difference. */
import type { MoveName } from './moves.ts'

/** Counts and checks the moves of one search. */
export class MoveAudit {
  /** How often each move was applied. */
  readonly applied = new Map<MoveName, number>()

  /** Throws an Error when the cost changed by other than `delta`; `scale` is the magnitude of the costs added up. */
  record(move: MoveName, change: number, delta: number, scale: number): void {
    this.applied.set(move, (this.applied.get(move) ?? 0) + 1)
    const largest = Math.max(Math.abs(scale), Math.abs(change))
    if (Math.abs(change - delta) <= 1e-4 * Math.max(1, largest * 1e-6)) return
    throw new Error(`the move "${move}" was to change the cost by ${delta}, but it did by ${change}`)
  }
}

const isAudited = process.env.NODE_ENV === 'test' || process.env.ROUTEWRIGHT_AUDIT === '1'

/** Audit of a new search, in tests and with ROUTEWRIGHT_AUDIT=1; otherwise undefined, and a move only checks that. */
export function createAudit(): MoveAudit | undefined {
  return isAudited ? new MoveAudit() : undefined
}
