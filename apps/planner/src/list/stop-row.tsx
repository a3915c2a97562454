// One stop in the list.
import type { Stop } from '@routewright/contract'
import { memo, type PointerEvent } from 'react'
import { openStopMenu } from '../plan/context-menu.ts'
import { useDrag } from '../plan/drag.ts'
import { lateSeconds, stopName, timeOfStop } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { shownPlan } from '../plan/proposal.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { pressStop } from '../plan/stop-gestures.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import type { StopColumn, StopFacts } from './stop-columns.ts'
import { StopIcons } from './stop-icons.tsx'
import classes from './stop-list.module.css'
import { StopNumber } from './stop-number.tsx'

/** Settings that all rows share. */
export interface StopRowLook {
  /** Columns below the name. */
  details: readonly StopColumn[]
  facts: StopFacts
  /** The stops of all rows, in their order. */
  listShown(): readonly string[]
}

interface StopRowProps {
  stop: Stop
  routeIndex: number | undefined
  place: number
  look: StopRowLook
}

export const StopRow = memo(function StopRow({ stop, routeIndex, place, look }: StopRowProps) {
  const mayPlan = useMayPlan()
  const { drop } = useStopActions()
  const isSelected = useSelection((state) => state.stopIds.has(stop.id))
  const isHovered = useSelection((state) => state.hoveredId === stop.id)
  const isDragged = useDrag((state) => state.isActive && state.stopIds.includes(stop.id))
  const side = useDrag((state) => (state.target?.lineAt?.stopId === stop.id ? state.target.lineAt.side : undefined))
  const { hover } = useSelection.getState()
  const order = stop.route_id ? shownPlan().orders.get(stop.route_id) : undefined
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    focusListAround(event.currentTarget)
    pressStop(event, stop.id, mayPlan ? drop : undefined, look)
  }
  return (
    <div
      className={classes.stop}
      id={`row-${stop.id}`}
      data-row="stop"
      data-id={stop.id}
      data-route={stop.route_id && routeIndex !== undefined ? stop.route_id : ''}
      data-before={order?.[place - 1] ?? ''}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
      data-dragged={isDragged || undefined}
      data-line={side}
      role="treeitem"
      aria-level={2}
      aria-selected={isSelected}
      tabIndex={-1}
      onPointerDown={onPointerDown}
      onContextMenu={(event) => openStopMenu(event, stop.id)}
      onPointerEnter={() => hover(stop.id)}
      onPointerLeave={() => hover(undefined)}
    >
      <StopNumber routeIndex={routeIndex} place={place} />
      <span className={classes.text}>
        <span className={classes.name}>{stopName(stop)}</span>
        <span className={classes.detail}>{getDetails(stop, look)}</span>
      </span>
      <span className={classes.side}>
        <StopTime stop={stop} isOnRoute={routeIndex !== undefined} />
        <StopIcons stop={stop} />
      </span>
    </div>
  )
})

function getDetails(stop: Stop, { details, facts }: StopRowLook): string {
  return details
    .map((column) => column.text(stop, facts))
    .filter(Boolean)
    .join(' · ')
}

/** The list takes the focus, not its row, because the list handles the keys; no ring is drawn for whoever points at a row. */
function focusListAround(row: Element): void {
  const tree = row.closest<HTMLElement>('[role=tree]')
  if (tree) tree.dataset.byPointer = 'true'
  tree?.focus({ preventScroll: true })
}

function StopTime({ stop, isOnRoute }: { stop: Stop; isOnRoute: boolean }) {
  const formats = useFormats()
  const isLate = lateSeconds(stop, usePlanMidnight()) > 0
  return (
    <span className={classes.time} data-late={isLate || undefined}>
      {timeOfStop(stop, isOnRoute, formats)}
    </span>
  )
}
