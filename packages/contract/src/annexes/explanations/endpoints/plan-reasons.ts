// Explanations of a plan.

import { defineEndpoints, get } from '../../../endpoints/endpoint.ts'
import { PlanExplanation } from '../schemas/plan-reasons.ts'

export const planReasonsEndpoints = defineEndpoints(
  { tag: 'Editor', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    explainPlan: get(
      '/app/v1/plan/{plan_id}/why',
      'Why a plan is as it is: what fills its routes, what its windows cost, what more room would bring',
      PlanExplanation,
      {
        description:
          'Found by trying: the plan is optimized again as it is, without some of its vehicles, and with more room, for a short time each. Nothing is changed. Takes some seconds; answered from memory as long as the plan does not change.',
        ratePerMinute: 20,
        errors: ['highway.trial.error.too_many'],
      },
    ),
  },
)
