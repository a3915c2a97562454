// Money that the driver collects at the door: the fields of the draft and the payment of the report.
import type { CashOnDelivery, Payment } from '@routewright/contract'
import { findDecimals, toMinorUnits } from '@routewright/contract/currencies'
import type { Formats } from '@routewright/ui/format'
import { readTypedAmount } from '@routewright/ui/typed-amount'
import type { TFunction } from 'i18next'
import type { PaymentDraft } from '../store/database.ts'

/** In the order of the screen; none: nothing was collected. */
export const paymentChoices = ['cash', 'card', 'other', 'none'] as const

/** Longest reason that a report takes. */
export const REASON_LENGTH = 200

/** A missing part of the payment: how it was paid, a readable amount, or why it is another one. */
export type PaymentLack = 'choice' | 'amount' | 'reason'

/** Returns the draft for a tap on a way of paying: the full amount, unless another one was typed. */
export function choosePayment(due: CashOnDelivery, method: PaymentDraft['method'], known?: PaymentDraft): PaymentDraft {
  const hasAmount = known !== undefined && known.method !== 'none' && known.amount !== ''
  return { method, amount: hasAmount ? known.amount : due.amount, reason: known?.reason ?? '' }
}

/** Returns what stands in the way of a payment; undefined when it is complete. */
export function findPaymentLack(due: CashOnDelivery, draft: PaymentDraft | undefined): PaymentLack | undefined {
  if (!draft) return 'choice'
  if (draft.method !== 'none' && !countUnits(draft, due.currency)) return 'amount'
  return isOtherAmount(due, draft) && draft.reason.trim() === '' ? 'reason' : undefined
}

/** Whether the amount differs from the one to collect, so that a reason is asked for. */
export function isOtherAmount(due: CashOnDelivery, draft: PaymentDraft): boolean {
  return draft.method === 'none' || countUnits(draft, due.currency) !== toMinorUnits(due)
}

/** Returns the payment of the report; undefined while something of it is missing. */
export function readPayment(due: CashOnDelivery, draft: PaymentDraft | undefined): Payment | undefined {
  if (!draft || findPaymentLack(due, draft)) return undefined
  const { currency } = due
  const reason = draft.reason.trim().slice(0, REASON_LENGTH)
  if (draft.method === 'none') return { amount: '0', currency, reason }
  const amount = readTypedAmount(draft.amount, currency)
  if (amount === undefined) return undefined
  const payment = { amount, currency, method: draft.method }
  return isOtherAmount(due, draft) ? { ...payment, reason } : payment
}

/** Returns the payment of a report as an editable draft. */
export function getPaymentDraft({ amount, method, reason = '' }: Payment): PaymentDraft {
  return { method: method ?? 'none', amount: method ? amount : '', reason }
}

/** Says what was collected, and how: `CHF 12.50, in cash`, with the reason for another amount. */
export function paymentText({ method, reason, ...money }: Payment, formats: Formats, t: TFunction): string {
  const said = method
    ? `${t('payment.collected')}: ${formats.moneyIn(money)}, ${t(`payment.by.${method}`)}`
    : t('payment.nothing')
  return [said, reason].filter(Boolean).join(' · ')
}

/** How the amount is typed on a phone: whole currencies need no decimal sign. */
export function getKeyboard(currency: string): 'numeric' | 'decimal' {
  return findDecimals(currency) === 0 ? 'numeric' : 'decimal'
}

/** The typed amount in minor units; undefined where it is none. */
function countUnits({ amount: typed }: PaymentDraft, currency: string): number | undefined {
  const amount = readTypedAmount(typed, currency)
  return amount === undefined ? undefined : toMinorUnits({ amount, currency })
}
