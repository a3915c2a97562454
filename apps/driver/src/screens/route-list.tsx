// The day at a glance: the next stop big, then everything else in its order.
import type { DriverStop } from '@routewright/contract'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, RoundButton } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { show } from '../parts/screens.ts'
import { parcelsAt } from '../proof/demands.ts'
import { breakText, laterBreaks, lawfulBreak } from '../route/break-text.ts'
import { addressOf } from '../route/differences.ts'
import { legText } from '../route/leg.ts'
import { expectedAt, notesOf, parcelMark, placeOf, stopName, useVanPlaceText } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import { ChargingBefore, ChargingNext } from './charging.tsx'
import { HeadButtons } from './head-buttons.tsx'
import { NavigateButton } from './navigate.tsx'

export function RouteList({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { route, next } = view
  const others = route.stops.filter(({ id, status }) => status === 'pending' && id !== next?.id)
  const ended = route.stops.filter(({ status }) => status !== 'pending')
  return (
    <Screen
      title={t('route.progress', { done: ended.length, count: route.stops.length })}
      subtitle={route.label || route.vehicle_label}
      actions={
        <>
          <RoundButton icon="map" label={t('route.map')} onClick={() => show('map')} />
          <HeadButtons view={view} />
        </>
      }
    >
      <progress className="wide" value={ended.length} max={Math.max(1, route.stops.length)} />
      <BreakLine view={view} />
      {next && <NextStop view={view} stop={next} />}
      {others.length > 0 && (
        <section>
          <h2 className="list-title">{t('route.then')}</h2>
          <ol className="stops">
            {others.map((stop) => (
              <Fragment key={stop.id}>
                <LaterBreaks view={view} before={Number(placeOf(route, stop))} />
                <ChargingBefore view={view} before={Number(placeOf(route, stop))} />
                <StopLine view={view} stop={stop} />
              </Fragment>
            ))}
            <LaterBreaks view={view} before={route.stops.length + 1} />
            <ChargingBefore view={view} before={route.stops.length + 1} />
          </ol>
        </section>
      )}
      {ended.length > 0 && (
        <section>
          <h2 className="list-title">{t('route.done')}</h2>
          <ol className="stops">
            {ended.map((stop) => (
              <StopLine key={stop.id} view={view} stop={stop} />
            ))}
          </ol>
        </section>
      )}
    </Screen>
  )
}

function NextStop({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const isThere = view.drafts.get(stop.id)?.arrived_at !== undefined
  const expected = expectedAt(stop, formats)
  return (
    <section className="next-stop" aria-label={t('route.next')}>
      <ChargingNext view={view} before={Number(placeOf(view.route, stop))} />
      <button type="button" className="card" onClick={() => show('stop', stop.id)}>
        <span className="row">
          <span className="number big">{placeOf(view.route, stop)}</span>
          <span className="kicker grow">{isThere ? t('route.youAreHere') : t('route.next')}</span>
          {expected && <span className="eta">{expected}</span>}
        </span>
        <strong className="name">{stopName(stop)}</strong>
        {addressOf(stop) !== stopName(stop) && <span className="address">{addressOf(stop)}</span>}
        <Details view={view} stop={stop} />
      </button>
      <div className="row actions">
        <NavigateButton stop={stop} leg={legText(view.route, stop, formats)} />
        <Button
          look="main grow"
          text={isThere ? t('route.carryOn') : t('route.open')}
          onClick={() => show('stop', stop.id)}
        />
        {view.route.status !== 'not_started' && (
          <RoundButton
            icon="check"
            label={t(`deliver.button.${stop.type}`)}
            onClick={() => show('stop', stop.id, 'deliver')}
          />
        )}
      </div>
    </section>
  )
}

function StopLine({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const formats = useFormats(view.session)
  const { t } = useTranslation()
  return (
    <li>
      <button type="button" className={`stop-line ${stop.status}`} onClick={() => show('stop', stop.id)}>
        <span className="number">{placeOf(view.route, stop)}</span>
        <span className="grow">
          <span className="first">
            <strong>{stopName(stop)}</strong>
            {stop.status === 'pending' && <span className="eta">{expectedAt(stop, formats)}</span>}
          </span>
          {addressOf(stop) !== stopName(stop) && <span className="dim">{addressOf(stop)}</span>}
          {stop.status === 'pending' ? (
            <Details view={view} stop={stop} />
          ) : (
            <span className={`state ${stop.status}`}>{t(`status.stop.${stop.status}`)}</span>
          )}
        </span>
      </button>
    </li>
  )
}

function Details({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const textOf = useVanPlaceText()
  const parcels = parcelsAt(view.route, stop).length
  return (
    <span className="details">
      {stop.type !== 'delivery' && <span>{t(`type.${stop.type}`)}</span>}
      {stop.time_windows.length > 0 && (
        <span>
          <Icon name="clock" size={18} /> {formats.timeWindows(stop.time_windows)}
        </span>
      )}
      {parcels > 0 && (
        <span>
          <Icon name="parcel" size={18} /> {t('route.parcels', { count: parcels })} {parcelMark(stop)}
        </span>
      )}
      {stop.status === 'pending' && stop.van_place && (
        <span className="where">
          <Icon name="van" size={18} /> {textOf(stop.van_place)}
        </span>
      )}
      {notesOf(stop) && (
        <span>
          <Icon name="note" size={18} /> <span className="hidden">{t('route.notes')}</span>
        </span>
      )}
      {stop.report_attempts > 0 && <span className="late">{t('route.tried', { count: stop.report_attempts })}</span>}
    </span>
  )
}

function BreakLine({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const planned = view.route.vehicle?.break
  const pause = view.route.break_stop
  const lawful = lawfulBreak(view.route)
  if (pause?.is_completed || (!planned && !lawful && !pause?.real_start_time)) return null
  const isRunning = pause?.real_start_time !== undefined
  return (
    <button type="button" className={`break-line${isRunning ? ' running' : ''}`} onClick={() => show('break')}>
      <Icon name="pause" />
      <span className="grow">
        {isRunning ? t('break.running') : t('break.planned')}
        {lawful && <span className="dim">{breakText(lawful, t, formats)}</span>}
        {!isRunning && !lawful && planned && (
          <span className="dim">
            {formats.duration(planned.duration)}, {formats.timeWindow([planned.start, planned.end])}
          </span>
        )}
      </span>
      <Icon name="next" />
    </button>
  )
}

/** Breaks behind the next one that come before the stop of a number, or after the last. */
function LaterBreaks({ view, before }: { view: RouteView; before: number }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const last = view.route.stops.length
  const due = laterBreaks(view.route).filter(({ order = 0 }) => Math.min(order, last) + 1 === before)
  return due.map((one) => (
    <li key={one.planned_start_time} className="break-note dim">
      <Icon name="pause" size={18} /> {t('break.later')}: {breakText(one, t, formats)}
    </li>
  ))
}
