// One stop in the list.
import { Tooltip } from '@mantine/core'
import type { Stop } from '@routewright/contract'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { stopLook } from '@routewright/ui/status'
import { IconAlertTriangle, IconClock, IconMapPinOff, IconPackage, IconPinned } from '@tabler/icons-react'
import { type MouseEvent, memo, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { openContextMenu } from '../plan/context-menu-state.ts'
import { beginDrag, useDrag } from '../plan/drag.ts'
import { draggedWith, pickStop } from '../plan/pick-stops.ts'
import { hasPlace, isOpen, lastReport, lateSeconds, stopAddress, stopName } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { currentPlan, usePlanStore } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { warningText } from '../plan/warnings.ts'
import { useFormats, useMayPlan } from '../shell/session.ts'
import { StatusMark } from '../shell/status-mark.tsx'
import classes from './stop-list.module.css'

interface StopRowProps {
  stop: Stop
  routeIndex: number | undefined
  place: number
}

export const StopRow = memo(function StopRow({ stop, routeIndex, place }: StopRowProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const isSelected = useSelection((state) => state.stopIds.has(stop.id))
  const isHovered = useSelection((state) => state.hoveredId === stop.id)
  const isDragged = useDrag((state) => state.isActive && state.stopIds.includes(stop.id))
  const side = useDrag((state) => (state.target?.lineAt?.stopId === stop.id ? state.target.lineAt.side : undefined))
  const pin = usePlanStore((state) => state.editor?.pins.find(({ stop_id }) => stop_id === stop.id)?.pin)
  const { hover } = useSelection.getState()
  const order = stop.route_id ? currentPlan().orders.get(stop.route_id) : undefined
  const route = routeIndex === undefined ? undefined : currentPlan().routes[routeIndex]
  const color = route ? routeColor(route, routeIndex) : undefined
  const moment = lastReport(stop)?.created_at ?? stop.estimated_arrival_time
  const planned = routeIndex === undefined ? undefined : stop.planned_arrival_time
  const time = moment ? formats.clock(moment) : planned === undefined ? '' : formats.timeOfDay(planned)
  const isLate = lateSeconds(stop, usePlanMidnight()) > 0

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    // The list keeps the focus, not the row: the keys are its own.
    event.preventDefault()
    const tree = event.currentTarget.closest<HTMLElement>('[role=tree]')
    if (tree) tree.dataset.byPointer = 'true'
    tree?.focus({ preventScroll: true })
    const { ctrlKey, metaKey, shiftKey } = event
    beginDrag(event, {
      stopIds: () => draggedWith(stop.id),
      onDrop: (stopIds, target) => {
        if (mayPlan) void actions.drop(stopIds, target)
      },
      onClick: () => pickStop(stop.id, { isAdding: ctrlKey || metaKey, isRange: shiftKey }),
    })
  }
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault()
    if (!useSelection.getState().stopIds.has(stop.id)) useSelection.getState().select([stop.id])
    openContextMenu({ x: event.clientX, y: event.clientY, kind: 'stops' })
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
      onContextMenu={onContextMenu}
      onPointerEnter={() => hover(stop.id)}
      onPointerLeave={() => hover(undefined)}
    >
      {color ? (
        <span className={classes.number} style={{ background: color, color: textOn(color) }}>
          {place + 1}
        </span>
      ) : (
        <span className={classes.number} data-open>
          {stop.fixed_id}
        </span>
      )}
      <span className={classes.text}>
        <span className={classes.name}>{stopName(stop)}</span>
        <span className={classes.detail}>{stopAddress(stop)}</span>
      </span>
      <span className={classes.side}>
        <span className={classes.time} data-late={isLate || undefined}>
          {time}
        </span>
        <span className={classes.icons}>
          {stop.time_windows.length > 0 && (
            <Tooltip label={formats.timeWindows(stop.time_windows)}>
              <IconClock size={14} aria-label={formats.timeWindows(stop.time_windows)} />
            </Tooltip>
          )}
          {stop.packages.length > 1 && (
            <span className={classes.count}>
              <IconPackage size={14} />
              {stop.packages.length}
            </span>
          )}
          {pin && <IconPinned size={14} aria-label={t(`pinned_${pin}`)} />}
          {!hasPlace(stop) && (
            <Tooltip label={t('no_place')}>
              <IconMapPinOff size={15} className={classes.alert} aria-label={t('no_place')} />
            </Tooltip>
          )}
          {stop.optimization_warnings.length > 0 && hasPlace(stop) && (
            <Tooltip
              label={stop.optimization_warnings.map((warning) => warningText(warning, t)).join(' · ')}
              multiline
              maw={320}
            >
              <IconAlertTriangle
                size={15}
                className={classes.alert}
                aria-label={stop.optimization_warnings.map((warning) => warningText(warning, t)).join(', ')}
              />
            </Tooltip>
          )}
          {!isOpen(stop) && <StatusMark look={stopLook(stop.status)} />}
        </span>
      </span>
    </div>
  )
})
