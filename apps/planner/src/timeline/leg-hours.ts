// Duration of the way to a stop at the hour of the plan and at another, where times depend on the hour.
import * as operations from '@routewright/client/operations'
import type { BareRoute as Route, RouteHours } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { usePlanStore } from '../plan/plan-store.ts'
import { call } from '../shell/service.ts'
import { useFoundProject } from '../shell/session.ts'

type Legs = RouteHours['legs']

/** A minute more or less is worth a word. */
const noticedSeconds = 60

/** The ways of a route, asked for when one of its stops is pointed at; undefined while there is nothing to tell. */
export function useLegHours(route: Route, isWanted: boolean): Legs | undefined {
  const ofProject = useFoundProject()?.traffic_options?.hours
  const ofPlan = usePlanStore(({ data }) => data?.plan.traffic_options?.hours)
  const isByHour = (ofPlan ?? ofProject ?? 'off') !== 'off'
  const { data } = useQuery({
    queryKey: ['route-hours', route.id, route.updated_at],
    queryFn: ({ signal }) => call(operations.getRouteHours, { route_id: route.id }, { signal, once: true }),
    enabled: isWanted && isByHour,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.by_hour ? data.legs : undefined
}

/** At the planned departure, and at the hour that differs most from it; undefined where all hours are alike. */
export function legHoursText(
  legs: Legs | undefined,
  stopId: string,
  formats: Formats,
  t: TFunction<'editor'>,
): string | undefined {
  const leg = legs?.find(({ stop_id }) => stop_id === stopId)
  if (leg?.departs_at === undefined || leg.seconds === undefined) return undefined
  const own = leg.seconds
  const other = leg.hours.toSorted((a, b) => Math.abs(b.seconds - own) - Math.abs(a.seconds - own))[0]
  if (!other || Math.abs(other.seconds - own) < noticedSeconds) return undefined
  return t('bars.leg_hours', {
    time: formats.timeOfDay(leg.departs_at),
    duration: formats.duration(own),
    other: formats.timeOfDay(other.at),
    otherDuration: formats.duration(other.seconds),
  })
}
