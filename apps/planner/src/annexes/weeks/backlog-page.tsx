// Orders that wait without a day: the most urgent first, found by search and filters, with what can be done for them.
import { Button, Group, Select, Text } from '@mantine/core'
import { IconCalendarWeek, IconHourglass, IconInbox, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordList } from '../../records/record-list.tsx'
import { Page } from '../../shell/page.tsx'
import { useMayPlan } from '../../shell/session.ts'
import { useOrderColumns } from './order-columns.tsx'
import { orderName } from './order-name.ts'
import { TermsBar } from './terms-bar.tsx'
import { useEditedOrder } from './use-edited-order.ts'
import {
  type BacklogFilter,
  backlogPath,
  useBacklogCounts,
  useWaitingOrders,
  type WaitingOrder,
} from './waiting-orders.ts'
import { useLastWeek } from './week-plans.ts'

const PlanWeekDialog = lazy(async () => ({ default: (await import('./plan-week-dialog.tsx')).PlanWeekDialog }))
const OrderForm = lazy(async () => ({ default: (await import('./order-form.tsx')).OrderForm }))

export function BacklogPage() {
  const { t } = useTranslation(['backlog', 'recurring', 'records', 'when'])
  const mayPlan = useMayPlan()
  const [filter, setFilter] = useState<BacklogFilter>({})
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const query = useWaitingOrders(filter)
  const columns = useOrderColumns(mayPlan)
  const edited = useEditedOrder(query.data?.docs ?? [])
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const words = useListWords(isFiltered)
  return (
    <Page
      title={t('title')}
      text={t('text')}
      isWide
      actions={
        mayPlan && (
          <>
            <WeekButtons />
            <Button leftSection={<IconPlus size={17} />} onClick={edited.begin}>
              {t('new')}
            </Button>
          </>
        )
      }
    >
      {selected.size > 0 && (
        <TermsBar ids={selected} onClear={() => setSelected(new Set())} onChanged={edited.changed} />
      )}
      <RecordList<WaitingOrder>
        path={backlogPath}
        query={query}
        columns={columns}
        nameOf={orderName}
        onOpen={(order) => mayPlan && edited.open(order)}
        {...(isFiltered ? { onNew: () => setFilter({}) } : mayPlan && { onNew: edited.begin })}
        {...(mayPlan && { selection: { ids: selected, onChange: setSelected } })}
        icon={isFiltered ? IconInbox : IconHourglass}
        words={words}
        filters={<Filters filter={filter} onChange={setFilter} />}
      />
      <Suspense>{edited.form && <OrderForm {...edited.form} />}</Suspense>
    </Page>
  )
}

/** Where the filters find none, they are what can be changed. */
function useListWords(isFiltered: boolean) {
  const { t } = useTranslation(['backlog', 'records'])
  const search = t('search')
  if (!isFiltered) return { search, none: t('none'), none_text: t('none_text'), new: t('new') }
  return { search, none: t('records:none_found'), none_text: t('none_of_filter'), new: t('clear_filters') }
}

/** Planning the week, and the way back to the one that was planned last. */
function WeekButtons() {
  const { t } = useTranslation('week')
  const [isPlanning, setPlanning] = useState(false)
  const [lastWeek] = useLastWeek()
  return (
    <>
      {lastWeek && (
        <Button
          variant="subtle"
          renderRoot={(props) => <Link {...props} to="/backlog/week/$weekPlanId" params={{ weekPlanId: lastWeek }} />}
        >
          {t('last')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconCalendarWeek size={17} />} onClick={() => setPlanning(true)}>
        {t('plan')}
      </Button>
      <Suspense>{isPlanning && <PlanWeekDialog onClose={() => setPlanning(false)} />}</Suspense>
    </>
  )
}

const dueChoices = [0, 2, 7, 14, 30] as const
const priorities = Array.from({ length: 10 }, (_, index) => index + 1)

function Filters({ filter, onChange }: { filter: BacklogFilter; onChange(filter: BacklogFilter): void }) {
  const { t } = useTranslation('backlog')
  const { dueDays, priorityFrom } = filter
  const findNumber = (value: string | null) => (value === null ? undefined : Number(value))
  const change = (part: { [Key in keyof BacklogFilter]: number | undefined }) =>
    onChange(Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value !== undefined)))
  return (
    <Group gap="sm">
      <Select
        w={190}
        aria-label={t('filter.due')}
        placeholder={t('filter.due')}
        clearable
        data={dueChoices.map((days) => ({
          value: String(days),
          label: days === 0 ? t('filter.due_today') : t('filter.due_within', { count: days }),
        }))}
        value={dueDays === undefined ? null : String(dueDays)}
        onChange={(value) => change({ dueDays: findNumber(value) })}
      />
      <Select
        w={170}
        aria-label={t('filter.priority')}
        placeholder={t('filter.priority')}
        clearable
        data={priorities.map((value) => ({ value: String(value), label: t('filter.priority_from', { value }) }))}
        value={priorityFrom === undefined ? null : String(priorityFrom)}
        onChange={(value) => change({ priorityFrom: findNumber(value) })}
      />
      <Counts />
    </Group>
  )
}

/** `23 wait · 4 due within a week · 1 overdue`. */
function Counts() {
  const { t } = useTranslation('backlog')
  const { data } = useBacklogCounts()
  if (!data?.waiting) return null
  const parts = [
    t('counts.waiting', { count: data.waiting }),
    data.due_soon > 0 && t('counts.due_soon', { count: data.due_soon }),
    data.overdue > 0 && t('counts.overdue', { count: data.overdue }),
  ]
  return (
    <Text size="sm" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}
