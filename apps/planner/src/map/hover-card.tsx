// Facts about the pin that the pointer is on. For the pointer only: keys and screen readers have the list.
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { useLayoutEffect, useRef } from 'react'
import { lateSeconds, routeName, stopAddress, stopName, timeOfStop } from '../plan/plan-data.ts'
import { usePlanMidnight } from '../plan/plan-day.ts'
import { useShownPlan } from '../plan/proposal.ts'
import { useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { useFormats } from '../shell/session.ts'
import { pinPlace } from './pin-places.ts'
import { stopRadius } from './plan-layers.ts'
import classes from './plan-map.module.css'

/** Between the pin and the card, pixels. */
const GAP = 10

export function HoverCard({ map }: { map: PlannerMap }) {
  const stopId = useSelection((state) => (state.isHoveredOnMap ? state.hoveredId : undefined))
  const data = useShownPlan()
  const formats = useFormats()
  const midnight = usePlanMidnight()
  const card = useRef<HTMLDivElement>(null)
  const stop = stopId === undefined ? undefined : data.stops.get(stopId)
  const [lng, lat] = (stop && pinPlace(data, stop)) ?? []
  const isShown = lat !== undefined && lng !== undefined
  // Ends together with what it places: a map that is still moving would look for it in vain.
  useLayoutEffect(() => {
    if (!isShown) return
    const place = () => placeBeside(map, card.current!, [lng!, lat!])
    place()
    map.on('move', place)
    return () => void map.off('move', place)
  }, [map, isShown, lat, lng])
  if (!stop || !isShown) return null
  const index = data.routes.findIndex(({ id }) => id === stop.route_id)
  const route = data.routes[index]
  const color = route && routeColor(route, index)
  return (
    <div ref={card} className={classes.card} aria-hidden="true" data-hover-card>
      <strong>
        {route && color && (
          <span className={classes.cardNumber} style={{ background: color, color: textOn(color) }}>
            {data.orders.get(route.id)!.indexOf(stop.id) + 1}
          </span>
        )}
        {stopName(stop)}
      </strong>
      <span>{stopAddress(stop)}</span>
      <span data-late={lateSeconds(stop, midnight) > 0 || undefined}>
        {[
          timeOfStop(stop, route !== undefined, formats),
          stop.time_windows.map((window) => formats.timeWindow(window)).join(', '),
          route && routeName(route),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

/** Above the pin, or below it where there is no room; never outside of the map. */
function placeBeside(map: PlannerMap, card: HTMLElement, at: [number, number]): void {
  const { x, y } = map.project(at)
  const { clientWidth, clientHeight } = map.getContainer()
  const away = stopRadius(map.getZoom()) + GAP
  const left = Math.min(Math.max(0, x - card.offsetWidth / 2), clientWidth - card.offsetWidth)
  const above = y - away - card.offsetHeight
  const top = above >= 0 ? above : Math.min(y + away, clientHeight - card.offsetHeight)
  Object.assign(card.style, { left: `${left}px`, top: `${top}px` })
}
