// The keys of the list: arrows go from row to row, with Alt they move the stop along its route where the list shows that order,
// sideways they fold a route or group.
import type { KeyboardEvent } from 'react'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useMayPlan } from '../shell/session.ts'
import { INBOX, type ListRow } from './list-rows.ts'

export function useListKeys(
  rows: readonly ListRow[],
  isInRouteOrder: boolean,
): (event: KeyboardEvent<HTMLDivElement>) => void {
  const { shift } = useStopActions()
  const mayPlan = useMayPlan()
  return (event) => {
    delete event.currentTarget.dataset.byPointer
    const { anchorId, routeId, stopIds } = useSelection.getState()
    const at = rows.findIndex((row) => (routeId ? row.id === routeId : row.id === anchorId))
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) {
      pressOnRow(event, rows[at])
      return
    }
    event.preventDefault()
    if (!event.altKey) goTo(nextRow(rows, at, step), event.shiftKey)
    else if (mayPlan && isInRouteOrder && anchorId && stopIds.size === 1) shift(anchorId, step)
  }
}

function goTo(row: ListRow | undefined, isAdding: boolean): void {
  const { select, stopIds, openRoute } = useSelection.getState()
  if (row?.kind === 'route') openRoute(row.id)
  else if (row?.kind === 'stop') select(isAdding ? [...stopIds, row.id] : [row.id], row.id)
}

/** Space selects a stop or leaves it out; left and right fold and unfold a route. */
function pressOnRow(event: KeyboardEvent, row: ListRow | undefined): void {
  const { toggle, toggleRoute } = useSelection.getState()
  if (event.key === ' ' && row?.kind === 'stop') {
    event.preventDefault()
    toggle(row.id)
  }
  const isFolding = event.key === 'ArrowLeft'
  if (!isFolding && event.key !== 'ArrowRight') return
  if (row?.kind !== 'route' && row?.kind !== 'inbox' && row?.kind !== 'group') return
  event.preventDefault()
  if (row.isClosed !== isFolding) toggleRoute(row.kind === 'inbox' ? INBOX : row.id)
}

/** The next row that can be selected. */
function nextRow(rows: readonly ListRow[], at: number, step: 1 | -1): ListRow | undefined {
  for (let index = at + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index]!
    if (row.kind === 'stop' || row.kind === 'route') return row
  }
  return undefined
}
