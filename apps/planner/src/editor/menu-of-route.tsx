// The context menu of a route.
import { Menu } from '@mantine/core'
import type { BareRoute as Route } from '@routewright/contract'
import {
  IconArrowsExchange,
  IconArrowsJoin,
  IconArrowsSort,
  IconEye,
  IconEyeOff,
  IconFocus2,
  IconLock,
  IconLockOpen,
  IconPrinter,
  IconRoute,
  IconTool,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { askToHandOver, useAskFirst } from '../plan/asked-edit.ts'
import { usePlanStarts } from '../plan/asked-reach.ts'
import { merging, reversing, swapping } from '../plan/order-edits.ts'
import { routeName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { deleteRoute } from '../plan/route-edits.ts'
import { useSelection } from '../plan/selection.ts'
import { useStopActions } from '../plan/stop-actions.ts'
import { useEdit } from '../plan/use-edit.ts'
import { MenuEntry } from '../shell/menu-entry.tsx'
import { useMayPlan } from '../shell/session.ts'
import { ReachEntry } from './reach-entry.tsx'
import { RouteMenuItems } from './route-menu-items.tsx'

export function MenuOfRoute({ routeId, onLabels }: { routeId: string; onLabels(): void }) {
  const { t } = useTranslation('labels')
  const { routes } = usePlanData()
  const starts = usePlanStarts()
  const route = routes.find(({ id }) => id === routeId)
  if (!route) return null
  return (
    <>
      <Menu.Label>{routeName(route)}</Menu.Label>
      <SightItems routeId={route.id} />
      <ReachEntry start={starts.ofRoute(route)} />
      <OrderItems route={route} />
      <MenuEntry icon={IconPrinter} text={t('open')} onClick={onLabels} />
      <RouteItems route={route} />
    </>
  )
}

/** Items for what of the plan the map shows. */
function SightItems({ routeId }: { routeId: string }) {
  const { t } = useTranslation('editor')
  const { hiddenRoutes, shownRouteId, showOnly, showAllRoutes, toggleHidden } = useSelection()
  const isHidden = hiddenRoutes.has(routeId)
  return (
    <>
      <MenuEntry
        icon={isHidden ? IconEye : IconEyeOff}
        text={t(isHidden ? 'show_on_map' : 'hide_on_map')}
        onClick={() => toggleHidden(routeId)}
      />
      <MenuEntry icon={IconFocus2} text={t('show_only')} onClick={() => showOnly(routeId)} />
      {(hiddenRoutes.size > 0 || shownRouteId !== undefined) && (
        <MenuEntry icon={IconRoute} text={t('show_all_routes')} onClick={showAllRoutes} />
      )}
      <Menu.Divider />
    </>
  )
}

/** Turns the route round, or trades stops with another one. */
function OrderItems({ route }: { route: Route }) {
  const { t } = useTranslation('editor')
  const ask = useAskFirst()
  const named = { route: routeName(route) }
  return (
    <>
      <MenuEntry
        icon={IconArrowsSort}
        text={t('reverse')}
        isOff={useIsOff(route)}
        onClick={() => ask('reversed', named, reversing(route.id))}
      />
      <WithAnotherRoute
        route={route}
        icon={<IconArrowsExchange size={16} />}
        word={t('swap_with')}
        onPick={(otherId) => ask('swapped', named, swapping(route.id, otherId))}
      />
      <WithAnotherRoute
        route={route}
        icon={<IconArrowsJoin size={16} />}
        word={t('merge_with')}
        onPick={(otherId) => ask('merged', named, merging(route.id, otherId))}
      />
    </>
  )
}

interface WithAnotherRouteProps {
  route: Route
  icon: ReactNode
  word: string
  onPick(otherId: string): void
}

function WithAnotherRoute({ route, icon, word, onPick }: WithAnotherRouteProps) {
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={icon} disabled={useIsOff(route)}>
          {word}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        <RouteMenuItems without={route.id} onPick={onPick} />
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** Locks the route, hands its stops over when its vehicle broke down, or deletes it. */
function RouteItems({ route }: { route: Route }) {
  const { t } = useTranslation('editor')
  const { lock } = useStopActions()
  const run = useEdit()
  const isOff = useIsOff(route)
  return (
    <>
      <Menu.Item
        leftSection={route.is_locked ? <IconLockOpen size={16} /> : <IconLock size={16} />}
        disabled={isOff}
        rightSection={<kbd>K</kbd>}
        onClick={() => void lock([route.id], !route.is_locked)}
      >
        {t(route.is_locked ? 'unlock' : 'lock')}
      </Menu.Item>
      <MenuEntry icon={IconTool} text={t('broken_down')} isOff={isOff} onClick={() => askToHandOver(route.id)} />
      <Menu.Divider />
      <MenuEntry
        icon={IconTrash}
        text={t('delete_route')}
        isDanger
        isOff={isOff || route.is_locked || route.status !== 'not_started'}
        onClick={() =>
          void run(t('did.route_deleted', { route: routeName(route) }), (label) => deleteRoute(label, route.id))
        }
      />
    </>
  )
}

function useIsOff(route: Route): boolean {
  return !useMayPlan() || route.status === 'finished'
}
