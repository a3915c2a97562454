/** Findings of the checker's parts. */

import type { ViolationCode } from '../solution.ts'

/**
 * A broken rule (`charging`: of a charging place on the way; `priority`: a stop of lower priority has the place; `backhaul`: a delivery
 * after a collection, or none before it; `alternatives`: more than one place of a group), or a wrong claim:
 * `duplicate` (a stop served twice), `missing` (neither served nor listed as unassigned), `structure` (indices, step order), `misreported`
 * (a stated number differs from its recomputation).
 */
export type FindingCode =
  | ViolationCode
  | 'charging'
  | 'backhaul'
  | 'alternatives'
  | 'priority'
  | 'duplicate'
  | 'missing'
  | 'structure'
  | 'misreported'

export interface Finding {
  readonly code: FindingCode
  /** Vehicle index; null when the finding concerns no single route. */
  readonly vehicle: number | null
  /** Stop index; null when it concerns a whole route. */
  readonly stop: number | null
  /** Excess (too late, too heavy, too long, too far) in the rule's own unit; 1 for yes/no rules. */
  readonly amount: number
  readonly message: string
  /** Whether the route itself reports a violation of this code (locked, pinned or hand-made orders). */
  readonly isDeclared: boolean
}

export type NoteFinding = (
  code: FindingCode,
  vehicle: number | null,
  stop: number | null,
  amount: number,
  message: string,
) => void

/** Travel times by the hour are fractions whose last digits depend on the order of sums; differences below this are no findings. */
export const roundingSeconds = 1e-6

/** Notes `misreported` when a stated number differs from the recomputed one. */
export function noteUnlessEqual(
  note: NoteFinding,
  vehicle: number,
  stop: number | null,
  name: string,
  stated: number,
  recomputed: number,
): void {
  if (Math.abs(stated - recomputed) <= roundingSeconds) return
  note(
    'misreported',
    vehicle,
    stop,
    Math.abs(stated - recomputed),
    `${name}: stated ${stated}, recomputed ${recomputed}`,
  )
}
