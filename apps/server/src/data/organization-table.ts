// The table of organizations.
import { id, moment, type RowOf, table, text } from './table.ts'

export const organizationTable = table('organizations', {
  given: {
    id,
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    name: text,
  },
})

export type OrganizationRow = RowOf<typeof organizationTable>
