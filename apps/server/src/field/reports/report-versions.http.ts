// The dispatchers' operations on existing reports: taking one back, and reading earlier versions.
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { takeBackReport } from './take-back.ts'
import { listReportVersions } from './versions.ts'

export function mountReportVersions(app: App): void {
  mountChange(app, 'takeBackReport', (scope, { params }) => takeBackReport(scope, params.stop_id, params.report_id))
  mountRead(app, 'listReportVersions', (scope, { params }) => listReportVersions(scope, params.stop_id))
}
