// Reading and changing plans as a list.
import type { Plan } from '@routewright/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { failureText } from '../shell/failure.ts'
import { noteFailure, noteWithAction } from '../shell/notices.tsx'
import { call } from '../shell/service.ts'

export const PAGE_SIZE = 50
const UNDO_MILLISECONDS = 8_000

export interface PlanFilter {
  text?: string
  status?: Plan['status']
  from?: string
  to?: string
}

function parametersOf(projectId: string, filter: PlanFilter) {
  return {
    project_id: projectId,
    sort: 'execution_date:desc,created_at:desc',
    ...(filter.text && { text: filter.text }),
    ...(filter.status && { status: filter.status }),
    ...(filter.from && { from_date: filter.from }),
    ...(filter.to && { to_date: filter.to }),
  }
}

export function planPageQuery(projectId: string, filter: PlanFilter, page: number) {
  return queryOptions({
    queryKey: ['plans', projectId, 'page', filter, page],
    queryFn: ({ signal }) =>
      call(
        'GET /v2/plans',
        { ...parametersOf(projectId, filter), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

/** All plans of some days, for the calendar. */
export function planDaysQuery(projectId: string, filter: PlanFilter) {
  return queryOptions({
    queryKey: ['plans', projectId, 'days', filter],
    queryFn: async ({ signal }) => {
      const plans: Plan[] = []
      for (let offset = 0; ; offset += 100) {
        const page = await call('GET /v2/plans', { ...parametersOf(projectId, filter), limit: 100, offset }, { signal })
        plans.push(...page.docs)
        if (plans.length >= page.total || page.docs.length === 0) return plans
      }
    },
    placeholderData: keepPreviousData,
  })
}

/** The calendar date that a plan is for: dates stand at midnight UTC, other moments in the project's zone. */
export function dayOfPlan(plan: Plan, dayKey: (moment: string) => string): string {
  return plan.execution_date.endsWith('T00:00:00.000Z') ? plan.execution_date.slice(0, 10) : dayKey(plan.execution_date)
}

export interface NewPlan {
  label: string
  date: string
}

export function useCreatePlan(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ label, date }: NewPlan) =>
      call('POST /v2/plan', {
        project_id: projectId,
        body: { execution_date: date, ...(label.trim() && { label: label.trim() }) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['plans', projectId] }),
  })
}

export function useDuplicatePlan(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ planId, date }: { planId: string; date?: string }) =>
      call('POST /app/v1/plan/{plan_id}/duplicate', { plan_id: planId, body: date ? { execution_date: date } : {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['plans', projectId] }),
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
        await call('DELETE /v2/plan/{id}', { id: plan.id })
        await client.invalidateQueries({ queryKey: ['plans', projectId] })
      } catch (error) {
        noteFailure(t('delete_failed', { name: plan.label ?? '' }), failureText(error, t))
      } finally {
        setLeaving(plan.id, false)
      }
    }, UNDO_MILLISECONDS)
    noteWithAction(t('deleted', { name: plan.label || t('unnamed') }), t('shell:undo'), () => {
      clearTimeout(timer)
      setLeaving(plan.id, false)
    })
  }
}
