// Mounts the operations for the planner's first page.
import { type App, mountWholeRead } from '../../frame/http/mount.ts'
import { listProjectDays } from './project-days.ts'
import { getToday } from './today.ts'

export function mountToday(app: App): void {
  mountWholeRead(app, 'getToday', (scope, { params }) => getToday(scope, params.project_id))
  mountWholeRead(app, 'listProjectDays', (scope) => listProjectDays(scope))
}
