// Arrival windows promised to recipients, and whether they were kept. Our extension.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, id, label, quantity, timestamp } from './fields.ts'

const share = (description: string) => Type.Number({ description, minimum: 0, maximum: 1 })

export const tellers = ['page', 'email', 'sms', 'slot'] as const

export const ArrivalPromise = record('ArrivalPromise', 'A window of arrival that a recipient was told.', {
  id: id(),
  project_id: id(),
  plan_id: id(),
  stop_id: id(),
  told_at: timestamp(),
  told_by: oneOf(tellers, { description: "page: the recipient's page. slot: a slot that was booked." }),
  window_from: timestamp(),
  window_to: timestamp(),
  is_started: flag('The route was under way.'),
  minutes_ahead: Type.Integer({ description: 'From then to the estimated arrival.' }),
  hour: Type.Integer({ description: 'Local hour of the estimate.', minimum: 0, maximum: 23 }),
  ...optionalFields({
    route_id: id(),
    vehicle_id: id(),
    estimated_at: timestamp('The arrival that it was made of.'),
    share: share('So many of such windows are to hold; absent where the usual rule made it.'),
    stops_ahead: count('Pending stops before it.'),
    came_at: timestamp('When the driver came.'),
    outcome: oneOf(['kept', 'early', 'late', 'void'], {
      description:
        'How it came out. early: the driver came before it. void: nobody knows when he came, or he did not. Absent until then.',
    }),
    seconds_off: Type.Integer({ description: 'Before it (negative) or after it.' }),
  }),
})
export type ArrivalPromise = Static<typeof ArrivalPromise>

const scores = {
  promises: count('That came out: void ones are not counted.'),
  kept: count('The driver came within the window.'),
  early: count('Before it.'),
  late: count('After it.'),
  ...optionalFields({
    width: quantity('Mean width of the windows in seconds.'),
    off: quantity('By how many seconds those that did not hold were missed on average.'),
  }),
}

export const PromiseScores = record('PromiseScores', 'How windows of arrival that recipients were told came out.', {
  total: Type.Object(scores),
  means: Type.Array(Type.Object({ told_by: oneOf(tellers), ...scores })),
  rules: Type.Array(
    Type.Object({
      ...optionalFields({ share: share('As wished; absent for the usual rule and for slots.') }),
      ...scores,
    }),
  ),
  hours: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...scores }), {
    description: 'By the local hour of the estimate, in order.',
  }),
  stops_ahead: Type.Array(
    Type.Object({
      ...optionalFields({
        from: count('Pending stops before it, at least; absent before the start.'),
        to: count('And at most; absent for all above.'),
      }),
      ...scores,
    }),
    { description: 'In order, those before the start last.' },
  ),
  drivers: Type.Array(Type.Object({ ...optionalFields({ driver_id: id(), label: label() }), ...scores }), {
    description: 'Most promises first; without driver_id what nobody is known to have driven.',
  }),
})
export type PromiseScores = Static<typeof PromiseScores>
