// The table of organizations.
import type { RetentionKind } from '@routewright/contract'
import { beginning, flag, id, json, moment, optional, type RowOf, table, text } from './table.ts'

/** Days by kind; a kind that is not there stays. */
export type RetentionValue = Partial<Record<RetentionKind, number>>

export const organizationTable = table('organizations', {
  given: {
    id,
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    name: text,
    /** Programs written for the original service find its older paths and names. */
    serves_older_clients: beginning(false, flag),
    /** Nothing of it leaves. */
    is_sandbox: beginning(false, flag),
    /** From then on nobody signs in with a password alone. */
    second_factor_from: optional(moment),
  },
  private: {
    /** After how many days what goes. */
    retention: beginning<RetentionValue, string>({}, json<RetentionValue>()),
  },
})

export type OrganizationRow = RowOf<typeof organizationTable>
