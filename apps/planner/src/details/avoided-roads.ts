// Roads of a kind that the vehicle avoids but has to take, because no other way leads there.
import * as operations from '@routewright/client/operations'
import type { BareRoute as Route, RouteHours } from '@routewright/contract'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { stopName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { call } from '../shell/service.ts'
import { useFoundProject } from '../shell/session.ts'

type Legs = RouteHours['legs']

/** A line for each kind of road with the stops that such a way leads to; undefined where the vehicle avoids nothing or takes nothing of it. */
export function useAvoidedText(route: Route): string | undefined {
  const { t } = useTranslation(['editor', 'records'])
  const { plan, stops } = usePlanData()
  const ofProject = useFoundProject()?.traffic_options?.avoid
  const avoids = route.travel?.avoid ?? plan.traffic_options?.avoid ?? ofProject ?? []
  const { data } = useQuery({
    queryKey: ['route-hours', route.id, route.updated_at],
    queryFn: ({ signal }) => call(operations.getRouteHours, { route_id: route.id }, { signal, once: true }),
    enabled: avoids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const getName = (id: string) => {
    const stop = stops.get(id)
    return stop ? stopName(stop) : id
  }
  return data && avoidedText(data.legs, getName, t)
}

export function avoidedText(
  legs: Legs,
  getName: (stopId: string) => string,
  t: TFunction<['editor', 'records']>,
): string | undefined {
  const placesOf = new Map<NonNullable<Legs[number]['avoided']>[number], string[]>()
  for (const { stop_id, avoided = [] } of legs) {
    const place = stop_id === undefined ? t('avoided_to_end') : getName(stop_id)
    for (const kind of avoided) placesOf.set(kind, [...(placesOf.get(kind) ?? []), place])
  }
  const lines = [...placesOf].map(([kind, places]) => `${t(`records:travel.roads.${kind}`)} → ${places.join(', ')}`)
  return lines.join('\n') || undefined
}
