// Checkouts: a customer in a shop chooses a window before there is a stop; data from the shop, and data for the customer.
import Type, { type Static } from 'typebox'
import * as limits from '../../../limits.ts'
import { oneOf, optionalFields, record } from '../../../schema.ts'
import { calendarDate, count, id, label, number, text, timestamp, timeWindow } from '../../../schemas/fields.ts'
import { messageLanguages } from '../../../schemas/message.ts'
import { SlotStop, slotId } from '../../../schemas/slot.ts'
import { slotCustomer } from '../../../schemas/slot-rules.ts'
import { StopInput } from '../../../schemas/stop.ts'

export const checkoutLimits = { origins: 10, days: 31, lastsMinutes: 20_160, holds: 30 } as const

/** open: nothing is held. expired: the hold ran out and another may be chosen. ended: nothing may be chosen any longer. */
export const checkoutStates = ['open', 'held', 'expired', 'booked', 'ended'] as const

export const CheckoutInput = record('CheckoutInput', 'What a customer is about to order, and how he may choose.', {
  stop: SlotStop,
  ...optionalFields({
    origins: Type.Array(
      Type.String({
        description: 'Where the page stands: scheme, host and port, https://shop.example.',
        pattern: '^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?$',
        maxLength: 300,
      }),
      { description: 'Pages that may call; no other site when left out.', maxItems: checkoutLimits.origins },
    ),
    hold_minutes: Type.Integer({
      description: 'How long what he chooses is held; 10 by default.',
      minimum: 1,
      maximum: 60,
    }),
    lasts_minutes: Type.Integer({
      description: 'How long he may choose; 120 by default.',
      minimum: 1,
      maximum: checkoutLimits.lastsMinutes,
    }),
    from: calendarDate('First day; today by default.'),
    to: calendarDate(`Last day, 14 days by default; at most ${checkoutLimits.days} days in all.`),
    language: oneOf(messageLanguages, { description: 'Of the customer; else what his browser wishes.' }),
    customer: slotCustomer.customer,
    customer_class: slotCustomer.customer_class,
  }),
})
export type CheckoutInput = Static<typeof CheckoutInput>

const held = {
  slot_promise_id: id('What was promised: books it with the checkout.'),
  slot_id: slotId(),
  date: calendarDate(),
  time_window: timeWindow(),
  held_until: timestamp(),
  ...optionalFields({
    price_change: number('What the window costs more, below 0 less.'),
    currency: text('Of `price_change`.'),
  }),
}

export const Checkout = record('Checkout', 'A checkout as the shop sees it.', {
  id: id(),
  project_id: id(),
  state: oneOf(checkoutStates),
  origins: Type.Array(text()),
  expires_at: timestamp('Until then the customer may choose.'),
  created_at: timestamp(),
  ...optionalFields({
    token: text('For the page of the customer. It is told once, when the checkout is opened.'),
    slot: record('CheckoutSlot', 'What he has chosen last.', held),
    stop_id: id('The stop, once it is booked.'),
    customer_class: label(),
  }),
})
export type Checkout = Static<typeof Checkout>

const { label: name, location_details, comments, phone, email, external_id, reference_person } = StopInput.properties

export const CheckoutBooking = record('CheckoutBooking', 'That the customer has paid, and what is known of him now.', {
  ...optionalFields({
    slot_promise_id: id('Of the slot that he paid for: refused when he has chosen another one since.'),
    stop: record('CheckoutStop', 'Goes beyond what was said of the stop at the beginning.', {
      label: name,
      location_details,
      comments,
      phone,
      email,
      external_id,
      reference_person,
    }),
  }),
})
export type CheckoutBooking = Static<typeof CheckoutBooking>

export const CheckoutView = record(
  'CheckoutView',
  'A checkout as its customer sees it; nothing of routes, vehicles or costs.',
  {
    state: oneOf(checkoutStates),
    seller: text('The name that customers know the sender by.'),
    ...optionalFields({
      color: text("The seller's colour, #rrggbb."),
      language: oneOf(messageLanguages),
      place: text('The address that is delivered to, as it was found. Without one, ask for it.'),
      slot: record('ChosenSlot', 'What he has chosen last.', {
        ...held,
        seconds_left: count('Seconds until the hold runs out, by the clock of the database.'),
      }),
    }),
  },
)
export type CheckoutView = Static<typeof CheckoutView>

export const CheckoutPlace = record(
  'CheckoutPlace',
  'Where the customer wants it: what he held for another place is free again.',
  {
    address: Type.String({
      description: 'Street, number, postal code, town. Its place is looked for.',
      minLength: 1,
      maxLength: limits.textLength.label,
    }),
  },
)
export type CheckoutPlace = Static<typeof CheckoutPlace>

export const CheckoutChoice = record('CheckoutChoice', 'The window that he wants; what he held before is free again.', {
  slot_id: slotId(),
  ...optionalFields({ quote: text('Of the window, so that its price is kept.') }),
})
export type CheckoutChoice = Static<typeof CheckoutChoice>
