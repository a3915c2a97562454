// Sums of payments as facts: one group for each currency.
import type { PaymentSum } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { type Fact, Facts } from '../../shell/facts.tsx'
import { useFormats } from '../../shell/session.ts'

export function PaymentFacts({ sums }: { sums: readonly PaymentSum[] }) {
  return sums.map((sum) => <SumFacts key={sum.currency} sum={sum} />)
}

function SumFacts({ sum }: { sum: PaymentSum }) {
  const { t } = useTranslation('payments')
  const formats = useFormats()
  const money = (amount: string) => formats.moneyIn({ amount, currency: sum.currency })
  const ifAny = (amount: string) => (Number(amount) > 0 ? money(amount) : undefined)
  const facts: Fact[] = [
    [t('due'), money(sum.due)],
    [t('collected'), money(sum.collected)],
    [t('cash'), ifAny(sum.cash)],
    [t('card'), ifAny(sum.card)],
    [t('other'), ifAny(sum.other)],
    [t('open'), ifAny(sum.open)],
    [t('missing'), ifAny(sum.missing)],
    [t('untold'), sum.untold > 0 ? formats.number(sum.untold) : undefined],
  ]
  return <Facts facts={facts} />
}
