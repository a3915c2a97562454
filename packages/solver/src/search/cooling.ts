/** How hot a search may start: as hot as its steps let it cool again. */
import type { Annealer } from './anneal.ts'

/** Steps per stop from which the full start temperature pays. */
const fullStepsPerStop = 1500
const coolestStart = 0.02
/** Steps made to see how fast they are, and the milliseconds after which that is known well enough. */
const probeSteps = 400
const probeMilliseconds = 60

export interface ExpectedWork {
  /** Steps at most, of all threads together. */
  iterations: number
  clock: (() => number) | undefined
  /** Left on the clock; Infinity: no limit. */
  milliseconds: number
  threads: number
}

/**
 * Lowers the start temperature when time or iterations are few for the number of stops: a long cooling cut short ends warm, a
 * short one from a cooler start ends good. With a time limit, some steps downhill measure the speed.
 */
export function adaptCooling(annealer: Annealer, work: ExpectedWork): void {
  let steps = work.iterations
  if (work.clock && work.milliseconds < Number.POSITIVE_INFINITY) {
    const startedAt = work.clock()
    const first = annealer.iterations
    annealer.temperature = 1e-9
    while (annealer.iterations - first < probeSteps && annealer.iterations - first < work.iterations) {
      annealer.step()
      if (work.clock() - startedAt > probeMilliseconds) break
    }
    const spent = Math.max(0.5, work.clock() - startedAt)
    // The first steps run before the compiler has seen them.
    const perMillisecond = (2 * (annealer.iterations - first)) / spent
    steps = Math.min(steps, perMillisecond * work.milliseconds * work.threads)
  }
  const perStop = steps / Math.max(1, annealer.model.stopCount)
  const part = Math.min(1, Math.sqrt(perStop / fullStepsPerStop))
  const { settings } = annealer
  settings.startTemperature = Math.max(coolestStart, settings.endTemperature * 2, settings.startTemperature * part)
}
