// The zones of the project on screen.
import * as operations from '@routewright/client/operations'
import { useQuery } from '@tanstack/react-query'
import { call } from './service.ts'
import { useProject } from './session.ts'

export const zonesKey = (projectId: string) => ['zones', projectId]

export function useZones() {
  const { id } = useProject()
  return useQuery({
    queryKey: zonesKey(id),
    queryFn: ({ signal }) => call(operations.listZones, { project_id: id }, { signal }),
  })
}
