// Charging on the way: where, from when to when, and how much, with the way there.
import type { ChargingVisit } from '@routewright/contract'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import type { RouteView } from '../route/use-route.ts'
import { NavigateButton } from './navigate.tsx'

/** What is charged between the stop of a number and the one before it, or behind the last stop. */
export function ChargingBefore({ view, before }: { view: RouteView; before: number }) {
  const last = view.route.stops.length
  const visits = view.route.planned_charge?.charging ?? []
  return visits
    .filter(({ order }) => Math.min(order, last) + 1 === before)
    .map((visit) => <Charging key={visit.planned_start_time} view={view} visit={visit} />)
}

/** The same before the next stop, which stands in no list. */
export function ChargingNext({ view, before }: { view: RouteView; before: number }) {
  const visits = view.route.planned_charge?.charging ?? []
  if (!visits.some(({ order }) => order + 1 === before)) return null
  return (
    <ul className="stops charging-next">
      <ChargingBefore view={view} before={before} />
    </ul>
  )
}

function Charging({ view, visit }: { view: RouteView; visit: ChargingVisit }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const { label, location, planned_start_time: from, planned_end_time: to, energy, departure } = visit
  const values = { energy: formats.number(energy / 1_000, 1), share: formats.percent(departure) }
  return (
    <li className="charging" aria-label={t('charging.title')}>
      <p className="row">
        <Icon name="lamp" />
        <span className="grow">
          <strong>{label}</strong>
          <span className="dim">
            {formats.timeWindow([from, to])}, {t('charging.amount', values)}
          </span>
        </span>
      </p>
      <NavigateButton stop={{ location: { ...location, label } }} />
    </li>
  )
}
