// Mounts the operation that explains a plan.
import type { PlanExplanation } from '@routewright/contract'
import { type App, mount, revocable } from '../../../frame/http/mount.ts'
import { KeptAnswers } from '../../../planning/modelling/kept-answers.ts'
import { explainPlanOf } from './reasons.ts'

export function mountReasons(app: App): void {
  const store = new KeptAnswers<PlanExplanation>(({ routes, windows }) => routes.length + windows.length + 1)
  mount(app, 'explainPlan', ({ params }, context) => explainPlanOf(context, store, params.plan_id), revocable)
}
