// Areas within some minutes of a place, and how many clients or stops are in each.
import * as operations from '@routewright/client/operations'
import type { ReachAreas, Travel } from '@routewright/contract'
import { useMemo } from 'react'
import { useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { placeText } from './place.ts'

/** Where somebody starts, and how they travel: as the vehicle, as described, or as is usual in the project. */
export interface ReachStart {
  value: string
  label: string
  from: { lat: number; lng: number; street?: string }
  vehicleId?: string
  travel?: Travel
}

/** An area as a map shows it, the widest first. */
export interface ShownArea {
  color: string
  geometry: ReachAreas['features'][number]['geometry']
}

/** The nearest area first. */
const colors = ['#1b7f4d', '#c77700', '#b3261e']
export const mostAreas = colors.length

type Located = { lat?: number; lng?: number; street?: string } & Record<string, unknown>

/** Undefined for a place without coordinates. */
export function startAt(value: string, name: string, place: Located | undefined): ReachStart | undefined {
  if (place?.lat === undefined || place.lng === undefined) return undefined
  const { lat, lng, street } = place
  const address = placeText(place)
  return {
    value,
    label: address && address !== name ? `${name} · ${address}` : name,
    from: { lat, lng, ...(street && { street }) },
  }
}

/** The last areas stay shown until the next ones are there. Counted are the stops of the plan, without one the clients of the project. */
export function useReachAreas(start: ReachStart | undefined, minutes: readonly number[], planId?: string) {
  const project_id = useProject().id
  const { from = { lat: 0, lng: 0 }, vehicleId, travel } = start ?? {}
  const body = { from, ...(vehicleId ? { vehicle_id: vehicleId } : travel && { travel }) }
  const isAsked = start !== undefined && minutes.length > 0
  const options = { enabled: isAsked, placeholderData: <T>(before: T | undefined) => before, staleTime: 60_000 }
  const asked = { project_id, body: { ...body, minutes: [...minutes] } }
  const areas = useAnswer(['reach', asked], operations.findReach, asked, options)
  const counted = planId ? { plan_id: planId } : {}
  const farthest = { project_id, body: { ...body, ...counted, minutes: Math.max(1, ...minutes) } }
  const places = useAnswer(['reached', farthest], operations.findReachedPlaces, farthest, options)
  const { data } = areas
  const found = useMemo(
    () =>
      (isAsked ? (data?.features ?? []) : []).map(({ properties, geometry }, at) => ({
        ...properties,
        geometry,
        color: colors[at % colors.length]!,
      })),
    [data, isAsked],
  )
  const inTime = (limit: number) =>
    places.data?.reached.filter(({ seconds }) => seconds <= limit * 60).map(({ id }) => id)
  return {
    areas: useMemo(() => found.map(({ color, geometry }): ShownArea => ({ color, geometry })).toReversed(), [found]),
    /** The nearest first; `ids` of the clients or stops in it, undefined until they are counted. */
    found: found.map((area) => ({ ...area, ids: inTime(area.minutes) })),
    /** How many clients or stops there are. */
    total: places.data && places.data.reached.length + places.data.not_reached + places.data.without_place,
    isStraight: isAsked && data?.is_straight === true,
    isPending: areas.isFetching || places.isFetching,
    error: areas.error,
    retry: () => void areas.refetch(),
  }
}
