// Finds stops whose place cannot be meant: latitude and longitude swapped, at 0/0, or on the other side of the world.
import { createPlaceJudge } from '@routewright/reading'
import type { StopRow } from '../../data/stop-table.ts'
import type { LocationValue, WarningValue } from '../../data/values.ts'
import { findPlace } from './places.ts'

/** Kilometres beyond which nobody delivers by road; trunk routes stay below. */
const beyondRoads = 2_000

/** Returns warnings by stop id, for stops far from both ends of their route or, where these have no place, from the other stops. */
export function outlyingWarnings(
  routeEnds: readonly (LocationValue | null)[],
  stops: readonly Pick<StopRow, 'id' | 'location'>[],
): Map<string, WarningValue> {
  const ends = routeEnds.flatMap((end) => findPlace(end) ?? [])
  const placed = stops.flatMap(({ id, location }) => {
    const point = findPlace(location)
    return point ? [{ id, point }] : []
  })
  const judge = createPlaceJudge(
    ends,
    placed.map(({ point }) => point),
  )
  return new Map(
    placed.flatMap(({ id, point }) => {
      const outlying = judge(point)
      if (!outlying || (outlying.kind === 'far' && outlying.kilometers < beyondRoads)) return []
      const far = `The place lies ${outlying.kilometers} km from everything else`
      const message = outlying.kind === 'swapped' ? `${far}: are latitude and longitude changed over?` : `${far}.`
      return [[id, { code: 'far_away', message }] as const]
    }),
  )
}
