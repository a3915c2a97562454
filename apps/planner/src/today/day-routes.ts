// The routes of a plan that have something to do.
import * as operations from '@routewright/client/operations'
import { useQuery } from '@tanstack/react-query'
import { call } from '../shell/service.ts'

export function useDayRoutes(planId: string) {
  return useQuery({
    queryKey: ['day-routes', planId],
    queryFn: ({ signal }) => call(operations.listPlanRoutes, { id: planId }, { signal }),
    select: (routes) => routes.filter(({ status, stops = [] }) => status !== 'finished' && stops.length > 0),
    staleTime: 0,
  })
}
