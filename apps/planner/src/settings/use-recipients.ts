// The settings of what recipients see and are told, as all of their forms read and send them.
import * as operations from '@routewright/client/operations'
import type { RecipientSettings } from '@routewright/contract'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../shell/service.ts'
import { useProject } from '../shell/session.ts'

type Change = Parameters<typeof call<typeof operations.updateRecipientSettings>>[1]['body']

/** How the settings are read and sent. */
export function useRecipients() {
  const project = useProject()
  const queries = useQueryClient()
  const queryKey = ['recipients', project.id]
  return {
    async send(body: Change, over?: RecipientSettings): Promise<void> {
      const seen = over && { seenUpdatedAt: over.updated_at }
      const input = { project_id: project.id, body }
      queries.setQueryData(queryKey, await call(operations.updateRecipientSettings, input, seen))
    },
    async read(): Promise<RecipientSettings> {
      const now = await call(operations.getRecipientSettings, { project_id: project.id })
      queries.setQueryData(queryKey, now)
      return now
    },
  }
}
