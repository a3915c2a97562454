// The state of the day for all routes, where it is unusual: the pace that estimates follow, and its evidence.
import * as operations from '@routewright/client/operations'
import type { DayPace } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../plan/plan-store.ts'
import { useFormats, useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import classes from './live-panel.module.css'

const REFRESH_MS = 60_000
/** A day that differs by less is as usual to whoever looks. */
const LEAST = 0.02

export function DayLine() {
  const { id: project_id } = useProject()
  const day = usePlanData().plan.execution_date.slice(0, 10)
  const query = useAnswer(
    ['day-pace', project_id, day],
    operations.getDayPace,
    { project_id, day },
    { refetchInterval: REFRESH_MS },
  )
  const { driving, work } = query.data ?? {}
  return (
    <>
      <Difference kind="driving" part={driving} />
      <Difference kind="work" part={work} />
    </>
  )
}

function Difference({ kind, part }: { kind: 'driving' | 'work'; part: DayPace['driving'] }) {
  const { t } = useTranslation('live')
  const formats = useFormats()
  if (!part || Math.abs(part.factor - 1) < LEAST) return null
  const percent = formats.percent(Math.abs(part.factor - 1))
  return (
    <p className={classes.day} role="status">
      {t(`day.${kind}_${part.factor > 1 ? 'longer' : 'quicker'}`, { percent })}{' '}
      {t(`day.${kind}_evidence`, { count: part.parts })}
    </p>
  )
}
