// The tables of conflicting reports, and of the routes that stops were taken from.
import { conflictReasons, conflictStates } from '@routewright/contract'
import { reportTable } from './report-tables.ts'
import { beginning, id, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const reportConflictTable = table('report_conflicts', {
  given: {
    id,
    stop_id: id,
    project_id: id,
    /** Plan and route of the driver who reported. */
    plan_id: id,
    route_id: id,
    reason: oneOf(conflictReasons),
    created_at: moment,
    received_at: moment,
    refusal: optional(text),
    device: optional(text),
    /** Report that this one corrects or takes back. */
    amends: optional(id),
  },
  descriptive: reportTable.descriptive,
  computed: {
    reporter: reportTable.computed.reporter,
    state: beginning<(typeof conflictStates)[number], (typeof conflictStates)[number]>('open', oneOf(conflictStates)),
    decided_at: optional(moment),
    report_id: optional(id),
  },
  private: {
    organization_id: id,
    decided_by: optional(id),
  },
})

export const routeLeftTable = table('routes_left', {
  private: {
    stop_id: id,
    route_id: id,
    organization_id: id,
    left_at: moment,
  },
})

export type ReportConflictRow = RowOf<typeof reportConflictTable>
