// Edits of the selection, by drag, key or menu: each with its words.
import type { EditAnswer } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type DropTarget, movesFor } from './drag.ts'
import { insertStops, lockRoutes, moveStops, pinStops } from './order-edits.ts'
import { routeName, stopName } from './plan-data.ts'
import { currentPlan } from './plan-store.ts'
import { useSelection } from './selection.ts'
import { deleteStops } from './stop-edits.ts'
import { useEdit } from './use-edit.ts'

export function useStopActions() {
  const { t } = useTranslation('editor')
  const run = useEdit()
  return useMemo(() => {
    const moved = (stopIds: readonly string[], routeId: string) =>
      t('did.moved', { what: nameOfStops(stopIds, t), route: nameOfRoute(routeId) })
    const drop = (stopIds: readonly string[], target: DropTarget) => {
      const { routeId } = target
      const label = routeId === null ? t('did.unassigned', { what: nameOfStops(stopIds, t) }) : moved(stopIds, routeId)
      return run(label, (text): Promise<EditAnswer> => moveStops(text, movesFor(stopIds, target)))
    }
    return {
      drop,
      unassign: (stopIds: readonly string[]) => drop(stopIds, { routeId: null }),
      moveToRoute: (stopIds: readonly string[], routeId: string) => drop(stopIds, { routeId }),
      /** Where each fits best among all routes. */
      insert: (stopIds: readonly string[]) =>
        run(t('did.inserted', { what: nameOfStops(stopIds, t) }), (text) => insertStops(text, [...stopIds])),
      /** One place up or down on its route. */
      shift(stopId: string, by: -1 | 1) {
        const { routeId } = shiftTarget(stopId, by) ?? {}
        if (!routeId) return
        // Quick presses wait for each other. When the turn comes to this one, the stop has other neighbours: they are looked
        // up again.
        void run(moved([stopId], routeId), async (text) => {
          const target = shiftTarget(stopId, by)
          return target && moveStops(text, movesFor([stopId], target))
        })
      },
      remove: (stopIds: readonly string[]) => {
        useSelection.getState().clear()
        return run(t('did.deleted', { what: nameOfStops(stopIds, t) }), (text) => deleteStops(text, [...stopIds]))
      },
      pin: (stopIds: readonly string[], pin: 'route' | 'place' | null) =>
        run(t(pin === null ? 'did.unpinned' : 'did.pinned', { what: nameOfStops(stopIds, t) }), (text) =>
          pinStops(text, [...stopIds], pin),
        ),
      lock: (routeIds: readonly string[], isLocked: boolean) =>
        run(t(isLocked ? 'did.locked' : 'did.unlocked', { what: routeIds.map(nameOfRoute).join(', ') }), (text) =>
          lockRoutes(text, [...routeIds], isLocked),
        ),
    }
  }, [t, run])
}

/** The name of one stop, or how many there are. */
function nameOfStops(stopIds: readonly string[], t: TFunction): string {
  const first = currentPlan().stops.get(stopIds[0] ?? '')
  return stopIds.length === 1 && first ? stopName(first) : t('editor:stops_count', { count: stopIds.length })
}

function nameOfRoute(routeId: string): string {
  const route = currentPlan().routes.find(({ id }) => id === routeId)
  return route ? routeName(route) : ''
}

/** One place up or down on its route; undefined at its ends. */
function shiftTarget(stopId: string, by: -1 | 1): (DropTarget & { routeId: string }) | undefined {
  const { stops, orders } = currentPlan()
  const routeId = stops.get(stopId)?.route_id
  const order = routeId ? (orders.get(routeId) ?? []) : []
  const at = order.indexOf(stopId)
  const to = at + by
  if (!routeId || at === -1 || to < 0 || to >= order.length) return undefined
  return { routeId, afterStopId: by === 1 ? order[to]! : (order[to - 1] ?? null) }
}
