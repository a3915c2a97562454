// How a form over the project reads and sends it.
import * as operations from '@routewright/client/operations'
import type { Project } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { mergeWhole } from '../forms/fields.ts'
import type { Fields } from '../forms/save-seen.ts'
import { call } from '../shell/service.ts'
import { projectsQuery } from '../shell/session.ts'

export function useProjectCalls(projectId: string) {
  const queries = useQueryClient()
  return {
    update(change: Fields, over: Project): Promise<Project> {
      const input = { project_id: projectId, body: mergeWhole(change, over) }
      return call(operations.updateProject, input, { seenUpdatedAt: over.updated_at })
    },
    /** For every other screen, too. */
    async read(): Promise<Project> {
      await queries.invalidateQueries({ queryKey: projectsQuery.queryKey })
      return (await queries.fetchQuery(projectsQuery)).find(({ id }) => id === projectId)!
    },
  }
}
