// A promise to a customer: held for minutes, booked with its stop, moved, released; and the figures it is based on.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../schema.ts'
import { calendarDate, id, label, seconds, text, timestamp, timeWindow, timeWindows } from './fields.ts'
import { SlotStop, slotFigures, slotId } from './slot.ts'
import { slotCustomer } from './slot-rules.ts'

/** Held: nobody else gets it until `held_until`. Expired: it is free again. */
export const slotPromiseStates = ['held', 'expired', 'booked', 'released'] as const
export type SlotPromiseState = (typeof slotPromiseStates)[number]

const key = (description: string) => Type.String({ description, minLength: 1, maxLength: 200 })

export const SlotHold = record('SlotHold', 'A slot that is to stay free for a while.', {
  key: key("The caller's own name of this hold, once in a project: the same call again answers the same hold."),
  slot_id: slotId(),
  stop: SlotStop,
  minutes: Type.Optional(
    Type.Integer({
      description: 'How long it is held, by the clock of the database; 10 by default.',
      minimum: 1,
      maximum: 60,
    }),
  ),
  ...optionalFields({
    ...slotCustomer,
    quote: text('Of the offer, so that its `price_change` is kept.'),
  }),
})
export type SlotHold = Static<typeof SlotHold>

export const SlotMove = record('SlotMove', 'Another slot for what was promised.', {
  slot_id: slotId(),
  ...optionalFields({
    rules: slotCustomer.rules,
    quote: text('Of the offer; what was said of the price before stays without one.'),
  }),
})
export type SlotMove = Static<typeof SlotMove>

export const SlotRelease = record('SlotRelease', 'The end of a promise.', {
  keep_stop: Type.Optional(
    Type.Boolean({
      description: 'The stop that was booked stays in its plan, without the promise; it is deleted otherwise.',
    }),
  ),
})

export const SlotConsent = record('SlotConsent', 'A promise that is changed by hand, and who answers for it.', {
  time_windows: timeWindows('The new windows of the stop; any time when empty.'),
  agreed_by: Type.String({ description: 'The dispatcher who agrees, by name.', minLength: 1, maxLength: 200 }),
  reason: Type.Optional(text('Why.')),
})
export type SlotConsent = Static<typeof SlotConsent>

export const SlotPromise = record(
  'SlotPromise',
  'A slot that was held or booked, with what it cost when it was promised.',
  {
    id: id(),
    organization_id: id(),
    project_id: id(),
    key: key("The caller's own name of it."),
    slot_id: slotId(),
    date: calendarDate(),
    time_window: timeWindow(),
    state: oneOf(slotPromiseStates),
    offer: record('PromisedOffer', 'What it cost and used when it was promised, or moved last.', slotFigures),
    held_until: timestamp('Until then nobody else gets it, unless it is booked.'),
    ...optionalFields({
      created_by: id(),
      stop_id: id('The stop that was made for it.'),
      plan_id: id('The plan that it is in.'),
      booked_at: timestamp(),
      released_at: timestamp(),
      changed_by_hand_at: timestamp('When the windows of the stop were changed by hand since.'),
      agreed_by: label('Who agreed to that, or to an arrangement that breaks the promise.'),
      customer_class: slotCustomer.customer_class,
      previous_slot_id: Type.String({
        description: 'What the stop was promised until this call gave it another slot.',
      }),
    }),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
)
export type SlotPromise = Static<typeof SlotPromise>

/** Late: service begins after the window. Left out: nobody drives there. Changed: the stop gets another window or day. */
export const promiseFaults = ['late', 'left_out', 'changed'] as const

export const BrokenPromise = record('BrokenPromise', 'A promise that would be broken, or more than it is already.', {
  promise_id: id(),
  stop_id: id(),
  date: calendarDate(),
  time_window: timeWindow('What was promised.'),
  fault: oneOf(promiseFaults),
  ...optionalFields({
    label: label('Of the stop.'),
    late_seconds: seconds('How long behind the end of the window service would begin.'),
  }),
})
export type BrokenPromise = Static<typeof BrokenPromise>
