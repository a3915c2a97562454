// The keys of the table: arrows go from cell to cell, Enter or F2 edits, Space selects, Ctrl+A selects all that are shown.
import type { Stop } from '@routewright/contract'
import type { KeyboardEvent } from 'react'
import { useSelection } from '../plan/selection.ts'
import type { StopColumn } from './stop-columns.ts'

interface TableKeys {
  stopIds: readonly string[]
  columns: readonly StopColumn[]
  /** Key of the column that the keys are in. */
  activeKey: string | undefined
  /** Rows that fit on the screen. */
  pageRows: number
  setActiveKey(key: string): void
  edit(stopId: string, column: StopColumn): void
}

export function onTableKey(event: KeyboardEvent<HTMLElement>, table: TableKeys): void {
  // Typed into a cell, or pressed on a button of the head.
  if (event.target !== event.currentTarget) return
  const run = findAction(event, table)
  if (!run) return
  event.preventDefault()
  event.stopPropagation()
  run()
}

function findAction(event: KeyboardEvent, table: TableKeys): (() => void) | undefined {
  const { stopIds, columns, activeKey, pageRows } = table
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && event.key.toLowerCase() === 'a') return () => useSelection.getState().mark(stopIds)
  if (event.altKey) return undefined
  const column = columns.findIndex(({ key }) => key === activeKey)
  const { anchorId } = useSelection.getState()
  const row = stopIds.indexOf(anchorId ?? '')
  const toRow = (to: number) => () => goToRow(stopIds, to, event.shiftKey)
  const toColumn = (to: number) => () => table.setActiveKey(columns[clamp(to, columns.length)]!.key)
  const moves: Record<string, () => void> = {
    ArrowDown: toRow(row + 1),
    ArrowUp: toRow(row - 1),
    PageDown: toRow(row + pageRows),
    PageUp: toRow(row - pageRows),
    ArrowRight: toColumn(column + 1),
    ArrowLeft: toColumn(column - 1),
    Home: isCommand ? toRow(0) : toColumn(0),
    End: isCommand ? toRow(stopIds.length - 1) : toColumn(columns.length - 1),
  }
  if (columns.length > 0 && moves[event.key]) return moves[event.key]
  if (isCommand || !anchorId) return undefined
  if (event.key === ' ') return () => toggleMark(anchorId)
  const edited = columns[column]
  return (event.key === 'Enter' || event.key === 'F2') && edited ? () => table.edit(anchorId, edited) : undefined
}

const clamp = (index: number, count: number) => Math.max(0, Math.min(count - 1, index))

/** With Shift the rows on the way join the selection. */
function goToRow(stopIds: readonly string[], to: number, isAdding: boolean): void {
  const target = stopIds[clamp(to, stopIds.length)]
  if (!target) return
  const { anchorId, stopIds: chosen, mark } = useSelection.getState()
  if (!isAdding) mark([target])
  else {
    const [from, until] = [stopIds.indexOf(anchorId ?? ''), stopIds.indexOf(target)].sort((a, b) => a - b)
    mark([...chosen, ...stopIds.slice(Math.max(0, from!), until! + 1)], target)
  }
}

/** In or out of the selection, without its details. */
export function toggleMark(stopId: Stop['id']): void {
  const { stopIds, mark } = useSelection.getState()
  const others = new Set(stopIds)
  if (!others.delete(stopId)) others.add(stopId)
  mark(others, stopId)
}
