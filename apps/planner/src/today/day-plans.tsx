// The plans of the day and the next one after it, each a way into its editor.
import { Text } from '@mantine/core'
import type { DayPlan, Today } from '@routewright/contract'
import { planLook } from '@routewright/ui/status'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayOfPlan } from '../plan/plan-day.ts'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { useFormats } from '../shell/session.ts'
import { StatusChip } from '../shell/status-chip.tsx'
import classes from './today.module.css'

export function DayPlans({ today }: { today: Today }) {
  return (
    <ul className={classes.list}>
      {today.plans.map((day) => (
        <PlanRow key={day.plan.id} day={day} />
      ))}
      {today.next && <PlanRow day={today.next} isNext />}
    </ul>
  )
}

function PlanRow({ day, isNext = false }: { day: DayPlan; isNext?: boolean }) {
  const { t } = useTranslation(['today', 'plans'])
  const formats = useFormats()
  const { plan, used_routes, started_routes } = day
  const date = dayOfPlan(plan, formats.dayKey)
  const isLive = started_routes > 0 && plan.status !== 'finished'
  return (
    <li>
      <Link
        to="/plan/$planId"
        params={{ planId: plan.id }}
        search={isLive ? { mode: 'live' } : {}}
        className={classes.plan}
      >
        <span className={classes.planHead}>
          <strong>{plan.label || t('plans:unnamed')}</strong>
          <StatusChip look={planLook(plan.status)} />
        </span>
        <ProgressBar counts={plan} />
        <Text size="xs" c="dimmed" component="span">
          {[
            isNext && t('next_on', { date: formats.calendarDate(date) }),
            t('stops_count', { count: plan.total_stops }),
            t('routes_count', { count: used_routes }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Link>
    </li>
  )
}
