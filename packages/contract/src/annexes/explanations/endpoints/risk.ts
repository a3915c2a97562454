// Risks of a plan, before it is driven.
import Type from 'typebox'
import { defineEndpoints, get } from '../../../endpoints/endpoint.ts'
import { id } from '../../../schemas/fields.ts'
import { PlanRisk } from '../schemas/risk.ts'

export const riskEndpoints = defineEndpoints(
  { tag: 'Risk', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    getPlanRisk: get('/app/v1/plan/{plan_id}/risk', 'Play a plan on 200 days', PlanRisk, {
      description:
        'Each day with its own luck of driving and work, the order as planned. Answered from memory as long as the plan does not change. Twice asked, the same days.',
      query: Type.Object({
        run_id: Type.Optional(
          id(
            'Of an optimization whose result is kept aside: what the plan would risk with it. Else the plan as it is.',
          ),
        ),
      }),
      errors: ['highway.optimization.error.not_ready'],
      ratePerMinute: 60,
    }),
  },
)
