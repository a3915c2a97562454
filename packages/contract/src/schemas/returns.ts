// Returning goods: what a delivery left in the vehicle, and who has seen it at the depot. Our extension.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { optionalFields, record } from '../schema.ts'
import { count, flag, id, label, maxAttempts, momentWithin, timestamp } from './fields.ts'

const goods = {
  stop_id: id('The delivery that they were for.'),
  identifier: Type.Optional(label('The code of the parcel; without it all goods of a stop that has no parcels.')),
}

export const ReturningGoods = record(
  'ReturningGoods',
  'A parcel, or the goods of a stop without parcels, that comes back.',
  {
    ...goods,
    route_id: id('The route whose vehicle has them.'),
    ...optionalFields({
      label: label('Of the stop.'),
      external_id: label('Of the stop.'),
      fixed_id: Type.String({ description: 'Number of the stop within the plan.' }),
      returned_at: timestamp('When they were seen at the depot; without it they are expected.'),
      return_to_sender_at: timestamp('Since when they go back to the sender.'),
    }),
  },
)
export type ReturningGoods = Static<typeof ReturningGoods>

/** Fields that identify the goods. */
export type GoodsName = Pick<ReturningGoods, 'stop_id' | 'identifier'>

export const returningGoods = Type.Array(ReturningGoods, { description: 'In the order of routes and stops.' })

export const ReturnsNoted = record('ReturnsNoted', 'Goods that came back, or did not after all.', {
  goods: Type.Array(record('GoodsName', 'A parcel, or the goods of a stop without parcels.', goods), {
    minItems: 1,
    maxItems: limits.listLength.packages,
  }),
  returned: flag('false takes the tick away.'),
})
export type ReturnsNoted = Static<typeof ReturnsNoted>

export const DriverReturn = record('DriverReturn', 'The driver hands over goods at the depot.', {
  ...goods,
  returned: Type.Optional(flag('false takes the tick away; true without it.')),
  at: Type.Optional(timestamp('The moment on the device, at most five minutes ahead; now without it.')),
  moment_within: momentWithin('at'),
  client_id: Type.Optional(
    Type.String({ description: "The caller's own id of the call.", minLength: 1, maxLength: 100 }),
  ),
})
export type DriverReturn = Static<typeof DriverReturn>

export const SenderDecision = record('SenderDecision', 'Whether a failed delivery goes back to its sender.', {
  returns: flag('false has it tried again after all.'),
})
export type SenderDecision = Static<typeof SenderDecision>

export const Attempts = record('Attempts', 'How often a stop, and others of the same order, were tried.', {
  attempts: count('Reports of visits, on all stops of the order.'),
  max_attempts: Type.Optional(maxAttempts('Of the address book entry, else of the project; no limit without it.')),
})
