/** Chooses the start temperature (as hot as the steps allow to cool from) and the number of coolings. */
import { countCustomers } from '../model/alternatives.ts'
import type { Annealer } from './anneal.ts'
import { supportsLeanSteps } from './lean-steps.ts'

const coolestStart = 0.02
/**
 * Up to this many stops, a search with enough steps cools several times. The number of vehicles and the division of stops among them is
 * settled while it is hot: a longer cooling settles it no better, but another one may settle it differently (decision 0508).
 */
const mostStopsCooledAgain = 150
/** The same where places are chosen: which customers share a full vehicle is settled while it is hot. */
const mostCustomersCooledAgain = 260
/** Steps of each cooling, as a multiple of the steps per stop from which the full start temperature pays; and the most coolings. */
const coolingLength = 1.7
const mostCoolings = 4
/**
 * Steps that measure the speed before temperatures are chosen: at least (a short search has no time for more), at most, and timed at once.
 */
const leastProbeSteps = 400
const mostProbeSteps = 20_000
const probeStride = 25
/** Longest time for measuring the speed, as a share of the whole and in milliseconds. Compiling takes a while where it is measured. */
const probeShare = 0.02
const mostProbeMilliseconds = 500
/** After this many milliseconds, fewer than `leastProbeSteps` are enough. */
const slowProbeMilliseconds = 60
/** Shortest time assumed for a stride, because clocks of browsers and runtimes are coarse. */
const leastStrideMilliseconds = 0.1

/** Share of the time after which these first steps end in any case, on a very busy machine. */
const mostImproved = 0.1
/**
 * From this many milliseconds, `usualSpeed` replaces measuring. Shorter searches were tuned with the speed of a few steps on a cold
 * machine, which makes them start cooler; with the usual speed they end worse.
 */
const leastUsual = 10_000
/** Ratio of the fastest strides to the average speed: the temperatures were tuned with the fastest strides. */
const fastestOfUsual = 1.7

export interface ExpectedWork {
  /** Largest number of steps, of all threads together. */
  iterations: number
  clock: (() => number) | undefined
  /** Milliseconds left; Infinity: no limit. */
  milliseconds: number
  threads: number
}

/**
 * Lowers the start temperature when there are few steps per stop, and lets a small plan cool several times when there are many. With few
 * steps a search cannot cool slowly from the full temperature; from a lower one it can, and ends with a better plan.
 *
 * From ten seconds on, the number of steps is that of a usual machine, when the rules are similar enough to know it: measured speed differs
 * from run to run, and with it all results of the same seed (decision 0560). Otherwise a few steps that accept only improvements are timed.
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
  const perStop = steps / Math.max(1, countCustomers(annealer.model))
  const { settings } = annealer
  const part = Math.min(1, Math.sqrt(perStop / settings.fullStepsPerStop))
  const lengths = Math.floor(perStop / (coolingLength * settings.fullStepsPerStop))
  const isCooledAgain = countCustomers(annealer.model) <= mostCooledAgain(annealer)
  settings.coolings = isCooledAgain ? Math.max(1, Math.min(mostCoolings, lengths)) : 1
  settings.startTemperature = Math.max(coolestStart, settings.endTemperature * 2, settings.startTemperature * part)
}

/** Steps in so many milliseconds on a usual machine, on one thread; undefined when rules make too much difference. */
export function expectSteps(annealer: Annealer, milliseconds: number): number | undefined {
  const usual = usualSpeed(annealer)
  return usual === undefined ? undefined : fastestOfUsual * usual * milliseconds
}

/** Number of stops on routes up to which a search cools several times. */
function mostCooledAgain({ model, days }: Annealer): number {
  if (model.alternatives) return mostCustomersCooledAgain
  // When days are chosen, one long cooling finds more (decision 0281).
  return days ? 0 : mostStopsCooledAgain
}

/** Runs at most `steps` steps at the current temperature, within the given milliseconds. */
function improve(annealer: Annealer, steps: number, clock: () => number, milliseconds: number): void {
  const startedAt = clock()
  const until = annealer.iterations + steps
  while (annealer.iterations < until && clock() - startedAt < milliseconds)
    annealer.steps(Math.min(probeStride, until - annealer.iterations))
}

/** Steps per millisecond, at their fastest. */
function measureSpeed(annealer: Annealer, work: ExpectedWork, clock: () => number): number {
  const startedAt = clock()
  const first = annealer.iterations
  const enough = Math.min(mostProbeMilliseconds, work.milliseconds * probeShare)
  // Only the fastest stride counts: the others were slowed by the compiler or by other programs.
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

/** How much slower steps of pairs are where durations count. */
const timedPairs = 1.35
/** How much slower single stops are put back than by the compiled steps: by the kernel itself, and among pairs. */
const uncompiled = 2
const amongPairs = 3

/**
 * Steps per millisecond while a search cools, on the machine that produced the figures of docs/benchmarks.md; undefined when rules make too
 * much difference. Nearly all of a step is spent on positions next to near stops, or, for pairs, on whole routes.
 */
function usualSpeed({ model, days, kernel, settings }: Annealer): number | undefined {
  const { stopCount, typeCount, features } = model
  if (!features.isLean || days) return undefined
  const used = Math.max(1, kernel.count.filter((stops) => stops > 0).length)
  const length = stopCount / used
  const [near, place] = features.hasWindows
    ? [length, 0.48 + stopCount / 2900]
    : [0.6 * length, 0.42 + stopCount / 5000]
  const single = (8 + near) * place * (typeCount > 1 ? 1.6 : 1)
  if (!features.hasShipments)
    return 1000 / (single * (settings.isCompiled && supportsLeanSteps(model) ? 1 : uncompiled))
  const paired = length * (3.6 + stopCount / 600) * (features.hasDuration ? timedPairs : 1)
  const share = (2 * model.shipmentDelivery.length) / stopCount
  return 1000 / (share * paired + (1 - share) * amongPairs * single)
}
