// Number of vehicles needed for a day: fleet sizes that are tried, and the copy of the plan made from one of them.
import Type from 'typebox'
import { create, defineEndpoints, get, remove } from '../../../endpoints/endpoint.ts'
import { Plan } from '../../../schemas/plan.ts'
import { FleetSizeChoice, FleetSizes, FleetSizesInput } from '../schemas/fleet-size.ts'

export const fleetSizeEndpoints = defineEndpoints(
  { tag: 'What if', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    tryFleetSizes: create(
      '/app/v1/plan/{plan_id}/fleet_sizes',
      'Try fleets of different sizes for a plan',
      FleetSizes,
      {
        description:
          'In the background: each fleet is optimized from scratch for the same time, and driven on 200 days. The day counts as not begun. Nothing of the plan changes.',
        body: FleetSizesInput,
        bodyOptional: true,
        ratePerMinute: 10,
        errors: ['highway.trial.error.nothing_to_try', 'highway.trial.error.too_large', 'highway.trial.error.too_many'],
        examples: { body: { share: 0.95, fewer: 2, more: 2 } },
      },
    ),
    listFleetSizes: get(
      '/app/v1/plan/{plan_id}/fleet_sizes',
      'What was tried for a plan, the latest first',
      Type.Array(FleetSizes),
      { description: 'At most ten; each is kept for seven days.' },
    ),
    getFleetSizes: get('/app/v1/fleet_sizes/{fleet_sizes_id}', 'Retrieve fleets that were tried', FleetSizes),
    copyFleetSize: create(
      '/app/v1/fleet_sizes/{fleet_sizes_id}/copy',
      'Make a what-if copy of the plan with one of the fleets',
      Plan,
      {
        description: 'A draft with the vehicles of that fleet and the orders that were found. The plan itself stays.',
        body: FleetSizeChoice,
        errors: ['highway.trial.error.not_ready', 'highway.trial.error.plan_changed'],
        examples: { body: { vehicles: 6 } },
      },
    ),
    discardFleetSizes: remove('/app/v1/fleet_sizes/{fleet_sizes_id}', 'Throw away what was tried', FleetSizes, {
      description: 'A search that runs ends. Copies that were made stay.',
    }),
  },
)
