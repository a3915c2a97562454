// The lasso: draw around stops to select them.
import { type PointerEvent, useState } from 'react'
import { useSelection } from '../plan/selection.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { selectInside } from './map-selection.ts'
import classes from './plan-map.module.css'

export function LassoOverlay({ map }: { map: PlannerMap }) {
  const { tool, setTool } = useSelection()
  const [points, setPoints] = useState<[number, number][]>([])
  if (tool !== 'lasso') return null
  const add = (event: PointerEvent<SVGSVGElement>, isFirst = false) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const point: [number, number] = [event.clientX - left, event.clientY - top]
    setPoints((old) => (isFirst ? [point] : [...old, point]))
  }
  const finish = () => {
    if (points.length > 2) selectInside(map, points)
    setPoints([])
    setTool('pan')
  }
  return (
    <svg
      className={classes.lasso}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        add(event, true)
      }}
      onPointerMove={(event) => points.length > 0 && add(event)}
      onPointerUp={finish}
      onPointerCancel={() => setPoints([])}
    >
      <polygon points={points.map((point) => point.join(',')).join(' ')} />
    </svg>
  )
}
