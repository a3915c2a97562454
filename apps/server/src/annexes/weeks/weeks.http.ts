// Mounts the operations on weeks that are planned as a whole.
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { applyWeekPlan, undoWeekPlan } from './apply-week.ts'
import { discardWeekPlan, getWeekPlan, planWeek } from './weeks.ts'

export function mountWeeks(app: App): void {
  mountChange(app, 'planWeek', (scope, { params, body }) => planWeek(scope, params.project_id, body ?? {}))
  mountRead(app, 'getWeekPlan', (scope, { params }) => getWeekPlan(scope, params.week_plan_id))
  mountChange(app, 'applyWeekPlan', (scope, { params, body }) => applyWeekPlan(scope, params.week_plan_id, body.dates))
  mountChange(app, 'undoWeekPlan', (scope, { params, body }) => undoWeekPlan(scope, params.week_plan_id, body.dates))
  mountChange(app, 'discardWeekPlan', (scope, { params }) => discardWeekPlan(scope, params.week_plan_id))
}
