// Mounts the dispatchers' operations on conflicting reports; the phone's call is in driver/evidence.ts.
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { decideReportConflict, listReportConflicts } from './report-conflicts.ts'

export function mountReportConflicts(app: App): void {
  mountRead(app, 'listReportConflicts', (scope, { params }) => listReportConflicts(scope, params.plan_id))
  mountChange(app, 'decideReportConflict', (scope, { params, body }) =>
    decideReportConflict(scope, params.conflict_id, body.decision),
  )
}
