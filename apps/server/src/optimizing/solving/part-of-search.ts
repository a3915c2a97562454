// A search that is made of several: what each may take, and the progress of the whole.
import type { ParallelOptions } from '@routewright/solver'

/** The options of the part that takes `share` of the time and the steps after `from` of them are done; both 0 to 1. */
export function partOfSearch(options: ParallelOptions, from: number, share: number): ParallelOptions {
  const { seconds, iterations, onProgress, waitPrice } = options
  return {
    ...options,
    ...(seconds !== undefined && { seconds: seconds * share }),
    ...(iterations !== undefined && { iterations: Math.ceil(iterations * share) }),
    // A part is over where it alone would be, so that all of them take about as long as one search.
    ...(waitPrice !== undefined && { waitPrice: waitPrice / share }),
    onProgress: onProgress && ((told) => onProgress({ ...told, fraction: from + share * told.fraction })),
  }
}
