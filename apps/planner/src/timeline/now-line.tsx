// The time that it is, as a line across the timeline; only on the day of the plan.
import { useTranslation } from 'react-i18next'
import { dayOfPlan } from '../plan/plan-day.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { useOrganizationNow } from '../shell/clock.ts'
import { useFormats } from '../shell/session.ts'
import classes from './timeline.module.css'
import { type TimeScale, xOf } from './timeline-scale.ts'

const REFRESH_MS = 30_000

/** `left` is where the scale begins, pixels. */
export function NowLine({ scale, left }: { scale: TimeScale; left: number }) {
  const { t } = useTranslation('editor')
  const { plan } = usePlanData()
  const { dayKey, timeZone } = useFormats()
  const now = useNowSeconds(dayOfPlan(plan, dayKey), timeZone)
  if (now === undefined || now <= scale.fromSeconds || now >= scale.toSeconds) return null
  return <span className={classes.now} style={{ left: left + xOf(scale, now) }} title={t('now')} />
}

/** By the clock of the zone, seconds since midnight; undefined while it is not that day there. */
function useNowSeconds(day: string, timeZone: string | undefined): number | undefined {
  const now = useOrganizationNow(REFRESH_MS)
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(now)
  const part = (type: string) => parts.find((entry) => entry.type === type)?.value ?? '0'
  if (`${part('year')}-${part('month')}-${part('day')}` !== day) return undefined
  return Number(part('hour')) * 3600 + Number(part('minute')) * 60 + Number(part('second'))
}
