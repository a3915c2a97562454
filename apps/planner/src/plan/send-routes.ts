// Sending routes to their drivers: one after the other, each with its own result.
import * as operations from '@routewright/client/operations'
import { call } from '../shell/service.ts'

/** State of one route's dispatch; `failed` with the service's reason. */
export type Sending = { state: 'sending' } | { state: 'sent' } | { state: 'failed'; error: unknown }

/** Tells `note` every step. Returns the ids of the routes that failed. */
export async function sendRoutes(
  routeIds: readonly string[],
  note: (routeId: string, sending: Sending) => void,
): Promise<string[]> {
  const failed: string[] = []
  for (const id of routeIds) {
    note(id, { state: 'sending' })
    try {
      await call(operations.dispatchRoute, { id })
      note(id, { state: 'sent' })
    } catch (error) {
      failed.push(id)
      note(id, { state: 'failed', error })
    }
  }
  return failed
}
