// The amount that the recipient has to pay at the door, and afterwards the payment.
import { moneyText } from '../view/prices.ts'
import { type Language, localeOf } from '../words/words.ts'
import type { PartProps } from './part-props.ts'

const paidKeys = { cash: 'paidCash', card: 'paidCard', other: 'paidOther' } as const

export function PaymentCard({ view, say, language }: PartProps & { language: Language }) {
  const { cash_on_delivery: due, payment_collected: paid } = view
  const locale = localeOf(language)
  if (paid?.method) {
    return <Card title={say(paidKeys[paid.method])} amount={moneyText(paid.amount, paid.currency, locale)} />
  }
  if (!due || view.status !== 'pending') return null
  return <Card title={say('toPay')} amount={moneyText(due.amount, due.currency, locale)} hint={say('toPayHint')} />
}

function Card({ title, amount, hint }: { title: string; amount: string; hint?: string }) {
  return (
    <section class="card payment">
      <h2>{title}</h2>
      <p class="amount">{amount}</p>
      {hint && <p class="dim">{hint}</p>}
    </section>
  )
}
