// A count at the end of a row.

import classes from './count-badge.module.css'
import { useFormats } from './session.ts'

export function CountBadge({ count, isAlert = false }: { count: number; isAlert?: boolean }) {
  const formats = useFormats()
  return (
    <span className={classes.badge} data-alert={isAlert || undefined}>
      {formats.number(count)}
    </span>
  )
}
