// Reading and changing plans as a list.
import * as operations from '@routewright/client/operations'
import type { Plan } from '@routewright/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { type PlanFilter, planListParameters } from '../plan/listed-plans.ts'
import { failureText } from '../shell/failure.ts'
import { noteFailure, noteWithAction } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'

const UNDO_MILLISECONDS = 8_000

/** All plans of some days, for the calendar. */
export function planDaysQuery(projectId: string, filter: PlanFilter) {
  return queryOptions({
    queryKey: ['plans', projectId, 'days', filter],
    queryFn: async ({ signal }) => {
      const plans: Plan[] = []
      for (let offset = 0; ; offset += 100) {
        const page = await call(
          operations.listPlans,
          { ...planListParameters(projectId, filter), limit: 100, offset },
          { signal },
        )
        plans.push(...page.docs)
        if (plans.length >= page.total || page.docs.length === 0) return plans
      }
    },
    placeholderData: keepPreviousData,
  })
}

/** Plans that are on their way out: no longer shown, but still there until the undo has passed. */
export const useLeavingPlans = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

function setLeaving(planId: string, isLeaving: boolean): void {
  const ids = new Set(useLeavingPlans.getState().ids)
  if (isLeaving) ids.add(planId)
  else ids.delete(planId)
  useLeavingPlans.setState({ ids })
}

/** Deleting a plan cannot be undone by the service, so it waits until the offer to undo has passed. */
export function useDeletePlan(projectId: string): (plan: Plan) => void {
  const { t } = useTranslation('plans')
  const client = useQueryClient()
  return (plan) => {
    setLeaving(plan.id, true)
    const timer = setTimeout(async () => {
      try {
        await call(operations.deletePlan, { id: plan.id })
        await client.invalidateQueries({ queryKey: ['plans', projectId] })
      } catch (error) {
        noteFailure(t('delete_failed', { name: plan.label ?? '' }), failureText(error, t))
      } finally {
        setLeaving(plan.id, false)
      }
    }, UNDO_MILLISECONDS)
    const act = () => {
      clearTimeout(timer)
      setLeaving(plan.id, false)
    }
    noteWithAction(t('deleted', { name: plan.label || t('unnamed') }), { label: t('shell:undo'), act })
  }
}
