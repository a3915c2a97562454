// How the day stands, read again a moment after something happened to one of its plans.
import { openStream } from '@routewright/client/exchange'
import * as operations from '@routewright/client/operations'
import { streamProject } from '@routewright/client/operations'
import type { DayPlan, LiveEvents, Today } from '@routewright/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keepStream } from '../plan/event-stream.ts'
import { handOn, useAnnexes } from '../shell/annex.ts'
import { call } from '../shell/service.ts'

/** The stream tells of plans and reports; positions and the passing of time are seen by asking again. */
const REFRESH_MS = 15_000
/** Many things happen at once: they are read together. */
const GATHER_MS = 700

export function todayQuery(projectId: string) {
  return queryOptions({
    queryKey: ['today', projectId],
    queryFn: ({ signal }) => call(operations.getToday, { project_id: projectId }, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
}

export function useTodayStream(projectId: string): void {
  const client = useQueryClient()
  const annexes = useAnnexes()
  useEffect(() => {
    let timer = 0
    const refresh = () => {
      timer ||= window.setTimeout(() => {
        timer = 0
        void client.invalidateQueries({ queryKey: ['today', projectId] })
      }, GATHER_MS)
    }
    const open = (after?: string) => openStream(streamProject, { project_id: projectId, ...(after ? { after } : {}) })
    const stream = keepStream<LiveEvents>(
      open,
      {
        hello() {
          stream.settle()
          if (stream.isResuming()) refresh()
        },
        change: refresh,
        reload: refresh,
        report: refresh,
        optimization: refresh,
        route_message: handOn(annexes, 'route_message'),
        end({ reason }) {
          if (reason === 'shutting_down' || reason === 'session_ended') stream.lose()
          else stream.close()
        },
      },
      () => undefined,
    )
    return () => {
      clearTimeout(timer)
      stream.close()
    }
  }, [projectId, client, annexes])
}

/** The plan that the first steps are about: today's, else the next one; undefined once a driver is on the road. */
export function planToBegin({ plans, next }: Today): DayPlan | undefined {
  if (plans.some(({ started_routes }) => started_routes > 0)) return undefined
  const isOpen = ({ plan }: DayPlan) => plan.pending_stops > 0 && plan.status !== 'draft'
  return plans.find(isOpen) ?? (next && next.started_routes === 0 && isOpen(next) ? next : undefined)
}
