// Questions asked once outside of a transaction, so that the same questions can be answered inside of it without a network.
import type { TravelClass, TravelOptions, TravelPoint, TravelProvider } from './travel.ts'

export interface RememberedAnswers {
  /** Asks `source` and keeps what it says. */
  asking: TravelProvider
  /** Returns a provider that takes known results from memory and everything else from `other`. */
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
      matrix: async (points, travelClass, own) =>
        (await matrices.find(points, travelClass)) ?? other.matrix(points, travelClass, own),
      path: async (points, travelClass, own) =>
        (await paths.find(points, travelClass)) ?? other.path(points, travelClass, own),
    }),
  }
}

type Question<T> = (points: readonly TravelPoint[], travelClass: TravelClass) => Promise<T>

function createMemory<T>(ask: Question<T>) {
  const known = new Map<string, Promise<T>>()
  const getKey = (points: readonly TravelPoint[], travelClass: TravelClass) => JSON.stringify([travelClass, points])
  return {
    ask: ((points, travelClass) => {
      const answer = ask(points, travelClass)
      known.set(getKey(points, travelClass), answer)
      return answer
    }) satisfies Question<T>,
    find: (points: readonly TravelPoint[], travelClass: TravelClass): Promise<T> | undefined =>
      known.get(getKey(points, travelClass)),
  }
}
