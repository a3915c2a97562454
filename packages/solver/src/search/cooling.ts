/** How hot a search may start: as hot as its steps let it cool again. */
import type { Annealer } from './anneal.ts'

/** Steps per stop from which the full start temperature pays. */
const fullStepsPerStop = 1500
const coolestStart = 0.02
/** Steps made to see how fast they are, how many are timed at once, and the milliseconds after which that is known well enough. */
const probeSteps = 400
const probeStride = 25
const probeMilliseconds = 60
/** Clocks are coarse. */
const leastStrideMilliseconds = 0.1

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
    // The fastest stride tells what the machine can do: others wait for the compiler, or for other programs.
    let perMillisecond = 0
    let strideAt = startedAt
    let inStride = 0
    for (let isOver = false; !isOver && annealer.iterations - first < Math.min(probeSteps, work.iterations); ) {
      annealer.step()
      inStride++
      const now = work.clock()
      isOver = now - startedAt > probeMilliseconds
      if (inStride < probeStride && !isOver) continue
      perMillisecond = Math.max(perMillisecond, inStride / Math.max(leastStrideMilliseconds, now - strideAt))
      strideAt = now
      inStride = 0
    }
    steps = Math.min(steps, perMillisecond * work.milliseconds * work.threads)
  }
  const perStop = steps / Math.max(1, annealer.model.stopCount)
  const part = Math.min(1, Math.sqrt(perStop / fullStepsPerStop))
  const { settings } = annealer
  settings.startTemperature = Math.max(coolestStart, settings.endTemperature * 2, settings.startTemperature * part)
}
