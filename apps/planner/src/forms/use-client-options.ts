// The address book as what can be chosen in a form.
import * as operations from '@routewright/client/operations'
import { useProject } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'
import type { Option } from './fields.ts'

/** Empty until they are there. */
export function useClientOptions(): Option[] {
  const project = useProject()
  const { data } = useAnswer(['clients', project.id, 'choices'], operations.listClients, {
    project_id: project.id,
    limit: 1_000,
    sort: 'label:asc',
  })
  return (data?.docs ?? []).map(({ id, label, external_id }) => ({ value: id, label: label || external_id || id }))
}
