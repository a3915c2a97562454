// The table of organizations.
import type { RetentionKind } from '@routewright/contract'
import { beginning, id, json, moment, type RowOf, table, text } from './table.ts'

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
  },
  private: {
    /** After how many days what goes. */
    retention: beginning<RetentionValue, string>({}, json<RetentionValue>()),
  },
})

export type OrganizationRow = RowOf<typeof organizationTable>
