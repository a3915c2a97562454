/** Runs an annealer for a share of the whole cooling: from one fraction of the schedule to another, by time or by iterations. */
import type { Annealer } from './anneal.ts'

/** Part of a cooling schedule. Temperatures are absolute; fractions are of the whole schedule. */
export interface CoolingLeg {
  hot: number
  cold: number
  /** How often the whole schedule cools from hot to cold. */
  coolings: number
  fromFraction: number
  toFraction: number
  /** Largest number of steps of this leg. */
  iterations: number
  /** Clock of the calling thread in milliseconds, and how long the leg may last on it; Infinity: no limit. */
  clock: (() => number) | undefined
  milliseconds: number
  cancel: Int32Array | undefined
  /** Called between steps, every few milliseconds at most. */
  onPause?: (fraction: number) => void
}

/** Runs steps until the leg's time or iterations are used up, or it is cancelled. Returns whether it was cancelled. */
export function runLeg(annealer: Annealer, leg: CoolingLeg): boolean {
  const { clock, cancel, milliseconds, hot, cold, coolings } = leg
  const startedAt = clock?.() ?? 0
  const first = annealer.iterations
  // Reads the clock often enough to stop within a few milliseconds at any size.
  const stride = annealer.model.features.isLean ? 50 : 5
  const ratio = cold / hot
  while (annealer.iterations - first < leg.iterations) {
    if (cancel && Atomics.load(cancel, 0) !== 0) return true
    let done = (annealer.iterations - first) / leg.iterations
    if (clock && milliseconds < Number.POSITIVE_INFINITY) {
      // On a busy machine a leg's time may be over (zero or negative) before its first step.
      const passed = clock() - startedAt
      if (passed >= milliseconds) break
      done = Math.max(done, passed / milliseconds)
    }
    const fraction = leg.fromFraction + (leg.toFraction - leg.fromFraction) * done
    leg.onPause?.(fraction)
    const cooled = fraction * coolings
    annealer.temperature = hot * ratio ** (cooled - Math.min(coolings - 1, Math.floor(cooled)))
    const until = Math.min(first + leg.iterations, annealer.iterations + stride)
    annealer.steps(until - annealer.iterations)
  }
  return false
}
