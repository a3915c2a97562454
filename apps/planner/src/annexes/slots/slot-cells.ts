// A response of slots as a table: a row for each window, a cell for each day.
import type { SlotAnswer, SlotOffer } from '@routewright/contract'

type Refusal = SlotAnswer['refused'][number]
export type SlotCell = { offer: SlotOffer } | { refusal: Refusal }

export interface SlotRow {
  window: readonly [number, number]
  /** One for each day, in their order. */
  cells: readonly (SlotCell | undefined)[]
}

const getKey = (date: string, window: readonly number[]) => `${date} ${window.join('-')}`

/** Rows by the hour when their windows open. */
export function listRows({ slots, refused }: SlotAnswer, days: readonly string[]): SlotRow[] {
  const cells = new Map<string, SlotCell>()
  const windows = new Map<string, readonly [number, number]>()
  const put = (date: string, window: readonly [number, number], cell: SlotCell) => {
    windows.set(window.join('-'), window)
    cells.set(getKey(date, window), cell)
  }
  for (const offer of slots) put(offer.date, offer.time_window, { offer })
  for (const refusal of refused) put(refusal.date, refusal.time_window, { refusal })
  return [...windows.values()]
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .map((window) => ({ window, cells: days.map((day) => cells.get(getKey(day, window))) }))
}

/** Where an arrow key leads from a cell; undefined for other keys. Stays inside. */
export function findNeighbour(
  [row, column]: readonly [number, number],
  key: string,
  [rows, columns]: readonly [number, number],
): [number, number] | undefined {
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  switch (key) {
    case 'ArrowUp':
      return [within(row - 1, rows), column]
    case 'ArrowDown':
      return [within(row + 1, rows), column]
    case 'ArrowLeft':
      return [row, within(column - 1, columns)]
    case 'ArrowRight':
      return [row, within(column + 1, columns)]
    case 'Home':
      return [row, 0]
    case 'End':
      return [row, columns - 1]
    default:
      return undefined
  }
}
