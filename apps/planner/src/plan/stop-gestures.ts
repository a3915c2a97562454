// A press on a stop: a click selects, a drag moves. The same in the list, on the map and on the timeline.
import { beginDrag, type DropTarget } from './drag.ts'
import { extendRange, type PickedStops, toggleStop } from './pick-stops.ts'
import { isOpen } from './plan-data.ts'
import { currentPlan } from './plan-store.ts'
import { isProposalShown, shownPlan } from './proposal.ts'
import { useSelection } from './selection.ts'

type Press = Pick<PointerEvent, 'clientX' | 'clientY' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

interface PressedView {
  /** All stops in the order in which the view has them; else as the plan has them. */
  listShown?: () => readonly string[]
  /** How a click selects them; else with their details. */
  select?: (stopIds: Iterable<string>, anchorId?: string) => void
}

/** `drop` is missing for people who may not plan: they select only. */
export function pressStop(
  press: Press,
  stopId: string,
  drop: ((stopIds: readonly string[], target: DropTarget) => unknown) | undefined,
  { listShown = stopsAsPlanned, select = useSelection.getState().select }: PressedView = {},
): void {
  // Read at once: when the press ends, the event may be used for something else.
  const { ctrlKey, metaKey, shiftKey } = press
  beginDrag(press, {
    isFixed: isProposalShown(),
    stopIds: () => draggedWith(stopId, listShown),
    onDrop: (stopIds, target) => void drop?.(stopIds, target),
    onClick: () => pickStop(stopId, { isAdding: ctrlKey || metaKey, isRange: shiftKey }, { listShown, select }),
  })
}

/** The whole selection when the pressed stop is part of it. Stops that are done stay where they are. */
function draggedWith(stopId: string, listShown: () => readonly string[]): string[] {
  const { stopIds } = useSelection.getState()
  if (!stopIds.has(stopId)) return [stopId]
  const { stops } = currentPlan()
  // In the order in which people see them, so that they keep it at the new place; then those that a filter hides.
  const shown = new Set([...listShown(), ...stopsAsPlanned()])
  return [...shown].filter((id) => stopIds.has(id) && isOpen(stops.get(id)!))
}

function pickStop(
  stopId: string,
  { isAdding, isRange }: { isAdding: boolean; isRange: boolean },
  { listShown, select }: Required<PressedView>,
): void {
  const { anchorId, stopIds } = useSelection.getState()
  const picked: PickedStops = isAdding
    ? toggleStop(stopIds, stopId)
    : isRange && anchorId
      ? extendRange(stopIds, anchorId, stopId, listShown())
      : { stopIds: [stopId] }
  select(picked.stopIds, picked.anchorId)
}

/** The inbox first, then route by route. */
function stopsAsPlanned(): string[] {
  const { routes, orders, unassigned } = shownPlan()
  return [...unassigned, ...routes.flatMap(({ id }) => orders.get(id) ?? [])]
}
