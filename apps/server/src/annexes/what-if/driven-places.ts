// Looks up the addresses of rows that have no coordinates, each address once.
import { type DrivenRow, isSurePlace, type SpreadsheetAssumptions } from '@routewright/contract'
import type { Geocoder } from '../../geography/geocoding/geocoder.ts'
import { locateAddresses } from '../../planning/addresses/addresses.ts'
import {
  countLines,
  type LeftOutReason,
  type NumberedRow,
  numberRows,
  type PlacedRow,
  whyUnusable,
} from './driven-rows.ts'
import type { TrialRun } from './try-fleets.ts'

const addressesPerLook = 100

export interface PlacedRows {
  rows: PlacedRow[]
  leftOut: { line: number; reason: LeftOutReason }[]
  located: number
  doubtful: SpreadsheetAssumptions['doubtful']
}

type Found = { lat: number; lng: number; is_doubtful: boolean } | 'place_not_found' | 'post_office_box'

/** Throws highway.geocoding.error.unavailable; rejects when the signal ends it. */
export async function placeRows(
  rows: readonly DrivenRow[],
  projectId: string,
  geocoder: Geocoder,
  run: Pick<TrialRun, 'inTransaction' | 'signal' | 'onProgress'>,
): Promise<PlacedRows> {
  const numbered = numberRows(rows)
  const unusable = numbered.flatMap((row) => {
    const reason = whyUnusable(row)
    return reason === undefined ? [] : [{ line: row.line, reason }]
  })
  const usable = numbered.filter((row) => whyUnusable(row) === undefined)
  const wanted = usable.filter(({ lat }) => lat === undefined)
  const found = await lookUp([...new Set(wanted.map(getAddress))], projectId, geocoder, run)
  const settled = usable.map((row) => ({ row, place: row.lat === undefined ? found.get(getAddress(row))! : row }))
  const missed = settled.flatMap(({ row: { line }, place }) =>
    typeof place === 'string' ? [{ line, reason: place }] : [],
  )
  const placed = settled.flatMap(({ row, place }) =>
    typeof place === 'string' ? [] : [{ ...row, ...getPlace(place) } as PlacedRow],
  )
  return {
    rows: placed,
    leftOut: [...unusable, ...missed].toSorted((a, b) => a.line - b.line),
    located: wanted.length,
    doubtful: countLines(placed.filter(({ is_doubtful }) => is_doubtful)),
  }
}

function getPlace({ lat, lng, is_doubtful }: Pick<DrivenRow, 'lat' | 'lng' | 'is_doubtful'>) {
  return { lat, lng, ...(is_doubtful && { is_doubtful }) }
}

function getAddress({ address = '' }: NumberedRow): string {
  return address.trim()
}

async function lookUp(
  addresses: readonly string[],
  projectId: string,
  geocoder: Geocoder,
  { inTransaction, signal, onProgress }: Pick<TrialRun, 'inTransaction' | 'signal' | 'onProgress'>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (let start = 0; start < addresses.length; start += addressesPerLook) {
    signal.throwIfAborted()
    const part = addresses.slice(start, start + addressesPerLook)
    const located = await locateAddresses({ read: inTransaction }, geocoder, projectId, part)
    for (const [at, place] of located.entries()) {
      const { lat, lng, corrected_at, reason } = place
      const isDoubtful = corrected_at === undefined && !isSurePlace(place)
      if (lat !== undefined && lng !== undefined) found.set(part[at]!, { lat, lng, is_doubtful: isDoubtful })
      else found.set(part[at]!, reason === 'post_office_box' ? 'post_office_box' : 'place_not_found')
    }
    onProgress(Math.min(1, (start + addressesPerLook) / addresses.length))
  }
  return found
}
