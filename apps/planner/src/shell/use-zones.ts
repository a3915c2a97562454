// The zones of the project on screen.
import * as operations from '@routewright/client/operations'
import { useProject } from './session.ts'
import { useAnswer } from './use-answer.ts'

export const zonesKey = (projectId: string) => ['zones', projectId]

/** Not asked for while they are not `isNeeded`. */
export function useZones(isNeeded = true) {
  const { id } = useProject()
  return useAnswer(zonesKey(id), operations.listZones, { project_id: id }, { enabled: isNeeded })
}
