// The plans as a table, newest day first.
import { Button, Group, Pagination, Table, Text } from '@mantine/core'
import type { Plan } from '@routewright/contract'
import { planLook } from '@routewright/ui/status'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE, planPageQuery } from '../plan/listed-plans.ts'
import { dayOfPlan } from '../plan/plan-day.ts'
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
  if (plans.length === 0) return <NoPlans isFiltered={Object.keys(filter).length > 0} onNew={onNew} />
  return (
    <>
      <PlanTable plans={plans} />
      {data.total > PAGE_SIZE && (
        <Pages count={Math.ceil(data.total / PAGE_SIZE)} page={page} onPage={(next) => onChange({ page: next })} />
      )}
    </>
  )
}

function NoPlans({ isFiltered, onNew }: { isFiltered: boolean; onNew(): void }) {
  const { t } = useTranslation('plans')
  const mayPlan = useMayPlan()
  if (isFiltered) return <Empty title={t('none_found')} text={t('none_found_text')} />
  return (
    <Empty title={t('none')} text={t('none_text')} icon={<IconCalendarPlus size={40} stroke={1.3} />}>
      <Button onClick={onNew} disabled={!mayPlan}>
        {t('new')}
      </Button>
    </Empty>
  )
}

function PlanTable({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation('plans')
  return (
    <div className={classes.sheet}>
      <Table highlightOnHover verticalSpacing={9} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('day')}</Table.Th>
            <Table.Th>{t('name')}</Table.Th>
            <Table.Th>{t('status')}</Table.Th>
            <Table.Th w={240}>{t('progress')}</Table.Th>
            <Table.Th ta="right">{t('routes')}</Table.Th>
            <Table.Th w={56} aria-label={t('actions')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {plans.map((plan) => (
            <PlanRow key={plan.id} plan={plan} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Pages({ count, page, onPage }: { count: number; page: number; onPage(page: number): void }) {
  const { t } = useTranslation('plans')
  return (
    <Group justify="center" mt="lg">
      <Pagination
        total={count}
        value={page}
        onChange={onPage}
        getControlProps={(control) => ({ 'aria-label': t(`page_${control}`) })}
      />
    </Group>
  )
}

function PlanRow({ plan }: { plan: Plan }) {
  const { t } = useTranslation(['plans', 'shell'])
  const formats = useFormats()
  const done = plan.completed_stops + plan.incomplete_stops + plan.canceled_stops
  return (
    <Table.Tr className={classes.row}>
      <Table.Td className={classes.day}>{formats.calendarDate(dayOfPlan(plan, formats.dayKey))}</Table.Td>
      <Table.Td>
        <Link to="/plan/$planId" params={{ planId: plan.id }} className={classes.name}>
          {plan.label || t('unnamed')}
        </Link>
      </Table.Td>
      <Table.Td>
        <StatusChip look={planLook(plan.status)} />
      </Table.Td>
      <Table.Td>
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
      </Table.Td>
      <Table.Td ta="right">{formats.number(plan.total_routes)}</Table.Td>
      <Table.Td>
        <PlanMenu plan={plan} />
      </Table.Td>
    </Table.Tr>
  )
}
