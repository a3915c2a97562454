// Mounts the operation that explains a plan.
import { type App, mount, revocable } from '../../../frame/http/mount.ts'
import { createExplaining, explainPlanFor } from './reasons.ts'

export function mountReasons(app: App): void {
  const explaining = createExplaining()
  mount(app, 'explainPlan', ({ params }, context) => explainPlanFor(context, explaining, params.plan_id), revocable)
}
