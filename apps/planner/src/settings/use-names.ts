// Names of the organization's people, for lists that hold their ids.
import * as operations from '@routewright/client/operations'
import { useSession } from '../shell/session.ts'
import { useAnswer } from '../shell/use-answer.ts'

interface NameOptions {
  /** Word for the signed-in person. */
  own: string
  /** False for readers who may not list people. */
  enabled?: boolean
}

/** Returns names of people and programs; empty for those whom the reader does not see. */
export function useNames({ own, enabled = true }: NameOptions): (userId: string) => string {
  const { user } = useSession()
  const { data } = useAnswer(['users'], operations.listUsers, { limit: 1_000 }, { enabled })
  return (userId) => {
    if (userId === user.id) return own
    const found = data?.docs.find(({ id }) => id === userId)
    return found?.name || found?.email || ''
  }
}
