// Mounts the operation on what a plan risks.

import type { PlanRisk } from '@routewright/contract'
import { type App, mount, revocable } from '../../../frame/http/mount.ts'
import { KeptAnswers } from '../../../planning/modelling/kept-answers.ts'
import { getPlanRisk } from './risk.ts'

export function mountRisk(app: App): void {
  const store = new KeptAnswers<PlanRisk>(({ routes }) => routes.reduce((sum, { stops }) => sum + stops.length + 1, 1))
  mount(
    app,
    'getPlanRisk',
    ({ params, query }, context) => getPlanRisk(context, store, params.plan_id, query.run_id),
    revocable,
  )
}
