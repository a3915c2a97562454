// Searches problems with hourly travel times in two parts: first with mean times, which is many times faster, then from there
// with hourly times (docs/decisions/0276).
import {
  type Matrix,
  type ParallelOptions,
  type Problem,
  type SolveResult,
  solveSoon,
  type TravelProfile,
} from '@routewright/solver'
import { partOfSearch } from './part-of-search.ts'

/** Share of the time for the first part: measured on plans of 200 and 1,000 stops. */
const shareOfMean = 0.4

/** Works like `solveSoon`; the same search where no time depends on the hour. */
export async function solveByHour(problem: Problem, options: ParallelOptions): Promise<SolveResult> {
  if (options.seconds === undefined || !problem.profiles.some(({ hours }) => hours)) return solveSoon(problem, options)
  const first = await solveSoon(withMeanHours(problem), partOfSearch(options, 0, shareOfMean))
  const { solution, iterations } = await solveSoon(problem, {
    ...partOfSearch(options, shareOfMean, 1 - shareOfMean),
    initial: first.solution,
  })
  return { solution, iterations: first.iterations + iterations }
}

/** Returns the problem with each travel time averaged over the working hours. */
export function withMeanHours(problem: Problem): Problem {
  const shifts = problem.vehicles.map(({ shift }) => shift ?? [0, 86_400])
  const from = Math.min(...shifts.map(([start]) => start))
  const to = Math.max(from + 1, ...shifts.map(([, end]) => end))
  return { ...problem, profiles: problem.profiles.map((profile) => meanProfile(profile, from, to)) }
}

function meanProfile(profile: TravelProfile, from: number, to: number): TravelProfile {
  const { seconds, meters, hours } = profile
  // Profiles of arrivals by points come from files, not from projects.
  if (hours === undefined || hours.kind === 'arrivals') return profile
  const shares = listShares(hours.periodStarts, from, to)
  if (hours.kind === 'matrices') return { seconds: meanSeconds(seconds, hours.seconds, shares), meters }
  const { speeds, classes, distances } = hours
  const factors = speeds.map((ofClass) => ofClass.reduce((sum, speed, period) => sum + shares[period]! / speed, 0))
  const mean = new Int32Array(new SharedArrayBuffer(4 * seconds.length))
  for (let pair = 0; pair < mean.length; pair++) {
    mean[pair] = seconds[pair]! < 0 ? seconds[pair]! : Math.round(distances[pair]! * factors[classes[pair]!]!)
  }
  return { seconds: mean, meters }
}

/** Share of the time from `from` to `to` that lies in each period. */
function listShares(periodStarts: readonly number[], from: number, to: number): number[] {
  return periodStarts.map((start, period) => {
    const begins = period === 0 ? from : Math.max(from, start)
    const ends = Math.min(to, periodStarts[period + 1] ?? to)
    return Math.max(0, ends - begins) / (to - from)
  })
}

function meanSeconds(plain: Matrix, byPeriod: readonly Int32Array[], shares: readonly number[]): Int32Array {
  const mean = new Int32Array(new SharedArrayBuffer(4 * plain.length))
  for (let pair = 0; pair < mean.length; pair++) {
    const sum = byPeriod.reduce((total, seconds, period) => total + shares[period]! * seconds[pair]!, 0)
    mean[pair] = plain[pair]! < 0 ? plain[pair]! : Math.round(sum)
  }
  return mean
}
