// A ring around the stop that is pointed at anywhere on the screen. It lies above the map, so that nothing has to be drawn anew.
import { useLayoutEffect, useRef } from 'react'
import { useShownPlan } from '../plan/proposal.ts'
import { useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { pinPlace } from './pin-places.ts'
import { stopRadius } from './plan-layers.ts'
import classes from './plan-map.module.css'

/** Between the stop and the outer edge of the ring, pixels. */
const EDGE = 5

export function HoverRing({ map }: { map: PlannerMap }) {
  const ring = useRef<HTMLDivElement>(null)
  const hoveredId = useSelection((state) => state.hoveredId)
  const data = useShownPlan()
  const stop = hoveredId === undefined ? undefined : data.stops.get(hoveredId)
  const [lng, lat] = (stop && pinPlace(data, stop)) ?? []
  const isShown = lat !== undefined && lng !== undefined
  // Ends together with what it places: a map that is still moving would look for it in vain.
  useLayoutEffect(() => {
    if (!isShown) return
    const place = () => {
      const { x, y } = map.project([lng!, lat!])
      const radius = stopRadius(map.getZoom()) + EDGE
      Object.assign(ring.current!.style, {
        left: `${x - radius}px`,
        top: `${y - radius}px`,
        width: `${2 * radius}px`,
        height: `${2 * radius}px`,
      })
    }
    place()
    map.on('move', place)
    return () => void map.off('move', place)
  }, [map, isShown, lat, lng])
  return isShown && <div ref={ring} className={classes.ring} aria-hidden="true" />
}
