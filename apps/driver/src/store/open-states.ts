// Which calls of the queue are still on their way.
import type { QueuedState } from './database.ts'

/** The states of a call that has not reached the service and is not refused. */
export const openStates: readonly QueuedState[] = ['held', 'waiting', 'sending']
