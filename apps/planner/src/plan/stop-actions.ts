// Edits of the selection, by drag, key or menu: each with its words.
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAskFirst } from './asked-edit.ts'
import { type DropTarget, movesFor } from './drag.ts'
import { inserting, lockRoutes, makeEdit, moving, pinStops } from './order-edits.ts'
import { routeName, stopName } from './plan-data.ts'
import { currentPlan } from './plan-store.ts'
import { postpone } from './postpone.ts'
import { useSelection } from './selection.ts'
import { deleteStops } from './stop-edits.ts'
import { useEdit } from './use-edit.ts'

export function useStopActions() {
  const { t } = useTranslation('editor')
  const run = useEdit()
  const ask = useAskFirst()
  return useMemo(() => {
    const words = (stopIds: readonly string[], routeId: string | null): [string, Record<string, string>] => {
      const what = nameOfStops(stopIds, t)
      return routeId === null ? ['unassigned', { what }] : ['moved', { what, route: nameOfRoute(routeId) }]
    }
    const askToMove = (stopIds: readonly string[], routeId: string | null) =>
      ask(...words(stopIds, routeId), moving(movesFor(stopIds, { routeId })))
    const leave = (word: string, stopIds: readonly string[], edit: (text: string, ids: string[]) => Promise<void>) => {
      useSelection.getState().clear()
      return run(t(`did.${word}`, { what: nameOfStops(stopIds, t) }), (text) => edit(text, [...stopIds]))
    }
    return {
      /** At once: what a drop does was shown beside the pointer. */
      drop(stopIds: readonly string[], target: DropTarget) {
        const [word, details] = words(stopIds, target.routeId)
        return run(t(`did.${word}`, details), (label) => makeEdit(label, moving(movesFor(stopIds, target))))
      },
      unassign: (stopIds: readonly string[]) => askToMove(stopIds, null),
      moveToRoute: (stopIds: readonly string[], routeId: string) => askToMove(stopIds, routeId),
      /** Where each fits best among all routes. */
      insert: (stopIds: readonly string[]) => ask('inserted', { what: nameOfStops(stopIds, t) }, inserting(stopIds)),
      /** One place up or down on its route, at once: the keys drag it place by place, and each says what it did. */
      shift(stopId: string, by: -1 | 1) {
        const { routeId } = shiftTarget(stopId, by) ?? {}
        if (!routeId) return
        // Quick presses wait for each other. When the turn comes to this one, the stop has other neighbours: they are looked
        // up again.
        const [word, details] = words([stopId], routeId)
        void run(t(`did.${word}`, details), async (label) => {
          const target = shiftTarget(stopId, by)
          return target && makeEdit(label, moving(movesFor([stopId], target)))
        })
      },
      remove: (stopIds: readonly string[]) => leave('deleted', stopIds, deleteStops),
      toBacklog: (stopIds: readonly string[]) => leave('to_backlog', stopIds, (text, ids) => postpone(text, ids, null)),
      pin: (stopIds: readonly string[], pin: 'route' | 'place' | null) =>
        run(t(pin === null ? 'did.unpinned' : 'did.pinned', { what: nameOfStops(stopIds, t) }), (text) =>
          pinStops(text, [...stopIds], pin),
        ),
      lock: (routeIds: readonly string[], isLocked: boolean) =>
        run(t(isLocked ? 'did.locked' : 'did.unlocked', { what: routeIds.map(nameOfRoute).join(', ') }), (text) =>
          lockRoutes(text, [...routeIds], isLocked),
        ),
    }
  }, [t, run, ask])
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
