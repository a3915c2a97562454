// The plans of a month, day by day.
import { ActionIcon, Button, Group, Title, UnstyledButton } from '@mantine/core'
import type { Plan } from '@routewright/contract'
import { planLook } from '@routewright/ui/status'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOfPlan } from '../plan/plan-day.ts'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { useFormats, useProject } from '../shell/session.ts'
import { LoadFailure } from '../shell/states.tsx'
import { StatusMark } from '../shell/status-mark.tsx'
import { daysOfMonth, monthAfter, weekdayNames } from './month.ts'
import { planDaysQuery, useLeavingPlans } from './plan-queries.ts'
import classes from './plans.module.css'
import type { PlansSearch } from './plans-page.tsx'

interface PlanCalendarProps {
  search: PlansSearch
  onChange(next: Partial<PlansSearch>): void
  onNew(date: string): void
}

export function PlanCalendar({ search, onChange, onNew }: PlanCalendarProps) {
  const { t } = useTranslation('plans')
  const project = useProject()
  const formats = useFormats()
  const today = formats.dayKey(Date.now())
  const month = /^\d{4}-\d{2}$/.test(search.month ?? '') ? search.month! : today.slice(0, 7)
  const days = useMemo(() => daysOfMonth(month, formats.language), [month, formats.language])
  const { text, status } = search
  const filter = { ...(text && { text }), ...(status && { status }), from: days[0]!, to: days.at(-1)! }
  const { data, error, refetch, isFetching } = useQuery(planDaysQuery(project.id, filter))
  const leaving = useLeavingPlans((state) => state.ids)
  const byDay = useMemo(() => {
    const groups = new Map<string, Plan[]>()
    for (const plan of data ?? []) {
      if (leaving.has(plan.id)) continue
      const day = dayOfPlan(plan, formats.dayKey)
      groups.set(day, [...(groups.get(day) ?? []), plan])
    }
    return groups
  }, [data, leaving, formats])
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  return (
    <section aria-busy={isFetching}>
      <Group mb="sm" gap="xs">
        <ActionIcon aria-label={t('month_before')} onClick={() => onChange({ month: monthAfter(month, -1) })}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <Title order={2} size="h5" className={classes.month} aria-live="polite">
          {formats.month(`${month}-15T12:00:00Z`)}
        </Title>
        <ActionIcon aria-label={t('month_after')} onClick={() => onChange({ month: monthAfter(month, 1) })}>
          <IconChevronRight size={18} />
        </ActionIcon>
        {month !== today.slice(0, 7) && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ month: undefined })}>
            {t('today')}
          </Button>
        )}
      </Group>
      <div className={classes.calendar}>
        {weekdayNames(formats.language).map((name) => (
          <div key={name} className={classes.weekday}>
            {name}
          </div>
        ))}
        {days.map((day) => (
          <div
            key={day}
            className={classes.cell}
            data-outside={!day.startsWith(month) || undefined}
            data-today={day === today || undefined}
          >
            <UnstyledButton
              className={classes.number}
              onClick={() => onNew(day)}
              aria-label={t('new_on', { date: formats.calendarDate(day) })}
            >
              {Number(day.slice(8))}
            </UnstyledButton>
            {(byDay.get(day) ?? []).map((plan) => (
              <Link key={plan.id} to="/plan/$planId" params={{ planId: plan.id }} className={classes.entry}>
                <span className={classes.entryName}>
                  <StatusMark look={planLook(plan.status)} size={10} />
                  <span>{plan.label || t('unnamed')}</span>
                </span>
                <ProgressBar counts={plan} />
              </Link>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
