// Money that the driver of a route has to collect and has collected, in the open plan, as its stream tells.
import type { BareRoute as Route } from '@routewright/contract'
import { sumPayments } from '@routewright/contract/payment-sums'
import { useTranslation } from 'react-i18next'
import { usePlanData } from '../../plan/plan-store.ts'
import panel from '../../shell/panel.module.css'
import { PaymentFacts } from './payment-facts.tsx'

export default function RoutePayments({ route }: { route: Route }) {
  const { t } = useTranslation('payments')
  const { orders, stops } = usePlanData()
  const sums = sumPayments((orders.get(route.id) ?? []).flatMap((id) => stops.get(id) ?? []))
  if (sums.length === 0) return null
  return (
    <section className={panel.part} aria-label={t('title')}>
      <h3 className={panel.heading}>{t('title')}</h3>
      <PaymentFacts sums={sums} />
    </section>
  )
}
