// How a change of a figure is coloured.
import classes from '../shell/panel.module.css'

/** The class of a change: less is better. */
export function findTone(change: number): string | undefined {
  return change < -1e-6 ? classes.better : change > 1e-6 ? classes.worse : undefined
}
