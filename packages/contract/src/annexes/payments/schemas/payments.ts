// The ledger of payments at the door: what drivers were to collect on their routes, and what they did.
import Type, { type Static } from 'typebox'
import { optionalFields, record } from '../../../schema.ts'
import { id, label, timestamp } from '../../../schemas/fields.ts'
import { PaymentSum } from '../../../schemas/money.ts'

export const RoutePayments = record('RoutePayments', 'What is collected on one route.', {
  plan_id: id(),
  sums: Type.Array(PaymentSum, { description: 'One for each currency.' }),
  ...optionalFields({
    route_id: id('Missing for the stops of the plan that are on no route.'),
    route_label: label('Name of the route, or of its vehicle.'),
    plan_label: label(),
    execution_date: timestamp(),
  }),
})
export type RoutePayments = Static<typeof RoutePayments>

export const Payments = record('Payments', 'What is collected at the door in a plan, or in all plans of some days.', {
  routes: Type.Array(RoutePayments, { description: 'Only routes with something to collect; oldest plan first.' }),
  sums: Type.Array(PaymentSum, { description: 'Of all routes together, one for each currency.' }),
})
export type Payments = Static<typeof Payments>
