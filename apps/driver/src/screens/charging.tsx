// Charging on the way: place, times and amount, with navigation; the driver reports the battery's charge when leaving.
import type { ChargingVisit } from '@routewright/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { tellCharged } from '../route/doings.ts'
import type { RouteView } from '../route/use-route.ts'
import { NavigateButton } from './navigate.tsx'

type RouteOnly = Pick<RouteView, 'id' | 'route' | 'session'>

/** Charging between the stop of a number and the one before it, or after the last stop. */
export function ChargingBefore({ view, before }: { view: RouteOnly; before: number }) {
  const last = view.route.stops.length
  const visits = view.route.planned_charge?.charging ?? []
  return visits
    .filter(({ order }) => Math.min(order, last) + 1 === before)
    .map((visit) => <Charging key={visit.planned_start_time} view={view} visit={visit} />)
}

/** The same before the next stop, which stands in no list. */
export function ChargingNext({ view, before }: { view: RouteOnly; before: number }) {
  const visits = view.route.planned_charge?.charging ?? []
  if (!visits.some(({ order }) => order + 1 === before)) return null
  return (
    <ul className="stops charging-next">
      <ChargingBefore view={view} before={before} />
    </ul>
  )
}

function Charging({ view, visit }: { view: RouteOnly; visit: ChargingVisit }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const { label, location, planned_start_time: from, planned_end_time: to, energy, departure, real_end_time } = visit
  const values = { energy: formats.number(energy / 1_000, 1), share: formats.percent(departure) }
  return (
    <li className="charging" aria-label={t('charging.title')}>
      <p className="row">
        <Icon name="lamp" />
        <span className="grow">
          <strong>{label}</strong>
          <span className="dim">
            {real_end_time
              ? t('charging.told', { share: values.share, time: formats.clock(real_end_time) })
              : `${formats.timeWindow([from, to])}, ${t('charging.amount', values)}`}
          </span>
        </span>
      </p>
      {!real_end_time && <NavigateButton stop={{ location: { ...location, label } }} />}
      {!real_end_time && view.route.status === 'in_transit' && <Charged view={view} visit={visit} />}
    </li>
  )
}

/** Asks how full the battery is, which is filled in as planned. */
function Charged({ view, visit }: { view: RouteOnly; visit: ChargingVisit }) {
  const { t } = useTranslation()
  const [percent, setPercent] = useState<string>()
  if (percent === undefined) {
    const planned = Math.min(100, Math.max(0, Math.round(visit.departure * 100)))
    return <Button look="quiet" text={t('charging.done')} onClick={() => setPercent(String(planned))} />
  }
  const share = Number(percent) / 100
  const isShare = percent.trim() !== '' && share >= 0 && share <= 1
  const tell = async (event: FormEvent) => {
    event.preventDefault()
    if (isShare) await tellCharged(view, visit.charging_place_id, share)
  }
  return (
    <form className="charged" onSubmit={tell}>
      <label className="field">
        <span>{t('charging.share')}</span>
        <input inputMode="numeric" maxLength={3} value={percent} onChange={({ target }) => setPercent(target.value)} />
      </label>
      {!isShare && <p role="alert">{t('charging.range')}</p>}
      <button type="submit" className="main good" disabled={!isShare}>
        {t('charging.leave')}
      </button>
    </form>
  )
}
