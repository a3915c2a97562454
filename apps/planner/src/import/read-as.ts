// How a cell was understood, where that is not what stands in it: "vormittags" as 08:00-12:00, "500 g" as 0.5 kg.
import { rangesWritten, timeText, windowsText } from '../forms/time-text.ts'
import { parseNumber } from './cells.ts'
import type { ColumnTarget } from './import-fields.ts'
import type { ReadRow } from './rows.ts'

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
    default:
      return undefined
  }
}

function plain(text: string): string {
  return text.replace(/\b0(?=\d)|:00|\s/g, '').replace(/[–—]/g, '-')
}

function amount(value: number | null | undefined, unit: string, written: string): string | undefined {
  if (value === undefined || value === null || parseNumber(written) === value) return undefined
  return `${Number(value.toFixed(3))} ${unit}`
}
