// How far the stops of a plan or route are, as one bar of four parts.
import { useTranslation } from 'react-i18next'
import classes from './progress-bar.module.css'

interface StopCounts {
  total_stops: number
  completed_stops: number
  incomplete_stops: number
  canceled_stops: number
}

export function ProgressBar({ counts }: { counts: StopCounts }) {
  const { t } = useTranslation('shell')
  const { total_stops: total, completed_stops, incomplete_stops, canceled_stops } = counts
  const done = completed_stops + incomplete_stops + canceled_stops
  const label = total === 0 ? t('no_stops') : t('progress', { done, total })
  const share = (part: number) => `${total === 0 ? 0 : (100 * part) / total}%`
  return (
    <div className={classes.bar} role="img" aria-label={label}>
      <span className={classes.done} style={{ width: share(completed_stops) }} />
      <span className={classes.half} style={{ width: share(incomplete_stops) }} />
      <span className={classes.failed} style={{ width: share(canceled_stops) }} />
    </div>
  )
}
