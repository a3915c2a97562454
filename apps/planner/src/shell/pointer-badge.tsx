// Beside the pointer while something is dragged: what it is, where it would go, and what that would do.
import type { ReactNode } from 'react'
import classes from './pointer-badge.module.css'

interface PointerBadgeProps {
  /** Position of the pointer, pixels of the window. */
  x: number
  y: number
  what: string
  place?: ReactNode
  /** Missing where a drop would do nothing. */
  effect?: string | undefined
  isBad?: boolean
}

export function PointerBadge({ x, y, what, place, effect, isBad = false }: PointerBadgeProps) {
  // Stays inside the window at its right and lower edges.
  const style = { left: Math.min(x + 16, innerWidth - 290), top: Math.min(y + 14, innerHeight - 84) }
  return (
    <div className={classes.badge} style={style} role="status">
      <div className={classes.what}>{what}</div>
      {place !== undefined && <div className={classes.place}>{place}</div>}
      {effect !== undefined && (
        <div className={classes.effect} data-bad={isBad || undefined}>
          {effect}
        </div>
      )}
    </div>
  )
}

/** The colour of a route, before its name. */
export function BadgeDot({ color }: { color: string }) {
  return <span className={classes.dot} style={{ background: color }} />
}
