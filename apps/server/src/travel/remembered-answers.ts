// Questions asked once outside of a transaction, so that the same questions can be answered inside of it without a network.
import type { TravelMode, TravelOptions, TravelPoint, TravelProvider } from './travel.ts'

export interface RememberedAnswers {
  /** Asks `source` and keeps what it says. */
  asking: TravelProvider
  /** Answers what was asked before from memory, and everything else by `other`. */
  orElse(other: TravelProvider): TravelProvider
}

/** For matrices and paths; recorded tracks are never asked for twice. */
export function rememberAnswers(source: TravelProvider, options: TravelOptions): RememberedAnswers {
  const matrices = createMemory((points, mode) => source.matrix(points, mode, options))
  const paths = createMemory((points, mode) => source.path(points, mode, options))
  return {
    asking: { ...source, matrix: matrices.ask, path: paths.ask },
    orElse: (other) => ({
      ...other,
      matrix: async (points, mode, own) => (await matrices.find(points, mode)) ?? other.matrix(points, mode, own),
      path: async (points, mode, own) => (await paths.find(points, mode)) ?? other.path(points, mode, own),
    }),
  }
}

type Question<T> = (points: readonly TravelPoint[], mode: TravelMode) => Promise<T>

function createMemory<T>(ask: Question<T>) {
  const known = new Map<string, Promise<T>>()
  const keyOf = (points: readonly TravelPoint[], mode: TravelMode) => JSON.stringify([mode, points])
  return {
    ask: ((points, mode) => {
      const answer = ask(points, mode)
      known.set(keyOf(points, mode), answer)
      return answer
    }) satisfies Question<T>,
    find: (points: readonly TravelPoint[], mode: TravelMode): Promise<T> | undefined => known.get(keyOf(points, mode)),
  }
}
