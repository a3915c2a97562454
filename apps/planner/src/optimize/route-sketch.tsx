// The routes of a proposed plan as lines from stop to stop, without a map: enough to tell plans apart.
import type { PlanComparison, Stop } from '@routewright/contract'
import { routeColor } from '@routewright/ui/route-colors'
import { useMemo } from 'react'
import type { PlanData } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { withProposal } from '../plan/proposal.ts'
import classes from './plan-choice.module.css'

const WIDTH = 104
const HEIGHT = 76
const MARGIN = 6

export function RouteSketch({ comparison }: { comparison: PlanComparison }) {
  const data = usePlanData()
  const lines = useMemo(() => sketchLines(withProposal(data, comparison)), [data, comparison])
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes.sketch} aria-hidden="true">
      {lines.map(({ id, color, points }) => (
        <polyline key={id} points={points} fill="none" stroke={color} strokeWidth="1.6" strokeLinejoin="round" />
      ))}
    </svg>
  )
}

interface Line {
  id: string
  color: string
  /** Points in the form of an SVG polyline. */
  points: string
}

interface Place {
  lat: number
  lng: number
}

function listPlaces(stops: readonly (Stop | undefined)[]): Place[] {
  return stops.flatMap((stop) => {
    const { lat, lng } = stop?.location ?? {}
    return lat === undefined || lng === undefined ? [] : [{ lat, lng }]
  })
}

function sketchLines({ routes, orders, stops }: PlanData): Line[] {
  const place = placer(listPlaces([...stops.values()]))
  return routes.flatMap((route, index) => {
    const onRoute = listPlaces((orders.get(route.id) ?? []).map((id) => stops.get(id)))
    if (onRoute.length === 0) return []
    return [{ id: route.id, color: routeColor(route, index), points: onRoute.map(place).join(' ') }]
  })
}

/** Returns a function that draws places so that all given ones fit, degrees of longitude as narrow as they are there. */
function placer(places: readonly Place[]): (place: Place) => string {
  const lats = places.map(({ lat }) => lat)
  const lngs = places.map(({ lng }) => lng)
  const [south, north] = [least(lats), -least(lats.map((lat) => -lat))]
  const [west, east] = [least(lngs), -least(lngs.map((lng) => -lng))]
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const wide = Math.max((east - west) * narrow, 1e-6)
  const high = Math.max(north - south, 1e-6)
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high)
  const left = (WIDTH - wide * scale) / 2
  const top = (HEIGHT - high * scale) / 2
  return ({ lat, lng }) => {
    const x = left + (lng - west) * narrow * scale
    const y = top + (north - lat) * scale
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
}

/** Works like `Math.min`, for any number of values. */
function least(values: readonly number[]): number {
  return values.reduce((found, value) => Math.min(found, value), Number.POSITIVE_INFINITY)
}
