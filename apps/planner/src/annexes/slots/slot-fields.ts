// The fields of the seller's rules: how they are shown, typed and sent as one document.
import type { SlotGridLine } from '@routewright/contract'
import { parseWindows } from '@routewright/reading/windows'
import { parseTime, timeText, windowsText } from '@routewright/reading/written-times'
import { Fault } from '../../forms/field-kinds.ts'
import type { Field } from '../../forms/fields.ts'
import { type GridRow, SlotClasses, SlotGrid, SlotPrices } from './slot-rows.tsx'

export function slotFields(): { numbers: Field[]; lists: Field[] } {
  const count = (name: string, max: number, min = 1): Field => ({
    name,
    kind: 'number',
    input: { min, max, decimalScale: 0 },
  })
  const share = (name: string): Field => ({
    name,
    kind: 'number',
    input: { min: 0, max: 100, decimalScale: 0 },
    shown: (part?: unknown) => (part === undefined ? '' : Math.round(Number(part) * 100)),
    read: (percent) => (percent === '' ? null : Number(percent) / 100),
  })
  const numbers: Field[] = [
    {
      name: 'notice_minutes',
      kind: 'number',
      input: { min: 0, max: 1_440, decimalScale: 2 },
      shown: (minutes?: unknown) => (minutes === undefined ? '' : Number(minutes) / 60),
      read: (hours) => (hours === '' ? null : Math.round(Number(hours) * 60)),
    },
    count('days_ahead', 60, 0),
    count('cut_off.days_before', 30, 0),
    {
      name: 'cut_off.time',
      kind: 'text',
      input: { maxLength: 10, placeholder: '18:00' },
      shown: (seconds?: unknown) => (seconds === undefined ? '' : timeText(Number(seconds))),
      read: readTime,
    },
    count('most_per_day', 100_000),
    count('most_per_customer', 1_000),
    share('reoptimize_share'),
    share('green_share'),
    { name: 'closed_days', kind: 'words', input: { placeholder: '2026-12-25' }, read: readDays },
  ]
  return { numbers, lists: listFields() }
}

function listFields(): Field[] {
  const own = (name: string, Own: Field['Own'], more: Partial<Field> = {}): Field => ({
    name,
    kind: 'own',
    Own,
    isWide: true,
    shown: (rows) => rows ?? [],
    written: (rows) => `${(rows as unknown[]).length}`,
    ...more,
  })
  return [
    own('grid', SlotGrid as Field['Own'], {
      shown: (lines) =>
        ((lines ?? []) as SlotGridLine[]).map((line) => ({ ...line, typed: windowsText(line.windows) })),
      read: (rows) => readGrid(rows as GridRow[]),
    }),
    own('classes', SlotClasses as Field['Own'], {
      read: (rows) => (rows as { name: string }[]).filter(({ name }) => name.trim() !== ''),
    }),
    own('prices', SlotPrices as Field['Own']),
  ]
}

function readTime(typed: unknown): unknown {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  const seconds = parseTime(text)
  return seconds === undefined || seconds > 86_400 ? new Fault('slots:fault.time') : seconds
}

function readDays(typed: unknown): unknown {
  const days = typed as string[]
  return days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day)) ? days.toSorted() : new Fault('slots:fault.days')
}

/** Each line as the service has it; what is empty in it is left out. */
function readGrid(rows: readonly GridRow[]): SlotGridLine[] | Fault {
  const lines: SlotGridLine[] = []
  for (const { typed, weekdays = [], zone_ids = [], capacity } of rows) {
    const windows = parseWindows(typed)
    if (!windows || windows.length === 0) return new Fault('records:fault.windows')
    lines.push({ weekdays, zone_ids, windows, ...(capacity !== undefined && { capacity }) })
  }
  return lines
}
