// A press on a stop: a click selects, a drag moves. The same in the list, on the map and on the timeline.
import { beginDrag, type DropTarget } from './drag.ts'
import { isOpen } from './plan-data.ts'
import { currentPlan } from './plan-store.ts'
import { isProposalShown, shownPlan } from './proposal.ts'
import { useSelection } from './selection.ts'

type Press = Pick<PointerEvent, 'clientX' | 'clientY' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** `drop` is missing for people who may not plan: they select only. */
export function pressStop(
  press: Press,
  stopId: string,
  drop: ((stopIds: readonly string[], target: DropTarget) => unknown) | undefined,
): void {
  // Read at once: when the press ends, the event may be used for something else.
  const { ctrlKey, metaKey, shiftKey } = press
  beginDrag(press, {
    isFixed: isProposalShown(),
    stopIds: () => draggedWith(stopId),
    onDrop: (stopIds, target) => void drop?.(stopIds, target),
    onClick: () => pickStop(stopId, { isAdding: ctrlKey || metaKey, isRange: shiftKey }),
  })
}

/** The whole selection when the pressed stop is part of it. Stops that are done stay where they are. */
function draggedWith(stopId: string): string[] {
  const { stopIds } = useSelection.getState()
  if (!stopIds.has(stopId)) return [stopId]
  const { stops } = currentPlan()
  // In the order in which people see them, so that they keep it at the new place.
  return stopsAsShown().filter((id) => stopIds.has(id) && isOpen(stops.get(id)!))
}

function pickStop(stopId: string, { isAdding, isRange }: { isAdding: boolean; isRange: boolean }): void {
  const { anchorId, select, toggle, stopIds } = useSelection.getState()
  if (isAdding) toggle(stopId)
  else if (isRange && anchorId) {
    const all = stopsAsShown()
    const [from, to] = [all.indexOf(anchorId), all.indexOf(stopId)].sort((a, b) => a - b) as [number, number]
    select([...stopIds, ...all.slice(from, to + 1)], anchorId)
  } else select([stopId])
}

/** All stops as the list has them: the inbox first, then route by route. */
function stopsAsShown(): string[] {
  const { routes, orders, unassigned } = shownPlan()
  return [...unassigned, ...routes.flatMap(({ id }) => orders.get(id) ?? [])]
}
