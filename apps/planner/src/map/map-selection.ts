// Selecting stops on the map by a rectangle or a drawn line.
import { isInside } from '../plan/inside.ts'
import { hasPlace } from '../plan/plan-data.ts'
import { currentPlan } from '../plan/plan-store.ts'
import { useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import classes from './plan-map.module.css'

type Corner = readonly [number, number]

/** All stops inside join the selection; pixels of the map's own frame. */
export function selectInside(map: PlannerMap, polygon: readonly Corner[]): void {
  const { stopIds, select } = useSelection.getState()
  const inside: string[] = []
  for (const stop of currentPlan().stops.values()) {
    if (!hasPlace(stop)) continue
    const { x, y } = map.project([stop.location!.lng!, stop.location!.lat!])
    if (isInside([x, y], polygon)) inside.push(stop.id)
  }
  if (inside.length > 0) select([...stopIds, ...inside])
}

/** Shift and drag. */
export function startRectangle(map: PlannerMap, start: PointerEvent): void {
  map.dragPan.disable()
  const frame = map.getContainer().getBoundingClientRect()
  const box = document.createElement('div')
  box.className = classes.rectangle ?? ''
  map.getContainer().append(box)
  const from: Corner = [start.clientX - frame.left, start.clientY - frame.top]
  let to = from
  const move = (event: PointerEvent) => {
    to = [event.clientX - frame.left, event.clientY - frame.top]
    Object.assign(box.style, {
      left: `${Math.min(from[0], to[0])}px`,
      top: `${Math.min(from[1], to[1])}px`,
      width: `${Math.abs(from[0] - to[0])}px`,
      height: `${Math.abs(from[1] - to[1])}px`,
    })
  }
  const up = () => {
    window.removeEventListener('pointermove', move)
    window.removeEventListener('pointerup', up)
    box.remove()
    map.dragPan.enable()
    selectInside(map, [from, [to[0], from[1]], to, [from[0], to[1]]])
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', up)
}
