// The table of organizations.
import { id, moment, type RowOf, table, text } from './table.ts'

export const organizationTable = table('organizations', {
  private: {
    id,
    name: text,
    created_at: moment,
    updated_at: moment,
  },
})

export type OrganizationRow = RowOf<typeof organizationTable>
