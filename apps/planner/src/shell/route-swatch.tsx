// The number of a route on its colour: how a route is recognized on every part of the screen.
import type { BareRoute as Route } from '@routewright/contract'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import classes from './route-swatch.module.css'

export function RouteSwatch({ route, index }: { route: Route; index: number }) {
  const color = routeColor(route, index)
  return (
    <span className={classes.swatch} style={{ background: color, color: textOn(color) }}>
      {index + 1}
    </span>
  )
}
