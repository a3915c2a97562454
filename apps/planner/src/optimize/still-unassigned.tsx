// Stops that no route takes, gathered by the reason: one line for each reason, the stops behind it.
import type { PlanComparison } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { stopName } from '../plan/plan-data.ts'
import { usePlanData } from '../plan/plan-store.ts'
import { warningText } from '../plan/warnings.ts'
import classes from '../shell/panel.module.css'

const MOST_NAMED = 30

export function StillUnassigned({ unassigned }: Pick<PlanComparison, 'unassigned'>) {
  const { t } = useTranslation('optimize')
  const { stops } = usePlanData()
  const byReason = Map.groupBy(unassigned, ({ warnings }) =>
    warnings.map((warning) => warningText(warning, t)).join(' · '),
  )
  return [...byReason].map(([reason, left]) => (
    <details key={reason} style={{ fontSize: '0.82rem', marginBottom: 6 }}>
      <summary>
        {t('stops_count', { count: left.length })}: {reason}
      </summary>
      {left.slice(0, MOST_NAMED).map(({ stop_id, warnings }) => {
        const stop = stops.get(stop_id)
        return (
          <p key={stop_id} style={{ margin: '4px 0 4px 14px' }}>
            {stop ? stopName(stop) : stop_id}
            <br />
            <span className={classes.dim}>{warnings[0]?.message}</span>
          </p>
        )
      })}
    </details>
  ))
}
