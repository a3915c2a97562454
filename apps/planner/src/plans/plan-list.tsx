// The plans as a table, newest day first.
import { Group, Text } from '@mantine/core'
import type { Plan } from '@routewright/contract'
import { planLook } from '@routewright/ui/status'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE, planPageQuery } from '../plan/listed-plans.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
import { type Column, ColumnTable } from '../shell/column-table.tsx'
import { Pager } from '../shell/pager.tsx'
import { ProgressBar } from '../shell/progress-bar.tsx'
import { useFormats, useMayPlan, useProject } from '../shell/session.ts'
import { Empty, LoadFailure, RowSkeletons } from '../shell/states.tsx'
import { StatusChip } from '../shell/status-chip.tsx'
import { PlanMenu } from './plan-menu.tsx'
import { useLeavingPlans } from './plan-queries.ts'
import classes from './plans.module.css'
import type { PlansSearch } from './plans-page.tsx'

interface PlanListProps {
  search: PlansSearch
  onChange(next: Partial<PlansSearch>): void
  onNew(): void
}

export function PlanList({ search, onChange, onNew }: PlanListProps) {
  const project = useProject()
  const { text, status, from, to } = search
  const page = Number(search.page ?? 1)
  const filter = { ...(text && { text }), ...(status && { status }), ...(from && { from }), ...(to && { to }) }
  const { data, error, isPending, refetch } = useQuery(planPageQuery(project.id, filter, page))
  const leaving = useLeavingPlans((state) => state.ids)
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />
  if (isPending) return <RowSkeletons count={10} height={50} />
  const plans = data.docs.filter(({ id }) => !leaving.has(id))
  if (plans.length === 0) {
    const clear = () => onChange({ text: '', status: undefined, from: '', to: '' } as Partial<PlansSearch>)
    return <NoPlans onClear={Object.keys(filter).length > 0 ? clear : undefined} onNew={onNew} />
  }
  return (
    <>
      <PlanTable plans={plans} />
      <Pager total={data.total} pageSize={PAGE_SIZE} page={page} onPage={(next) => onChange({ page: next })} />
    </>
  )
}

/** `onClear` where a search found none. */
function NoPlans({ onClear, onNew }: { onClear: (() => void) | undefined; onNew(): void }) {
  const { t } = useTranslation(['plans', 'shell'])
  const mayPlan = useMayPlan()
  if (onClear) {
    const next = { label: t('shell:clear_search'), onClick: onClear }
    return <Empty title={t('none_found')} text={t('none_found_text')} next={next} />
  }
  return (
    <Empty
      title={t('none')}
      text={t('none_text')}
      icon={IconCalendarPlus}
      next={mayPlan ? { label: t('new'), onClick: onNew } : undefined}
    />
  )
}

function PlanTable({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation('plans')
  const formats = useFormats()
  const columns: Column<Plan>[] = [
    {
      key: 'day',
      title: t('day'),
      look: { className: classes.day! },
      cell: (plan) => formats.calendarDate(dayOfPlan(plan, formats.dayKey)),
    },
    {
      key: 'name',
      title: t('name'),
      cell: ({ id, label }) => (
        <Link to="/plan/$planId" params={{ planId: id }} className={classes.name}>
          {label || t('unnamed')}
        </Link>
      ),
    },
    { key: 'status', title: t('status'), cell: ({ status }) => <StatusChip look={planLook(status)} /> },
    { key: 'progress', title: t('progress'), width: 240, cell: (plan) => <Progress plan={plan} /> },
    { key: 'routes', title: t('routes'), isNumber: true, cell: (plan) => formats.number(plan.total_routes) },
    { key: 'actions', said: t('actions'), width: 56, cell: (plan) => <PlanMenu plan={plan} /> },
  ]
  return (
    <ColumnTable
      box={classes.sheet}
      highlightOnHover
      verticalSpacing={9}
      horizontalSpacing="md"
      columns={columns}
      rows={plans}
      rowProps={() => ({ className: classes.row! })}
    />
  )
}

function Progress({ plan }: { plan: Plan }) {
  const { t } = useTranslation(['plans', 'shell'])
  const formats = useFormats()
  const done = plan.completed_stops + plan.incomplete_stops + plan.canceled_stops
  return (
    <Group gap="sm" wrap="nowrap">
      <div className={classes.grow}>
        <ProgressBar counts={plan} />
      </div>
      <Text size="xs" c="dimmed" className={classes.count}>
        {plan.total_stops === 0
          ? t('shell:no_stops')
          : t('done_of', { done: formats.number(done), total: formats.number(plan.total_stops) })}
      </Text>
    </Group>
  )
}
