// Records which callers saw personal data, and which keys were used, as part of mounting operations.
import type { OperationId } from '@routewright/contract'
import type { Caller } from '../platform/services.ts'

/** Notes the first time in a day that a caller is shown what is known of people; server.ts brings one that writes it down. */
export interface ViewNotes {
  /** Undefined where the operation shows nobody. */
  noterOf(operationId: OperationId): ((caller: Caller) => Promise<void>) | undefined
  /** Notes the first time in a day that a key is used; calls of others are not noted. */
  noteUse(caller: Caller): Promise<void>
}
