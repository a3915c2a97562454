// Ways between a new place and the stops of days: one question for all of them, remembered for who asks for the place again.
import { pointKey } from '../../../geography/travel/leg-source.ts'
import { createStraightLister } from '../../../geography/travel/straight-ways.ts'
import type { TravelMatrix, TravelPoint, TravelProvider, VehicleClass } from '../../../geography/travel/travel.ts'

/** One way, as the source of travel times tells it. */
export interface Leg {
  /** Negative where no way leads there. */
  seconds: number
  meters: number
  /** Classes of its roads, where the source reports them. */
  mix?: number
  /** A straight line, because no roads are known there. */
  isStraight?: boolean
}

/** The ways to and from one place, by the key of the other end. */
export interface LegsOfPlace {
  to: { get(key: string): Leg | undefined }
  from: { get(key: string): Leg | undefined }
}

interface KnownLegs extends LegsOfPlace {
  to: Map<string, Leg>
  from: Map<string, Leg>
  /** When the first of them was asked for, milliseconds. */
  since: number
}

/** Most places that are cached, each with the legs to all stops asked for. */
const mostPlaces = 60
/** Roads may have been changed since: what is older is asked for anew. */
export const longestKnownMilliseconds = 600_000

/**
 * Remembers the ways of places. Whoever must not wait for a network (a rule inside its transaction) finds here what was asked
 * before it began.
 */
export class PlaceLegs {
  /** In the order of their last use. */
  private readonly places = new Map<string, KnownLegs>()

  /** The ways between the place and these points, which are asked for together where they are not known. Throws TravelError. */
  async find(
    travel: TravelProvider,
    way: VehicleClass,
    place: TravelPoint,
    points: readonly TravelPoint[],
    now: Date,
  ): Promise<LegsOfPlace> {
    const key = `${JSON.stringify(way)} ${pointKey(place)}`
    const kept = this.places.get(key)
    const isKnown = kept && now.getTime() - kept.since < longestKnownMilliseconds
    const known = isKnown ? kept : { since: now.getTime(), to: new Map(), from: new Map() }
    const missing = new Map<string, TravelPoint>()
    for (const point of points) {
      const of = pointKey(point)
      if (!known.to.has(of)) missing.set(of, point)
    }
    if (missing.size > 0) await ask(travel, way, place, missing, known)
    this.places.delete(key)
    this.places.set(key, known)
    for (const oldest of this.places.keys()) {
      if (this.places.size <= mostPlaces) break
      this.places.delete(oldest)
    }
    return known
  }
}

async function ask(
  travel: TravelProvider,
  way: VehicleClass,
  place: TravelPoint,
  missing: ReadonlyMap<string, TravelPoint>,
  known: KnownLegs,
): Promise<void> {
  const points = [...missing.values()]
  const [from, to] = await Promise.all([travel.table([place], points, way), travel.table(points, [place], way)])
  const straight = createStraightLister(travel, points, way)(place)
  for (const [index, key] of [...missing.keys()].entries()) {
    const mark = straight.has(index) && { isStraight: true }
    known.from.set(key, { ...getLeg(from, index), ...mark })
    known.to.set(key, { ...getLeg(to, index), ...mark })
  }
}

/** The ways between each of some places and all points, for many places: kept as tables. Throws TravelError. */
export async function legsOfMany(
  travel: TravelProvider,
  way: VehicleClass,
  places: readonly TravelPoint[],
  points: readonly TravelPoint[],
): Promise<LegsOfPlace[]> {
  const [from, to] = await Promise.all([travel.table(places, points, way), travel.table(points, places, way)])
  const indexOf = new Map(points.map((point, index) => [pointKey(point), index]))
  const listStraight = createStraightLister(travel, points, way)
  return places.map((place, row) => {
    const straight = listStraight(place)
    const entry = (table: TravelMatrix, at: (point: number) => number) => ({
      get(key: string) {
        const point = indexOf.get(key)
        if (point === undefined) return undefined
        return { ...getLeg(table, at(point)), ...(straight.has(point) && { isStraight: true }) }
      },
    })
    return {
      from: entry(from, (point) => row * points.length + point),
      to: entry(to, (point) => point * places.length + row),
    }
  })
}

/** The entry of a table as a leg. */
function getLeg({ seconds, meters, mixes }: TravelMatrix, entry: number): Leg {
  return { seconds: seconds[entry]!, meters: meters[entry]!, ...(mixes && { mix: mixes[entry]! }) }
}
