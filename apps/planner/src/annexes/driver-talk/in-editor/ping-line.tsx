// On the card of a route: how the newest question to its driver stands.
import type { BareRoute as Route } from '@routewright/contract'
import classes from '../../../live/live-panel.module.css'
import { usePingText } from '../ping.tsx'

export default function PingLine({ route }: { route: Route }) {
  const ping = usePingText(route)
  return ping ? <p className={classes.ping}>{ping}</p> : null
}
