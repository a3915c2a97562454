/** How hot a search may start (as hot as its steps let it cool again), and how often it does. */
import type { Annealer } from './anneal.ts'
import { supportsLeanSteps } from './lean-steps.ts'

const coolestStart = 0.02
/**
 * Up to so many stops a search with steps for several full coolings is made of several: how many vehicles there are and who goes where
 * is settled while it is hot, a longer cooling settles it no better, and another one may settle it otherwise (decision 0508).
 */
const mostStopsCooledAgain = 150
/** Steps of each of them, in steps per stop from which the full start temperature pays, and how many there are at most. */
const coolingLength = 1.7
const mostCoolings = 4
/** Steps before the temperatures are chosen, at least (a short search has no time for more) and at most, and how many are timed at once. */
const leastProbeSteps = 400
const mostProbeSteps = 20_000
const probeStride = 25
/** Part of the time, and milliseconds at most, that they take: where speed is measured, compiling takes a while. */
const probeShare = 0.02
const mostProbeMilliseconds = 500
/** After so many milliseconds fewer than the least steps are enough. */
const slowProbeMilliseconds = 60
/** A stride that the clock measures as shorter is taken to have lasted this long, because clocks of browsers and runtimes are coarse. */
const leastStrideMilliseconds = 0.1

/** Part of the time after which the first steps end wherever they are: on a machine that is very busy. */
const mostImproved = 0.1
/**
 * Milliseconds from which the usual speed counts. Shorter coolings were tuned with what few steps of a machine that is not warm yet tell: they
 * begin cooler for it, and worse when they do not.
 */
const leastUsual = 10_000
/** The temperatures were chosen with the fastest steps of a few, which are so much quicker than all of them. */
const fastestOfUsual = 1.7

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
 * a better plan.
 *
 * With ten seconds or more these are the steps of a usual machine, where rules are alike enough to know them: measured speed differs from run
 * to run, and with it everything that the same seed finds (decision 0560). Else a few steps that accept only improvements are timed.
 */
export function adaptCooling(annealer: Annealer, work: ExpectedWork): void {
  const { clock, iterations, milliseconds, threads } = work
  let steps = iterations
  if (clock && milliseconds < Number.POSITIVE_INFINITY) {
    annealer.temperature = 1e-9
    const usual = milliseconds < leastUsual ? undefined : usualSpeed(annealer)
    if (usual === undefined) steps = Math.min(steps, measureSpeed(annealer, work, clock) * milliseconds * threads)
    else {
      const probe = Math.max(leastProbeSteps, usual * Math.min(mostProbeMilliseconds, milliseconds * probeShare))
      improve(annealer, Math.min(mostProbeSteps, iterations, Math.ceil(probe)), clock, milliseconds * mostImproved)
      steps = Math.min(steps, fastestOfUsual * usual * milliseconds * threads)
    }
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

/** So many steps at the present temperature, if they take no longer. */
function improve(annealer: Annealer, steps: number, clock: () => number, milliseconds: number): void {
  const startedAt = clock()
  const until = annealer.iterations + steps
  while (annealer.iterations < until && clock() - startedAt < milliseconds)
    annealer.steps(Math.min(probeStride, until - annealer.iterations))
}

/** Steps in a millisecond, at their fastest. */
function measureSpeed(annealer: Annealer, work: ExpectedWork, clock: () => number): number {
  const startedAt = clock()
  const first = annealer.iterations
  const enough = Math.min(mostProbeMilliseconds, work.milliseconds * probeShare)
  // Only the fastest stride counts: the others were slowed down by the compiler or by other programs.
  let perMillisecond = 0
  let strideAt = startedAt
  let inStride = 0
  for (let isOver = false; !isOver && annealer.iterations - first < Math.min(mostProbeSteps, work.iterations); ) {
    annealer.step()
    inStride++
    const now = clock()
    const limit = annealer.iterations - first < leastProbeSteps ? Math.max(enough, slowProbeMilliseconds) : enough
    isOver = now - startedAt > limit
    if (inStride < probeStride && !isOver) continue
    perMillisecond = Math.max(perMillisecond, inStride / Math.max(leastStrideMilliseconds, now - strideAt))
    strideAt = now
    inStride = 0
  }
  return perMillisecond
}

/**
 * Steps in a millisecond of the machine that the figures of docs/benchmarks.md come from, while a search cools; undefined where rules make
 * too much of a difference. Nearly all of a step goes into looking at places beside near stops, or along whole routes for pairs.
 */
function usualSpeed({ model, days, kernel, settings }: Annealer): number | undefined {
  const { stopCount, typeCount, features } = model
  if (!features.isLean || days) return undefined
  const used = Math.max(1, kernel.count.filter((stops) => stops > 0).length)
  const length = stopCount / used
  if (features.hasShipments) return 1000 / (length * (3.6 + stopCount / 600))
  const [near, place] = features.hasWindows
    ? [length, 0.48 + stopCount / 2900]
    : [0.6 * length, 0.42 + stopCount / 5000]
  const slower = (typeCount > 1 ? 1.6 : 1) * (settings.isCompiled && supportsLeanSteps(model) ? 1 : 2)
  return 1000 / ((8 + near) * place * slower)
}
