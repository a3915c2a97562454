// The depots of the project on screen, by name.
import * as operations from '@routewright/client/operations'
import { useProject } from './session.ts'
import { useAnswer } from './use-answer.ts'

/** The most depots that a choice can offer. */
const most = 1_000

function useDepots() {
  const { id } = useProject()
  return useAnswer(['depots', id, 'choices'], operations.listDepots, { project_id: id, limit: most, sort: 'label:asc' })
}

/** For a field in which one is chosen. */
export function useDepotOptions(): { value: string; label: string }[] {
  const { data } = useDepots()
  return (data?.docs ?? []).map(({ id, label }) => ({ value: id, label }))
}

/** Name of a depot; undefined where it has none. */
export function useDepotName(depotId: string | undefined): string | undefined {
  const { data } = useDepots()
  return data?.docs.find(({ id }) => id === depotId)?.label
}
