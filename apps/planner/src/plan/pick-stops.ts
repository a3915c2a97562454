// What a press on a stop selects, and which stops a drag from it takes along: the same wherever a stop is shown.
import { isOpen } from './plan-data.ts'
import { currentPlan } from './plan-store.ts'
import { useSelection } from './selection.ts'

/** The whole selection when the pressed stop is part of it. What is done already stays where it is. */
export function draggedWith(stopId: string): string[] {
  const { stopIds } = useSelection.getState()
  const { stops, routes, orders, unassigned } = currentPlan()
  if (!stopIds.has(stopId)) return [stopId]
  // In the order in which people see them, so that they keep it at the new place.
  const inOrder = [...unassigned, ...routes.flatMap(({ id }) => orders.get(id) ?? [])]
  return inOrder.filter((id) => stopIds.has(id) && isOpen(stops.get(id)!))
}

/** A click on a stop, wherever it is shown. */
export function pickStop(stopId: string, { isAdding, isRange }: { isAdding: boolean; isRange: boolean }): void {
  const { anchorId, select, toggle, stopIds } = useSelection.getState()
  if (isAdding) toggle(stopId)
  else if (isRange && anchorId) {
    const { routes, orders, unassigned } = currentPlan()
    const all = [...unassigned, ...routes.flatMap(({ id }) => orders.get(id) ?? [])]
    const [from, to] = [all.indexOf(anchorId), all.indexOf(stopId)].sort((a, b) => a - b) as [number, number]
    select([...stopIds, ...all.slice(from, to + 1)], anchorId)
  } else select([stopId])
}
