// The orders that wait without a day, as the page of the backlog asks for them.
import * as operations from '@routewright/client/operations'
import type { BacklogOrder, BacklogTerms } from '@routewright/contract'
import { useRecordPage } from '../../records/records-page.tsx'
import { organizationNow } from '../../shell/clock.ts'
import { call } from '../../shell/service.ts'
import { useFormats, useProject } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'

/** Begins the key of every query of the backlog. */
export const backlogKey = 'backlog'
export const backlogPath = '/backlog'

/** An order by the id of its stop. */
export type WaitingOrder = BacklogOrder & { id: string; updated_at: string }

export interface BacklogFilter {
  /** Its last day is within this many days. */
  dueDays?: number
  priorityFrom?: number
}

const dayMilliseconds = 86_400_000

export function getOrder(order: BacklogOrder): WaitingOrder {
  return { ...order, id: order.stop.id, updated_at: order.stop.updated_at }
}

/** The most urgent first: by the last day, then by the priority. */
export function useWaitingOrders({ dueDays, priorityFrom }: BacklogFilter) {
  const formats = useFormats()
  const due_by = dueDays === undefined ? undefined : formats.dayKey(organizationNow() + dueDays * dayMilliseconds)
  return useRecordPage(
    backlogPath,
    backlogKey,
    async (parameters, signal) => {
      const page = await call(
        operations.listBacklog,
        {
          ...parameters,
          sort: 'latest_on:asc,priority:desc',
          ...(due_by && { due_by }),
          ...(priorityFrom && { priority_from: priorityFrom }),
        },
        { signal },
      )
      return { ...page, docs: page.docs.map(getOrder) }
    },
    [due_by, priorityFrom],
  )
}

export function useBacklogCounts() {
  const project = useProject()
  return useAnswer([backlogKey, project.id, 'counts'], operations.countBacklog, { project_id: project.id })
}

/** Throws what the service refuses. */
export function changeTerms(projectId: string, stopIds: readonly string[], terms: BacklogTerms): Promise<unknown> {
  return call(operations.updateBacklogOrders, { project_id: projectId, body: { stop_ids: [...stopIds], ...terms } })
}
