// Who was shown what is known of people, as operations are mounted.
import type { OperationId } from '@routewright/contract'
import type { Caller } from '../platform/services.ts'

/** Notes the first time in a day that a caller is shown what is known of people; server.ts brings one that writes it down. */
export interface ViewNotes {
  /** Undefined where the operation shows nobody. */
  noterOf(operationId: OperationId): ((caller: Caller) => Promise<void>) | undefined
}
