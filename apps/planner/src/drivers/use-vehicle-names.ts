// The vehicles of the project by id, with what people call them.
import * as operations from '@routewright/client/operations'
import { useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'

export function useVehicleNames(): ReadonlyMap<string, string> {
  const project = useProject()
  const { data } = useAnswer(['vehicles', project.id, 'choices'], operations.listVehicles, {
    project_id: project.id,
    limit: 1_000,
    sort: 'label:asc',
  })
  return new Map(
    (data?.docs ?? []).map(({ id, label, plate, external_id }) => [id, label || plate || external_id || id]),
  )
}
