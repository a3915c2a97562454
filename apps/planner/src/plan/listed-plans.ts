// The plans of a project as the service lists them, and a copy of one of them.
import * as operations from '@routewright/client/operations'
import type { Plan } from '@routewright/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../shell/service.ts'

export const PAGE_SIZE = 50

export interface PlanFilter {
  text?: string
  status?: Plan['status']
  from?: string
  to?: string
}

export function planListParameters(projectId: string, filter: PlanFilter) {
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
        operations.listPlans,
        { ...planListParameters(projectId, filter), limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

export function useDuplicatePlan(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ planId, date }: { planId: string; date?: string }) =>
      call(operations.duplicatePlan, { plan_id: planId, body: date ? { execution_date: date } : {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['plans', projectId] }),
  })
}
