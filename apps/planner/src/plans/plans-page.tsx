// The plans of the project, as a list or a calendar; filters stand in the address.
import { Button, SegmentedControl } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanFilter } from '../plan/listed-plans.ts'
import { Page } from '../shell/page.tsx'
import { useMayPlan } from '../shell/session.ts'
import { PlanFilters } from './plan-filters.tsx'
import { PlanList } from './plan-list.tsx'

const PlanCalendar = lazy(async () => ({ default: (await import('./plan-calendar.tsx')).PlanCalendar }))
const NewPlanDialog = lazy(async () => ({ default: (await import('./new-plan-dialog.tsx')).NewPlanDialog }))

export interface PlansSearch extends PlanFilter {
  view?: 'list' | 'calendar'
  /** Month of the calendar, `2026-01`. */
  month?: string
  page?: number
  /** From another page: a new plan is begun. */
  new?: true
}

export function PlansPage() {
  const { t } = useTranslation('plans')
  const search = useSearch({ strict: false }) as PlansSearch
  const navigate = useNavigate()
  const mayPlan = useMayPlan()
  const { newOn, openNew, closeNew } = useNewPlan(search)
  const view = search.view ?? 'list'
  const change = (next: Partial<PlansSearch>) =>
    void navigate({ to: '/plans', search: withoutEmpty({ ...search, ...next }), replace: true })
  return (
    <Page
      title={t('title')}
      actions={
        <>
          <SegmentedControl
            aria-label={t('view')}
            value={view}
            onChange={(value) => change({ view: value as 'list' | 'calendar' })}
            data={[
              { value: 'list', label: t('list') },
              { value: 'calendar', label: t('calendar') },
            ]}
          />
          <Button leftSection={<IconPlus size={17} />} onClick={() => openNew()} disabled={!mayPlan}>
            {t('new')}
          </Button>
        </>
      }
    >
      <PlanFilters search={search} onChange={change} hasDates={view === 'list'} />
      {view === 'list' ? (
        <PlanList search={search} onChange={change} onNew={() => openNew()} />
      ) : (
        <Suspense>
          <PlanCalendar search={search} onChange={change} onNew={openNew} />
        </Suspense>
      )}
      {newOn !== undefined && (
        <Suspense>
          <NewPlanDialog date={newOn} onClose={closeNew} />
        </Suspense>
      )}
    </Page>
  )
}

/** The day of a plan that is begun, empty where it is still to be chosen. */
function useNewPlan(search: PlansSearch) {
  const navigate = useNavigate()
  const mayPlan = useMayPlan()
  const [newOn, setNewOn] = useState<string | undefined>(search.new && mayPlan ? '' : undefined)
  const openNew = (date = '') => mayPlan && setNewOn(date)
  const closeNew = () => {
    setNewOn(undefined)
    if (search.new) void navigate({ to: '/plans', search: withoutEmpty({ ...search, new: undefined }), replace: true })
  }
  // The choice of view is a radio button: with it in focus the key still works.
  const isTyping = ({ target }: KeyboardEvent) => target instanceof HTMLInputElement && target.type !== 'radio'
  const openByKey = (event: KeyboardEvent) => {
    if (isTyping(event)) return
    event.preventDefault()
    openNew()
  }
  // Prevented by itself, the letter could be typed nowhere on the page.
  useHotkeys([['N', openByKey, { preventDefault: false }]], ['TEXTAREA', 'SELECT'])
  return { newOn, openNew, closeNew }
}

function withoutEmpty(search: { [Key in keyof PlansSearch]: PlansSearch[Key] | undefined }): PlansSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
}
