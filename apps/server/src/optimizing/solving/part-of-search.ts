// A search that consists of several parts: the limits of each, and the progress of the whole.
import type { ParallelOptions } from '@routewright/solver'

/** Options of one part: it gets `share` of the time and the steps, and begins after `from` of the progress; both 0 to 1. */
export function partOfSearch(options: ParallelOptions, from: number, share: number): ParallelOptions {
  const { seconds, iterations, onProgress, waitPrice } = options
  return {
    ...options,
    ...(seconds !== undefined && { seconds: seconds * share }),
    ...(iterations !== undefined && { iterations: Math.ceil(iterations * share) }),
    // Scales the price of waiting, so that all parts together take about as long as one search.
    ...(waitPrice !== undefined && { waitPrice: waitPrice / share }),
    onProgress: onProgress && ((told) => onProgress({ ...told, fraction: from + share * told.fraction })),
  }
}
