// Headers of the list: the inbox, the routes, and what stands in an empty one.
import { ActionIcon, Tooltip } from '@mantine/core'
import type { ChargingVisit, BareRoute as Route, RouteBreak } from '@routewright/contract'
import { routeLook } from '@routewright/ui/status'
import {
  IconBolt,
  IconChevronDown,
  IconChevronRight,
  IconCoffee,
  IconEye,
  IconEyeOff,
  IconInbox,
  IconLock,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { breakLine } from '../plan/break-text.ts'
import { chargingLine } from '../plan/charging-text.ts'
import { openRouteMenu } from '../plan/context-menu.ts'
import { useDrag } from '../plan/drag.ts'
import { routeName } from '../plan/plan-data.ts'
import { useSelection } from '../plan/selection.ts'
import { CountBadge } from '../shell/count-badge.tsx'
import { findStraightMark, shortDistanceText } from '../shell/distance.tsx'
import { IconButton } from '../shell/icon-button.tsx'
import { RouteSwatch } from '../shell/route-swatch.tsx'
import { useFormats } from '../shell/session.ts'
import { StatusMark } from '../shell/status-mark.tsx'
import { INBOX } from './list-rows.ts'
import classes from './stop-list.module.css'

export const InboxRow = memo(function InboxRow({ count, isClosed }: { count: number; isClosed: boolean }) {
  const { t } = useTranslation('editor')
  const isTarget = useDrag((state) => state.isActive && state.target?.routeId === null)
  const { toggleRoute } = useSelection.getState()
  return (
    <div
      className={classes.inbox}
      data-row="inbox"
      data-target={isTarget || undefined}
      role="treeitem"
      aria-level={1}
      aria-expanded={!isClosed}
      aria-selected={false}
      tabIndex={-1}
    >
      <Fold isClosed={isClosed} label={t('unassigned')} onToggle={() => toggleRoute(INBOX)} />
      <IconInbox size={18} stroke={1.7} />
      <span className={classes.title}>{t('unassigned')}</span>
      <CountBadge count={count} isAlert={count > 0} />
    </div>
  )
})

interface GroupRowProps {
  id: string
  label: string
  count: number
  isClosed: boolean
}

/** Header of stops that share something else than their route. */
export const GroupRow = memo(function GroupRow({ id, label, count, isClosed }: GroupRowProps) {
  return (
    <div
      className={classes.group}
      data-row="group"
      role="treeitem"
      aria-level={1}
      aria-expanded={!isClosed}
      aria-selected={false}
      tabIndex={-1}
    >
      <Fold isClosed={isClosed} label={label} onToggle={() => useSelection.getState().toggleRoute(id)} />
      <span className={classes.title}>{label}</span>
      <CountBadge count={count} />
    </div>
  )
})

interface RouteRowProps {
  route: Route
  index: number
  count: number
  isClosed: boolean
}

export const RouteRow = memo(function RouteRow({ route, index, count, isClosed }: RouteRowProps) {
  const { t } = useTranslation('editor')
  const formats = useFormats()
  const isTarget = useDrag((state) => state.isActive && state.target?.routeId === route.id && !state.target.lineAt)
  const isSelected = useSelection((state) => state.routeId === route.id)
  const { toggleRoute, openRoute } = useSelection.getState()
  const name = routeName(route)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all its rows
    <div
      className={classes.route}
      data-row="route"
      data-route={route.id}
      data-target={isTarget || undefined}
      data-selected={isSelected || undefined}
      id={`row-${route.id}`}
      role="treeitem"
      aria-level={1}
      aria-expanded={!isClosed}
      aria-selected={isSelected}
      tabIndex={-1}
      onClick={() => openRoute(route.id)}
      onContextMenu={(event) => openRouteMenu(event, route.id)}
    >
      <Fold isClosed={isClosed} label={name} onToggle={() => toggleRoute(route.id)} />
      <RouteSwatch route={route} index={index} />
      <span className={classes.text}>
        <span className={classes.title}>
          {name}
          {route.is_locked && (
            <Tooltip label={t('locked')}>
              <IconLock size={14} aria-label={t('locked')} className={classes.lock} />
            </Tooltip>
          )}
          {route.status !== 'not_started' && <StatusMark look={routeLook(route.status)} />}
        </span>
        <span className={classes.detail} title={findStraightMark(route.planned_distance ?? 0, route, t)}>
          {routeDetail(route, formats)}
        </span>
      </span>
      <Sight routeId={route.id} name={name} />
      <CountBadge count={count} />
    </div>
  )
})

/** Whether the map shows the route. With Alt it shows this one only. */
function Sight({ routeId, name }: { routeId: string; name: string }) {
  const { t } = useTranslation('editor')
  const isHidden = useSelection((state) => state.hiddenRoutes.has(routeId))
  return (
    <IconButton
      icon={isHidden ? IconEyeOff : IconEye}
      iconSize={16}
      size="sm"
      className={classes.sight}
      tabIndex={-1}
      label={t(isHidden ? 'show_route' : 'hide_route', { name })}
      aria-pressed={isHidden}
      onClick={(event) => {
        event.stopPropagation()
        const { showOnly, toggleHidden } = useSelection.getState()
        if (event.altKey) showOnly(routeId)
        else toggleHidden(routeId)
      }}
    />
  )
}

function routeDetail(route: Route, formats: ReturnType<typeof useFormats>): string {
  const { planned_start_time: start, planned_end_time: end, planned_distance: distance } = route
  const parts: string[] = []
  if (start !== undefined && end !== undefined) parts.push(formats.timeWindow([start, end]))
  if (distance) parts.push(shortDistanceText(distance, route, formats))
  if (parts.length === 0 && route.time_window) parts.push(formats.timeWindow(route.time_window))
  return parts.join(' · ')
}

function Fold({ isClosed, label, onToggle }: { isClosed: boolean; label: string; onToggle(): void }) {
  const { t } = useTranslation('editor')
  return (
    <ActionIcon
      size="sm"
      tabIndex={-1}
      aria-label={t(isClosed ? 'unfold' : 'fold', { name: label })}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      {isClosed ? <IconChevronRight size={16} /> : <IconChevronDown size={16} />}
    </ActionIcon>
  )
}

/** Also a place to drop at. */
export function HintRow({ routeId }: { routeId: string | null }) {
  const { t } = useTranslation('editor')
  return (
    <div
      className={classes.hint}
      data-row="hint"
      data-route={routeId ?? ''}
      role="treeitem"
      aria-level={2}
      aria-selected={false}
      tabIndex={-1}
    >
      {t(routeId === null ? 'inbox_empty' : 'route_empty')}
    </div>
  )
}

/** Where a row stands that is none of a stop. */
interface BetweenProps {
  routeId: string
  /** The stop before it. */
  before: string | undefined
}

/** A break that the law asks for, between the stops. */
export function BreakRow({ pause, ...place }: BetweenProps & { pause: RouteBreak }) {
  const { t } = useTranslation('editor')
  const text = breakLine(pause, t, useFormats())
  return <BetweenRow {...place} kind="break" Icon={IconCoffee} text={text} isDone={pause.is_completed} />
}

/** Charging on the way, between the stops. */
export function ChargingRow({ visit, ...place }: BetweenProps & { visit: ChargingVisit }) {
  const { t } = useTranslation('editor')
  return <BetweenRow {...place} kind="charging" Icon={IconBolt} text={chargingLine(visit, t, useFormats())} />
}

interface BetweenRowProps extends BetweenProps {
  kind: 'break' | 'charging'
  Icon: typeof IconCoffee
  text: string
  isDone?: boolean
}

function BetweenRow({ kind, Icon, text, routeId, before, isDone }: BetweenRowProps) {
  return (
    <div
      className={classes.break}
      data-row={kind}
      data-route={routeId}
      data-before={before ?? ''}
      data-done={isDone || undefined}
      role="treeitem"
      aria-level={2}
      aria-selected={false}
      tabIndex={-1}
      title={text}
    >
      <Icon size={15} aria-hidden />
      <span>{text}</span>
    </div>
  )
}
