// From where somebody asks what lies within some minutes, in the open plan; nothing of it is ever saved.
import type { Location, BareRoute as Route, Stop } from '@routewright/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { type ReachStart, startAt } from '../forms/reach-areas.ts'
import { useProject } from '../shell/session.ts'
import { routeName, stopName } from './plan-data.ts'
import { usePlanData } from './plan-store.ts'

export const useAskedReach = create<{ start: ReachStart | undefined }>(() => ({ start: undefined }))

export function askReach(start: ReachStart | undefined): void {
  useAskedReach.setState({ start })
}

/** Start of each place that reach may be asked from; undefined where it has no coordinates. */
interface PlanStarts {
  /** Travels like the van of the stop's route. */
  ofStop(stop: Stop): ReachStart | undefined
  /** Where the van is, once it is under way; before that where it starts. */
  ofRoute(route: Route): ReachStart | undefined
  ofDepot(depot: Location | undefined): ReachStart | undefined
}

export function usePlanStarts(): PlanStarts {
  const { t } = useTranslation('reach')
  const { routes } = usePlanData()
  return useMemo(
    () => ({
      ofStop: (stop) => {
        const route = routes.find(({ id }) => id === stop.route_id)
        return travelling(startAt(stop.id, t('of_stop', { name: stopName(stop) }), stop.location), route)
      },
      ofRoute: (route) => {
        const position = route.status === 'in_transit' ? route.last_position : undefined
        const name = routeName(route)
        const start = position
          ? startAt(route.id, t('now_of', { name }), { lat: position.lat, lng: position.lng })
          : startAt(route.id, name, route.start_location)
        return travelling(start, route)
      },
      ofDepot: (depot) => startAt('depot', t('depot'), depot),
    }),
    [routes, t],
  )
}

/** The project's depot and the vans of the plan. */
export function useOfferedStarts(): ReachStart[] {
  const starts = usePlanStarts()
  const { settings } = useProject()
  const { routes } = usePlanData()
  return useMemo(
    () => [starts.ofDepot(settings.depot), ...routes.map(starts.ofRoute)].filter((start) => start !== undefined),
    [starts, settings.depot, routes],
  )
}

function travelling(start: ReachStart | undefined, route: Route | undefined): ReachStart | undefined {
  return start && route?.travel ? { ...start, travel: route.travel } : start
}
