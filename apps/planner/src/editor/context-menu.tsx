// The menu of the right mouse button, for stops and for routes.
import { Menu } from '@mantine/core'
import {
  IconArrowBarToDown,
  IconArrowsExchange,
  IconArrowsJoin,
  IconArrowsSort,
  IconArrowsSplit,
  IconCalendarShare,
  IconInbox,
  IconLock,
  IconLockOpen,
  IconPinned,
  IconPinnedOff,
  IconQuestionMark,
  IconRoute,
  IconTool,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { closeContextMenu, useContextMenu } from '../plan/context-menu-state.ts'
import { mergeRoutes, reassignRoute, reverseRoute, splitRoute, swapRoutes } from '../plan/order-edits.ts'
import { isOpen, routeName } from '../plan/plan-data.ts'
import { usePlanData, usePlanStore } from '../plan/plan-store.ts'
import { deleteRoute } from '../plan/route-edits.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useEdit } from '../plan/use-edit.ts'
import { useMayPlan } from '../shell/session.ts'
import { MoveDayDialog } from './move-day-dialog.tsx'
import { RouteMenuItems } from './route-menu-items.tsx'

export function ContextMenu() {
  const { t } = useTranslation('editor')
  const { at } = useContextMenu()
  const [movedIds, setMovedIds] = useState<readonly string[]>()
  return (
    <>
      {at && (
        <Menu opened onClose={closeContextMenu} position="bottom-start" offset={0} width={240} withinPortal returnFocus>
          <Menu.Target>
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('shell:more')}
              style={{
                position: 'fixed',
                left: at.x,
                top: at.y,
                width: 1,
                height: 1,
                opacity: 0,
                padding: 0,
                border: 0,
              }}
            />
          </Menu.Target>
          <Menu.Dropdown>
            {at.kind === 'stops' && <StopItems onMoveDay={setMovedIds} />}
            {at.kind === 'route' && <RouteItems routeId={at.routeId} />}
          </Menu.Dropdown>
        </Menu>
      )}
      {movedIds && <MoveDayDialog stopIds={movedIds} onClose={() => setMovedIds(undefined)} />}
    </>
  )
}

function StopItems({ onMoveDay }: { onMoveDay(stopIds: readonly string[]): void }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const run = useEdit()
  const { stops } = usePlanData()
  const pins = usePlanStore((state) => state.editor?.pins)
  const { stopIds, show } = useSelection()
  const chosen = [...stopIds].flatMap((id) => stops.get(id) ?? [])
  const open = chosen.filter(isOpen)
  const ids = open.map(({ id }) => id)
  const assigned = open.filter(({ route_id }) => route_id)
  const only = chosen.length === 1 ? chosen[0] : undefined
  const isOff = !mayPlan || ids.length === 0
  const isPinned = pins?.some(({ stop_id }) => stopIds.has(stop_id))
  return (
    <>
      {only && (
        <Menu.Item leftSection={<IconQuestionMark size={16} />} onClick={() => show('details')}>
          {only.route_id ? t('show_details') : t('why')}
        </Menu.Item>
      )}
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconRoute size={16} />} disabled={isOff}>
            {t('move_to')}
          </Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown mah={380} style={{ overflowY: 'auto' }}>
          <RouteMenuItems onPick={(routeId) => void actions.moveToRoute(ids, routeId)} />
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      {assigned.length < open.length && (
        <Menu.Item
          leftSection={<IconArrowBarToDown size={16} />}
          disabled={isOff}
          onClick={() => void actions.insert(open.filter(({ route_id }) => !route_id).map(({ id }) => id))}
        >
          {t('insert_best')}
        </Menu.Item>
      )}
      {assigned.length > 0 && (
        <>
          <Menu.Item
            leftSection={<IconInbox size={16} />}
            disabled={isOff}
            rightSection={<kbd>U</kbd>}
            onClick={() => void actions.unassign(ids)}
          >
            {t('unassign')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPinned size={16} />}
            disabled={isOff}
            rightSection={<kbd>K</kbd>}
            onClick={() =>
              void actions.pin(
                assigned.map(({ id }) => id),
                'route',
              )
            }
          >
            {t('pin')}
          </Menu.Item>
        </>
      )}
      {isPinned && (
        <Menu.Item
          leftSection={<IconPinnedOff size={16} />}
          disabled={isOff}
          onClick={() => void actions.pin(ids, null)}
        >
          {t('unpin')}
        </Menu.Item>
      )}
      {only?.route_id && (
        <Menu.Item
          leftSection={<IconArrowsSplit size={16} />}
          disabled={isOff}
          onClick={() => void run(t('did.split'), (label) => splitRoute(label, only.route_id!, only.id))}
        >
          {t('split_here')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCalendarShare size={16} />} disabled={isOff} onClick={() => onMoveDay(ids)}>
        {t('move_day')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash size={16} />}
        color="var(--rw-failed)"
        disabled={isOff}
        onClick={() => void actions.remove(ids)}
      >
        {t('shell:delete')}
      </Menu.Item>
    </>
  )
}

function RouteItems({ routeId }: { routeId: string }) {
  const { t } = useTranslation('editor')
  const mayPlan = useMayPlan()
  const actions = useStopActions()
  const run = useEdit()
  const { routes } = usePlanData()
  const route = routes.find(({ id }) => id === routeId)
  if (!route) return null
  const name = routeName(route)
  const isOff = !mayPlan || route.status === 'finished'
  const others = (edit: (label: string, routeId: string, otherId: string) => Promise<unknown>, word: string) => (
    <RouteMenuItems
      without={routeId}
      onPick={(otherId) => void run(t(word, { route: name }), (label) => edit(label, routeId, otherId))}
    />
  )
  return (
    <>
      <Menu.Label>{name}</Menu.Label>
      <Menu.Item
        leftSection={<IconArrowsSort size={16} />}
        disabled={isOff}
        onClick={() => void run(t('did.reversed', { route: name }), (label) => reverseRoute(label, routeId))}
      >
        {t('reverse')}
      </Menu.Item>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconArrowsExchange size={16} />} disabled={isOff}>
            {t('swap_with')}
          </Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>{others(swapRoutes, 'did.swapped')}</Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Sub>
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconArrowsJoin size={16} />} disabled={isOff}>
            {t('merge_with')}
          </Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>{others(mergeRoutes, 'did.merged')}</Menu.Sub.Dropdown>
      </Menu.Sub>
      <Menu.Item
        leftSection={route.is_locked ? <IconLockOpen size={16} /> : <IconLock size={16} />}
        disabled={isOff}
        rightSection={<kbd>K</kbd>}
        onClick={() => void actions.lock([routeId], !route.is_locked)}
      >
        {t(route.is_locked ? 'unlock' : 'lock')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconTool size={16} />}
        disabled={isOff}
        onClick={() => void run(t('did.reassigned', { route: name }), (label) => reassignRoute(label, routeId))}
      >
        {t('broken_down')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash size={16} />}
        color="var(--rw-failed)"
        disabled={isOff || route.is_locked || route.status !== 'not_started'}
        onClick={() => void run(t('did.route_deleted', { route: name }), (label) => deleteRoute(label, routeId))}
      >
        {t('delete_route')}
      </Menu.Item>
    </>
  )
}
