// The table of organizations.
import type { RetentionKind } from '@routewright/contract'
import { beginning, flag, id, json, moment, optional, type RowOf, table, text } from './table.ts'

/** Days by kind; a missing kind is kept forever. */
export type RetentionValue = Partial<Record<RetentionKind, number>>

export const organizationTable = table('organizations', {
  given: {
    id,
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    name: text,
    /** Serves the older paths and names to programs written for the original service. */
    serves_older_clients: beginning(false, flag),
    /** A sandbox sends no message to the outside. */
    is_sandbox: beginning(false, flag),
    /** From then on nobody can sign in with a password alone. */
    second_factor_from: optional(moment),
  },
  private: {
    /** Number of days after which each kind is deleted. */
    retention: beginning<RetentionValue, string>({}, json<RetentionValue>()),
  },
})

export type OrganizationRow = RowOf<typeof organizationTable>
