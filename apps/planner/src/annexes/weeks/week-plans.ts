// A week that is planned as a whole, as its page asks for it and changes it.
import * as operations from '@routewright/client/operations'
import type { WeekDay, WeekPlan } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useKeptChoice } from '../../shell/kept-choice.ts'
import { useProject } from '../../shell/session.ts'
import { useAnswer } from '../../shell/use-answer.ts'
import { backlogKey } from './waiting-orders.ts'

const askAgainMilliseconds = 700

const weekKey = (id: string) => ['week-plan', id]

/** Asked for again while it is searched. */
export function useWeekPlan(week_plan_id: string) {
  return useAnswer(
    weekKey(week_plan_id),
    operations.getWeekPlan,
    { week_plan_id },
    {
      staleTime: 0,
      retry: false,
      refetchInterval: ({ state }) => (state.data && isSearched(state.data) ? askAgainMilliseconds : false),
    },
  )
}

export function isSearched({ state }: WeekPlan): boolean {
  return state === 'waiting' || state === 'running'
}

/** Shows what the service answered to a change of the week, and has lists of plans and of the backlog read again. */
export function useTakeWeek(): (week: WeekPlan) => Promise<void> {
  const project = useProject()
  const queries = useQueryClient()
  return async (week) => {
    queries.setQueryData(weekKey(week.id), week)
    await Promise.all([backlogKey, 'plans'].map((list) => queries.invalidateQueries({ queryKey: [list, project.id] })))
  }
}

/** The week that was planned last on this device; null where there is none. */
export function useLastWeek(): [string | null, (id: string | null) => void] {
  return useKeptChoice<string | null>(`week-plan.${useProject().id}`, null)
}

/** Whether applying the day would change anything. */
export function isChanged({ before, after, arriving, leaving }: WeekDay): boolean {
  const keys = ['stops', 'routes', 'distance', 'time'] as const
  return arriving.length + leaving.length > 0 || keys.some((key) => before[key] !== after[key])
}
