// The plans of a month, day by day.
import { Button, Group, Title, UnstyledButton } from '@mantine/core'
import type { Plan } from '@routewright/contract'
import { planLook } from '@routewright/ui/status'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOfPlan } from '../plan/plan-day.ts'
import { organizationNow } from '../shell/clock.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { useFormats, useProject } from '../shell/session.ts'
import { LoadFailure } from '../shell/states.tsx'
import { StatusMark } from '../shell/status-mark.tsx'
import { daysOfMonth, monthAfter, weekdaysFrom } from './month.ts'
import { planDaysQuery, useLeavingPlans } from './plan-queries.ts'
import classes from './plans.module.css'
import type { PlansSearch } from './plans-page.tsx'

interface PlanCalendarProps {
  search: PlansSearch
  onChange(next: Partial<PlansSearch>): void
  onNew(date: string): void
}

export function PlanCalendar({ search, onChange, onNew }: PlanCalendarProps) {
  const { t } = useTranslation('records')
  const formats = useFormats()
  const today = formats.dayKey(organizationNow())
  const month = /^\d{4}-\d{2}$/.test(search.month ?? '') ? search.month! : today.slice(0, 7)
  const days = useMemo(() => daysOfMonth(month, formats.language), [month, formats.language])
  const { byDay, error, refetch, isFetching } = usePlansByDay(search, days)
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  return (
    <section aria-busy={isFetching}>
      <MonthBar month={month} today={today} onMonth={(next) => onChange({ month: next })} />
      <div className={classes.calendar}>
        {weekdaysFrom(formats.language).map((weekday) => (
          <div key={weekday} className={classes.weekday}>
            {t(`records:weekdays.${weekday}`)}
          </div>
        ))}
        {days.map((day) => (
          <div
            key={day}
            className={classes.cell}
            data-outside={!day.startsWith(month) || undefined}
            data-today={day === today || undefined}
          >
            <DayCell day={day} plans={byDay.get(day) ?? []} onNew={onNew} />
          </div>
        ))}
      </div>
    </section>
  )
}

function usePlansByDay({ text, status }: PlansSearch, days: readonly string[]) {
  const project = useProject()
  const formats = useFormats()
  const filter = { ...(text && { text }), ...(status && { status }), from: days[0]!, to: days.at(-1)! }
  const { data, error, refetch, isFetching } = useQuery(planDaysQuery(project.id, filter))
  const leaving = useLeavingPlans((state) => state.ids)
  const byDay = useMemo(() => {
    const shown = (data ?? []).filter(({ id }) => !leaving.has(id))
    return Map.groupBy(shown, (plan) => dayOfPlan(plan, formats.dayKey))
  }, [data, leaving, formats])
  return { byDay, error, refetch, isFetching }
}

interface MonthBarProps {
  month: string
  today: string
  /** Undefined: the one of today. */
  onMonth(month: string | undefined): void
}

function MonthBar({ month, today, onMonth }: MonthBarProps) {
  const { t } = useTranslation('plans')
  const formats = useFormats()
  return (
    <Group mb="sm" gap="xs">
      <IconButton
        icon={IconChevronLeft}
        iconSize={18}
        label={t('month_before')}
        onClick={() => onMonth(monthAfter(month, -1))}
      />
      <Title order={2} size="h5" className={classes.month} aria-live="polite">
        {formats.month(`${month}-15T12:00:00Z`)}
      </Title>
      <IconButton
        icon={IconChevronRight}
        iconSize={18}
        label={t('month_after')}
        onClick={() => onMonth(monthAfter(month, 1))}
      />
      {month !== today.slice(0, 7) && (
        <Button size="compact-sm" variant="subtle" onClick={() => onMonth(undefined)}>
          {t('today')}
        </Button>
      )}
    </Group>
  )
}

function DayCell({ day, plans, onNew }: { day: string; plans: readonly Plan[]; onNew(date: string): void }) {
  const { t } = useTranslation('plans')
  const formats = useFormats()
  return (
    <>
      <UnstyledButton
        className={classes.number}
        onClick={() => onNew(day)}
        aria-label={t('new_on', { date: formats.calendarDate(day) })}
      >
        {Number(day.slice(8))}
      </UnstyledButton>
      {plans.map((plan) => (
        <Link key={plan.id} to="/plan/$planId" params={{ planId: plan.id }} className={classes.entry}>
          <span className={classes.entryName}>
            <StatusMark look={planLook(plan.status)} size={10} />
            <span>{plan.label || t('unnamed')}</span>
          </span>
          <ProgressBar counts={plan} />
        </Link>
      ))}
    </>
  )
}
