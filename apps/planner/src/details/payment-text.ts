// Payments at the door, in words.
import type { Payment, Stop } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'

/** The amount that the stop's recipient has to pay. */
export function dueText({ cash_on_delivery: due }: Pick<Stop, 'cash_on_delivery'>, formats: Formats) {
  return due && formats.moneyIn(due)
}

/** Writes the payment of a report: `Collected CHF 12.50 in cash`, with the reason for another amount. */
export function paymentText({ method, reason, ...money }: Payment, t: TFunction, formats: Formats): string {
  const said = method ? t(`editor:paid.${method}`, { amount: formats.moneyIn(money) }) : t('editor:paid.nothing')
  return [said, reason].filter(Boolean).join(': ')
}
