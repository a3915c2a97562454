// Where phone numbers of the project that say no country may be of.
import * as operations from '@routewright/client/operations'
import { useProject } from './session.ts'
import { useAnswer } from './use-answer.ts'

const STALE_MS = 60_000

/** Likeliest first; undefined until it is read, and for who may not read it. */
export function usePhoneOrigins(): readonly string[] | undefined {
  const { id } = useProject()
  const how = { staleTime: STALE_MS, retry: false }
  return useAnswer(['recipients', id], operations.getRecipientSettings, { project_id: id }, how).data?.phone_origins
}
