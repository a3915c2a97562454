// The table of exports: tables written into files in the background.
import { exportedTables, exportFormats, exportStates } from '@routewright/contract'
import {
  beginning,
  integer,
  json,
  moment,
  oneOf,
  optional,
  type RowOf,
  recordOfProject,
  table,
  text,
  wholeNumber,
} from './table.ts'

/** Which rows are exported, and in which format. */
export interface ExportQuery {
  plan_id?: string
  from_date?: string
  to_date?: string
  language?: string
  separator?: 'comma' | 'semicolon' | 'tab'
}

export const exportTable = table('exports', {
  given: {
    ...recordOfProject,
    what: oneOf(exportedTables),
    format: oneOf(exportFormats),
    expires_at: moment,
  },
  computed: {
    state: beginning('waiting', oneOf(exportStates)),
    percent: beginning(0, integer),
    rows: optional(integer),
    size_bytes: optional(wholeNumber),
    file_name: optional(text),
    reason: optional(text),
  },
  private: {
    query: json<ExportQuery>(),
    /** Number of attempts: files of different attempts never mix. */
    attempt: beginning(0, integer),
    /** Number of files so far; each is counted before it is stored. */
    parts: beginning(0, integer),
  },
})

export type ExportRow = RowOf<typeof exportTable>
