// The ledger of payments at the door, for planners and for programs that settle with drivers.
import Type from 'typebox'
import { defineEndpoints, get } from '../../../endpoints/endpoint.ts'
import { callsPerMinute } from '../../../limits.ts'
import { dateOrTimestamp, id } from '../../../schemas/fields.ts'
import { Payments } from '../schemas/payments.ts'

export const paymentEndpoints = defineEndpoints(
  { tag: 'Payments', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    getPayments: get('/app/v1/payments', 'See what is to be collected at the door, and what was', Payments, {
      description:
        'By route, currency and way of paying. Money that was collected in another plan or on another route is in the sums of that one.',
      query: Type.Object({
        project_id: id(),
        plan_id: Type.Optional(id('One plan; else all of the days.')),
        from_date: Type.Optional(dateOrTimestamp('First execution date; needed without plan_id.')),
        to_date: Type.Optional(dateOrTimestamp('Last execution date, at most 366 days later; from_date by default.')),
      }),
      ratePerMinute: callsPerMinute.search,
    }),
  },
)
