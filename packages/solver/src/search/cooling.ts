/** How hot a search may start (as hot as its steps let it cool again), and how often it does. */
import type { Annealer } from './anneal.ts'

const coolestStart = 0.02
/**
 * Up to so many stops a search with steps for several full coolings is made of several: how many vehicles there are and who goes where
 * is settled while it is hot, a longer cooling settles it no better, and another one may settle it otherwise (decision 0508).
 */
const mostStopsCooledAgain = 150
/** Steps of each of them, in steps per stop from which the full start temperature pays, and how many there are at most. */
const coolingLength = 1.7
const mostCoolings = 4
/** Steps made to see how fast they are, at least (a short search has no time for more) and at most, and how many are timed at once. */
const leastProbeSteps = 400
const mostProbeSteps = 20_000
const probeStride = 25
/** Part of the time, and milliseconds at most, after which the speed is known well enough: compiling takes a while. */
const probeShare = 0.02
const mostProbeMilliseconds = 500
/** After so many milliseconds fewer than the least steps are enough. */
const slowProbeMilliseconds = 60
/** A stride that the clock measures as shorter is taken to have lasted this long, because clocks of browsers and runtimes are coarse. */
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
 * Lowers the start temperature when there are few steps for the number of stops, and has a small plan cooled several times when
 * there are many. With few steps a search cannot cool down slowly from the full temperature; from a lower one it can, and ends with
 * a better plan. With a time limit the number of steps is estimated: a few steps that accept only improvements are made and timed.
 */
export function adaptCooling(annealer: Annealer, work: ExpectedWork): void {
  let steps = work.iterations
  if (work.clock && work.milliseconds < Number.POSITIVE_INFINITY) {
    const startedAt = work.clock()
    const first = annealer.iterations
    const enough = Math.min(mostProbeMilliseconds, work.milliseconds * probeShare)
    annealer.temperature = 1e-9
    // Only the fastest stride counts: the others were slowed down by the compiler or by other programs.
    let perMillisecond = 0
    let strideAt = startedAt
    let inStride = 0
    for (let isOver = false; !isOver && annealer.iterations - first < Math.min(mostProbeSteps, work.iterations); ) {
      annealer.step()
      inStride++
      const now = work.clock()
      const limit = annealer.iterations - first < leastProbeSteps ? Math.max(enough, slowProbeMilliseconds) : enough
      isOver = now - startedAt > limit
      if (inStride < probeStride && !isOver) continue
      perMillisecond = Math.max(perMillisecond, inStride / Math.max(leastStrideMilliseconds, now - strideAt))
      strideAt = now
      inStride = 0
    }
    steps = Math.min(steps, perMillisecond * work.milliseconds * work.threads)
  }
  const perStop = steps / Math.max(1, annealer.model.stopCount)
  const { settings } = annealer
  const part = Math.min(1, Math.sqrt(perStop / settings.fullStepsPerStop))
  const lengths = Math.floor(perStop / (coolingLength * settings.fullStepsPerStop))
  // Where days are chosen, one long cooling finds more (decision 0281).
  const isCooledAgain = annealer.model.stopCount <= mostStopsCooledAgain && !annealer.days
  settings.coolings = isCooledAgain ? Math.max(1, Math.min(mostCoolings, lengths)) : 1
  settings.startTemperature = Math.max(coolestStart, settings.endTemperature * 2, settings.startTemperature * part)
}
