// Where the working hours of the shown plan go.
import { spentHours } from '@routewright/contract/spent-hours'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlanData } from '../../plan/plan-data.ts'
import { useShownPlan } from '../../plan/proposal.ts'
import { HoursBar, sumHours } from '../../shell/hours-bar.tsx'
import panel from '../../shell/panel.module.css'

export default function WhereHoursGo() {
  const { t } = useTranslation('hours')
  const data = useShownPlan()
  const spent = useMemo(() => spentHours(routesWithStops(data)), [data])
  if (sumHours(spent) === 0) return null
  return (
    <section className={panel.part} aria-label={t('title')}>
      <h3 className={panel.heading}>{t('title')}</h3>
      <HoursBar spent={spent} />
    </section>
  )
}

function routesWithStops({ routes, orders, stops }: PlanData) {
  return routes.map((route) => ({ ...route, stops: (orders.get(route.id) ?? []).flatMap((id) => stops.get(id) ?? []) }))
}
