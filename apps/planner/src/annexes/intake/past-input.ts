// Past days as they are sent to be replayed: the rows of the chosen days with their places, what is assumed, what is other.
import { type DrivenRow, type SpreadsheetReplayInput, spreadsheetReplayLimits } from '@routewright/contract'
import { parseWindows } from '@routewright/reading/windows'
import type { PlaceValue } from '../../forms/place.ts'
import { getLine, isDoubtful, placeState, type useImport } from './import-store.ts'

type ImportState = ReturnType<typeof useImport.getState>
type RowsWithPlaces = Pick<ImportState, 'rows' | 'places' | 'placedByHand' | 'judge' | 'table'>

/** Values as typed. */
export interface PastChoice {
  from: string
  to: string
  /** Undefined: the first depot of the project. */
  depot: PlaceValue | undefined
  hours: string
  minutes: number | ''
  vans: number
  hourPrice: number | ''
  kilometerPrice: number | ''
  maxWeight: number | ''
  maxVolume: number | ''
  change: number
  otherHours: string
  otherDepot: PlaceValue
}

/** Different days of the rows, the earliest first. */
export function listDates({ rows }: Pick<ImportState, 'rows'>): string[] {
  return [...new Set(rows.flatMap(({ past }) => past.date ?? []))].toSorted()
}

/** All days, or the latest ones where they are too many for one replay. */
export function usualSpan(dates: readonly string[]): Pick<PastChoice, 'from' | 'to'> {
  return { from: dates.slice(-spreadsheetReplayLimits.days)[0] ?? '', to: dates.at(-1) ?? '' }
}

/** Rows of the days from `from` to `to`, and those without a day, which are counted out by the service. */
export function drivenRows(state: RowsWithPlaces, { from, to }: Pick<PastChoice, 'from' | 'to'>): DrivenRow[] {
  return state.rows.flatMap(({ past }, row) => {
    const isChosen = past.date === undefined || (past.date >= from && past.date <= to)
    return isChosen ? [drivenRow(state, row)] : []
  })
}

function drivenRow(state: RowsWithPlaces, row: number): DrivenRow {
  const { stop, past, address } = state.rows[row]!
  const { state: found, place } = placeState(state, row)
  const { time_windows, duration, weight, volume } = stop
  return {
    line: getLine(state, row),
    ...past,
    ...(address !== '' && { address }),
    ...(place && { lat: place.lat, lng: place.lng }),
    ...(isDoubtful(found) && { is_doubtful: true }),
    ...(time_windows && { time_windows }),
    ...(typeof duration === 'number' && { duration }),
    ...(typeof weight === 'number' && { weight }),
    ...(typeof volume === 'number' && { volume }),
  }
}

/** Whether some day has no van at all, so that it is to be said how many there were. */
export function hasUnnamedDays(rows: readonly DrivenRow[]): boolean {
  const byDate = Map.groupBy(
    rows.filter(({ date }) => date !== undefined),
    ({ date }) => date,
  )
  return [...byDate.values()].some((own) => own.every(({ vehicle }) => vehicle === undefined))
}

/** One window; undefined for none, false for what cannot be read. */
export function readHours(text: string): [number, number] | undefined | false {
  if (text.trim() === '') return undefined
  const windows = parseWindows(text)
  if (!windows || windows.length > 1) return false
  return windows[0]
}

/** The parts that a choice says something of; hours that cannot be read are none. */
export function getQuestion(
  choice: PastChoice,
  depot: PlaceValue,
): Required<Pick<SpreadsheetReplayInput, 'assumed' | 'other'>> {
  const hours = readHours(choice.hours)
  const otherHours = readHours(choice.otherHours)
  const { minutes, vans, hourPrice, kilometerPrice, maxWeight, maxVolume, change } = choice
  return {
    assumed: {
      ...getPoint('depot', depot),
      ...(hours && { time_window: hours }),
      ...(minutes !== '' && { duration: Math.round(60 * minutes) }),
      ...(vans > 1 && { vehicles_per_day: vans }),
      ...(hourPrice !== '' && { price_per_minute: hourPrice / 60 }),
      ...(kilometerPrice !== '' && { price_per_distance: kilometerPrice }),
      ...(maxWeight !== '' && { max_weight: maxWeight }),
      ...(maxVolume !== '' && { max_volume: maxVolume }),
    },
    other: {
      ...(change !== 0 && { vehicles: change }),
      ...(otherHours && { time_window: otherHours }),
      ...getPoint('depot', choice.otherDepot),
    },
  }
}

/** Undefined without coordinates. */
function getPoint(name: 'depot', { label, lat, lng }: PlaceValue) {
  if (lat === '' || lng === '') return {}
  const text = label.trim().slice(0, 500)
  return { [name]: { lat, lng, ...(text !== '' && { label: text }) } }
}
