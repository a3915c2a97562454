// How a cell was understood, where that is not what stands in it: "vormittags" as 08:00-12:00, "500 g" as 0.5 kg.
import { type CellDoubt, type ColumnTarget, type ReadRow, readNumberText } from '@routewright/reading'
import { rangesWritten, timeText, windowsText } from '@routewright/reading/written-times'
import type { TFunction } from 'i18next'

/** Undefined where the text says it already, or the cell was not read at all. */
export function readAs(target: ColumnTarget, written: string, { stop, past }: ReadRow): string | undefined {
  if (written.trim() === '') return undefined
  switch (target) {
    case 'time_windows':
    case 'window_from':
    case 'window_to': {
      const text = windowsText(stop.time_windows)
      return text === '' || plain(text) === plain(written) ? undefined : rangesWritten(text)
    }
    case 'duration':
      return amount((stop.duration ?? 0) / 60, 'min', written)
    case 'weight':
      return amount(stop.weight, 'kg', written)
    case 'volume':
      return amount(stop.volume, 'm³', written)
    case 'date':
      return past.date === undefined || written.startsWith(past.date) ? undefined : past.date
    case 'done_at': {
      const time = past.done_at === undefined ? '' : timeText(past.done_at)
      return time === '' || plain(time) === plain(written) ? undefined : time
    }
    case 'coordinates':
      return stop.location?.lat === undefined ? undefined : `${stop.location.lat}, ${stop.location.lng}`
    default:
      return undefined
  }
}

/** Why a cell may be meant otherwise, with what it was read as. */
export function doubtText(t: TFunction<'import'[]> | TFunction, doubt: CellDoubt, value: string): string {
  const rest = doubt.kind === 'left_over' ? doubt.rest : ''
  return t(`import:doubts.${doubt.kind}`, { value, rest })
}

function plain(text: string): string {
  return text.replace(/\b0(?=\d)|:00|\s/g, '').replace(/[–—]/g, '-')
}

/** Undefined where the cell says the number itself. */
function amount(value: number | null | undefined, unit: string, written: string): string | undefined {
  const plainly = readNumberText(written, { decimal: ',', isSure: true })?.value
  if (value === undefined || value === null || value === plainly || value === readNumberText(written)?.value)
    return undefined
  return `${Number(value.toFixed(3))} ${unit}`
}
