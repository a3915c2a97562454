// Travel times by the hour of a source that knows traffic by itself: one matrix for each period of the day, each remembered like any other.
import type { Matrix } from '@routewright/solver'
import type { LegSource } from './leg-source.ts'
import type { MatrixCache } from './matrix-cache.ts'
import {
  type DayPeriods,
  findPeriods,
  type LegPeriods,
  type TravelClass,
  type TravelMatrix,
  type TravelOptions,
  type TravelPath,
  type TravelPoint,
  type VehicleClass,
} from './travel.ts'

/** The source for a vehicle that leaves at the moment of each period; undefined where nobody asks, or the source knows no hours. */
export function sourcesByPeriod(
  travelClass: TravelClass,
  findSource: (travelClass: TravelClass) => LegSource | undefined,
): { starts: readonly number[]; sources: LegSource[] } | undefined {
  const periods = findPeriods(travelClass)
  if (!periods) return undefined
  const plain = findSource(travelClass)
  const sources = listMoments(travelClass as VehicleClass, periods).flatMap((own) => findSource(own) ?? [])
  if (sources.length !== periods.starts.length || sources.some((source) => source === plain)) return undefined
  return { starts: periods.starts, sources }
}

function listMoments({ periods: _asked, ...vehicle }: VehicleClass, { moments }: DayPeriods): VehicleClass[] {
  return moments.map((departsAt) => ({ ...vehicle, departsAt }))
}

type ByPeriod = NonNullable<ReturnType<typeof sourcesByPeriod>>

/**
 * The plain matrix with what each way takes in each period, asked one period after the other: a server for one van must not be asked for all of them at
 * once. Where a period knows no way, the plain time holds. Throws TravelError.
 */
export async function matrixByPeriod(
  matrices: MatrixCache,
  plain: TravelMatrix,
  { starts, sources }: ByPeriod,
  points: readonly TravelPoint[],
  options?: TravelOptions,
): Promise<TravelMatrix> {
  const seconds: Int32Array[] = []
  for (const source of sources) {
    const own = await matrices.matrix(source, points, options)
    seconds.push(filledFrom(own.seconds, plain.seconds))
  }
  return { ...plain, periods: { starts, seconds } }
}

/** The same of what is remembered, without asking; the plain times for the rest. */
export function knownByPeriod(
  matrices: MatrixCache,
  plain: TravelMatrix,
  { starts, sources }: ByPeriod,
  points: readonly TravelPoint[],
): TravelMatrix {
  const seconds = sources.map((source) => {
    const { meters } = plain
    const own = { seconds: Int32Array.from(plain.seconds), meters: Int32Array.from(meters) }
    matrices.fillKnown(source, points, own)
    return filledFrom(own.seconds, plain.seconds)
  })
  return { ...plain, periods: { starts, seconds } }
}

/** Adds the cached times of each period to the path; unchanged where periods are not used. */
export function pathByPeriod(
  matrices: MatrixCache,
  path: TravelPath,
  byPeriod: ByPeriod | undefined,
  points: readonly TravelPoint[],
): TravelPath {
  return byPeriod ? { ...path, legPeriods: legsByPeriod(matrices, byPeriod, points) } : path
}

/** Undefined for a leg that no period was asked about. */
function legsByPeriod(
  matrices: MatrixCache,
  { starts, sources }: ByPeriod,
  points: readonly TravelPoint[],
): (LegPeriods | undefined)[] {
  const unknown = () => ({
    seconds: new Int32Array(points.length ** 2).fill(-1),
    meters: new Int32Array(points.length ** 2),
  })
  const known = sources.map((source) => {
    const own = unknown()
    matrices.fillKnown(source, points, own)
    return own.seconds
  })
  return points.slice(1).map((_, leg) => {
    const seconds = known.map((own) => own[leg * points.length + leg + 1]!)
    return seconds.every((second) => second >= 0) ? { starts, seconds } : undefined
  })
}

function filledFrom(own: Matrix, plain: Matrix): Int32Array {
  const shared = new Int32Array(new SharedArrayBuffer(4 * Math.max(1, own.length)), 0, own.length)
  for (let entry = 0; entry < own.length; entry++) {
    shared[entry] = plain[entry]! < 0 || own[entry]! < 0 ? plain[entry]! : own[entry]!
  }
  return shared
}
