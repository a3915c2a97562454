// Tables that are written into files in the background.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { id, text, timestamp } from '../../../schemas/fields.ts'

export const exportedTables = ['stops', 'routes', 'reports'] as const
export const exportFormats = ['csv', 'xlsx'] as const
export const exportStates = ['waiting', 'running', 'finished', 'failed'] as const

export const TableExport = record('TableExport', 'A table that is written into a file in the background.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  what: oneOf(exportedTables),
  format: oneOf(exportFormats),
  state: oneOf(exportStates),
  percent: Type.Integer({ minimum: 0, maximum: 100, description: 'Of the stops that are looked through.' }),
  expires_at: timestamp('When the export ends, and its file with it.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    created_by: id('Of the user, who alone sees it.'),
    rows: Type.Integer({ minimum: 0, description: 'Without the headers.' }),
    size_bytes: Type.Integer({ minimum: 0 }),
    file_name: text(),
    file_url: text('Where the file is, once it is finished.'),
    reason: text('Why it failed.'),
  }),
})
export type TableExport = Static<typeof TableExport>
