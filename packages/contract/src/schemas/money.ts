// Money at the door: what a recipient is to pay, and what the driver collected.
import Type, { type Static } from 'typebox'
import { AMOUNT_PATTERN } from '../currencies.ts'
import * as limits from '../limits.ts'
import { oneOf, optionalFields, record } from '../schema.ts'

const money = {
  amount: Type.String({
    description: 'Up to 9 digits and the decimals of the currency, as a text so that nothing is rounded: "12.50".',
    pattern: AMOUNT_PATTERN,
  }),
  currency: Type.String({ description: 'ISO 4217: CHF.', pattern: '^[A-Z]{3}$' }),
}

export const CashOnDelivery = Type.Object(money, {
  title: 'CashOnDelivery',
  description: 'What the recipient has to pay at the door: more than 0, with no more decimals than its currency has.',
  'x-money': 'due',
})
export type CashOnDelivery = Static<typeof CashOnDelivery>

export const paymentMethods = ['cash', 'card', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const Payment = Type.Object(
  {
    ...money,
    ...optionalFields({
      method: oneOf(paymentMethods, { description: 'How it was paid; only left out where the amount is 0.' }),
      reason: Type.String({
        description: 'Why another amount than the one to collect, or nothing, was collected.',
        maxLength: limits.textLength.paymentReason,
      }),
    }),
  },
  {
    title: 'Payment',
    description: 'What was collected at the door; an amount of 0 says that nothing was.',
    'x-money': 'collected',
  },
)
export type Payment = Static<typeof Payment>

export const PaymentSum = record('PaymentSum', 'What is to be collected in one currency, and what was.', {
  currency: money.currency,
  stops: Type.Integer({ description: 'Stops with an amount to collect, or at which something was collected.' }),
  due: Type.String({ description: 'To collect at all of them together.' }),
  collected: Type.String({ description: 'Collected, in all ways of paying.' }),
  cash: Type.String({ description: 'Of it in cash.' }),
  card: Type.String({ description: 'Of it by card.' }),
  other: Type.String({ description: 'Of it in other ways.' }),
  open: Type.String({ description: 'To collect at stops that are not done yet.' }),
  missing: Type.String({ description: 'To collect at stops that are done, and not collected there.' }),
  untold: Type.Integer({ description: 'Completed stops whose reports do not say what was collected.' }),
})
export type PaymentSum = Static<typeof PaymentSum>
