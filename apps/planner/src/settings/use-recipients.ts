// The settings of what recipients see and are told, as all of their forms read and send them.
import type { RecipientSettings } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shell/service.ts'
import { useProject } from '../shell/session.ts'

type Change = Parameters<typeof call<'PUT /app/v1/project/{project_id}/recipients'>>[1]['body']

/** How the settings are read and sent. */
export function useRecipients() {
  const project = useProject()
  const queries = useQueryClient()
  const queryKey = ['recipients', project.id]
  return {
    async send(body: Change, over?: RecipientSettings): Promise<void> {
      const seen = over && { seenUpdatedAt: over.updated_at }
      const input = { project_id: project.id, body }
      queries.setQueryData(queryKey, await call('PUT /app/v1/project/{project_id}/recipients', input, seen))
    },
    async read(): Promise<RecipientSettings> {
      const now = await call('GET /app/v1/project/{project_id}/recipients', { project_id: project.id })
      queries.setQueryData(queryKey, now)
      return now
    },
  }
}
