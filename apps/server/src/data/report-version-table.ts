// The table of earlier versions of reports that were corrected or taken back.
import { reporters, versionEnds } from '@routewright/contract'
import { reportTable } from './report-tables.ts'
import { id, integer, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const reportVersionTable = table('report_versions', {
  given: {
    id,
    report_id: id,
    stop_id: id,
    project_id: id,
    plan_id: optional(id),
    route_id: optional(id),
    created_at: moment,
    ended_as: oneOf(versionEnds),
    /** Time by the clock of the corrector; `recorded_at` is the server's. */
    ended_at: moment,
    ended_by: optional(oneOf(reporters)),
    ended_within: optional(integer),
  },
  descriptive: reportTable.descriptive,
  computed: { reporter: reportTable.computed.reporter },
  private: {
    organization_id: id,
    ended_by_user: optional(id),
    amendment_id: optional(text),
    recorded_at: moment,
  },
})

export type ReportVersionRow = RowOf<typeof reportVersionTable>
