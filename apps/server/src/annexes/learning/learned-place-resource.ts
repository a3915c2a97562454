// Learned places, as callers see them.
import type { LearnedPlace } from '@routewright/contract'
import type { LearnedPlaceRow } from '../../data/learned-place-table.ts'
import type { LearnedPointValue, StopPlaceValue } from '../../data/values.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { isPlace } from './customer.ts'

/** Where vans go by what is known: what somebody fixed, else the parking place, else the door; null for the place on the map. */
export function destinationOfRow({ is_off, is_by_hand, fixed, door, parking }: LearnedPlaceRow): StopPlaceValue | null {
  if (is_off) return null
  if (fixed) return { kind: 'by_hand', ...fixed }
  if (is_by_hand) return null
  const isAtDoor = door?.is_better ? { lat: door.lat, lng: door.lng } : undefined
  if (parking?.is_better) {
    return { kind: 'parking', lat: parking.lat, lng: parking.lng, ...(isAtDoor && { door: isAtDoor }) }
  }
  return isAtDoor ? { kind: 'door', ...isAtDoor } : null
}

export function learnedPlaceResource(row: LearnedPlaceRow): LearnedPlace {
  const { id, project_id, subject, visits, is_by_hand, is_off, map } = row
  const used = destinationOfRow(row)?.kind ?? 'map'
  return withoutEmpty({
    id,
    project_id,
    visits,
    is_by_hand,
    is_off,
    used,
    learned_at: row.learned_at.toISOString(),
    kind: isPlace(subject) ? ('place' as const) : ('client' as const),
    client_id: isPlace(subject) ? undefined : subject,
    label: row.label,
    last_seen: row.last_seen,
    map,
    fixed: row.fixed,
    door: findPoint(row, row.door),
    parking: findPoint(row, row.parking),
  }) as LearnedPlace
}

/** `meters` from the place on the map. */
function findPoint({ map }: LearnedPlaceRow, point: LearnedPointValue | null) {
  return point && map ? { ...point, meters: Math.round(straightMeters(map, point)) } : undefined
}

const rowsAtOnce = 500

/** Table of learned places; `read` returns the next `most` rows after an id. */
export function learnedPlaceTableFile(read: (after: string, most: number) => Promise<LearnedPlaceRow[]>): Table {
  const text = (title: string) => ({ title, kind: 'text' as const })
  const number = (title: string) => ({ title, kind: 'number' as const })
  const ofPoint = ['lat', 'lng', 'meters', 'visits', 'spread', 'map_error', 'learned_error']
  const columns = [
    ...[text('kind'), text('client_id'), text('label'), number('map_lat'), number('map_lng'), text('used')],
    ...[number('fixed_lat'), number('fixed_lng'), number('visits'), text('last_seen')],
    ...['door', 'parking'].flatMap((point) => ofPoint.map((name) => number(`${point}_${name}`))),
    text('learned_at'),
  ]
  return { name: 'learned-places', columns, batches: batches() }

  async function* batches() {
    for (let after = ''; ; ) {
      const rows = await read(after, rowsAtOnce)
      if (rows.length === 0) return
      yield rows.map((row) => {
        const record = flat(learnedPlaceResource(row))
        return columns.map(({ title }) => record[title] as string | number | undefined)
      })
      after = rows.at(-1)!.id
    }
  }
}

/** Flattens nested parts of a record to `part_name`. */
function flat(record: object): Record<string, unknown> {
  const entries = Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([part, own]) => [`${name}_${part}`, own] as const)
      : [[name, value] as const],
  )
  return Object.fromEntries(entries)
}
