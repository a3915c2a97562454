// The number of a stop on the colour of its route; an unassigned stop has a ring.
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { shownPlan } from '../plan/proposal.ts'
import classes from './stop-list.module.css'

interface StopNumberProps {
  routeIndex: number | undefined
  /** From 0. */
  place: number
}

export function StopNumber({ routeIndex, place }: StopNumberProps) {
  const route = routeIndex === undefined ? undefined : shownPlan().routes[routeIndex]
  if (!route) return <span className={classes.number} data-open aria-hidden="true" />
  const color = routeColor(route, routeIndex)
  return (
    <span className={classes.number} style={{ background: color, color: textOn(color) }}>
      {place + 1}
    </span>
  )
}
