// The day at a glance: the next stop big, then everything else in its order.
import type { DriverStop, RouteBreak } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, RoundButton } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Gradually } from '../parts/gradually.tsx'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { show } from '../parts/screens.ts'
import { breakText, laterBreaks, lawfulBreak } from '../route/break-text.ts'
import { getAddress } from '../route/differences.ts'
import { legText } from '../route/leg.ts'
import { expectedAt, findPlace, stopName } from '../route/stop-words.ts'
import { type RouteView, stopsLeft } from '../route/use-route.ts'
import { ChargingBefore, ChargingNext } from './charging.tsx'
import { HeadButtons } from './head-buttons.tsx'
import { NavigateButton } from './navigate.tsx'
import { Details, StopLine, showDetails } from './stop-line.tsx'

export function RouteList({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { route, next, session } = view
  const others = route.stops.filter(({ id, status }) => status === 'pending' && id !== next?.id)
  const ended = route.stops.filter(({ status }) => status !== 'pending')
  const formats = useFormats(view.session)
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
            <Gradually
              items={others}
              draw={(stop) => (
                <Ahead key={stop.id} id={view.id} route={route} session={session} stop={stop} formats={formats} t={t} />
              )}
            />
            <LaterBreaks route={route} formats={formats} before={route.stops.length + 1} />
            <ChargingBefore view={view} before={route.stops.length + 1} />
          </ol>
        </section>
      )}
      <BegunElsewhere view={view} />
      {ended.length > 0 && (
        <section>
          <h2 className="list-title">{t('route.done')}</h2>
          <ol className="stops">
            <Gradually
              items={ended}
              draw={(stop) => <StopLine key={stop.id} route={route} stop={stop} formats={formats} t={t} />}
            />
          </ol>
        </section>
      )}
    </Screen>
  )
}

/** A stop ahead, with what comes between it and the one before. */
const Ahead = memo(function Ahead({ stop, formats, t, ...view }: AheadProps) {
  const { route } = view
  const before = Number(findPlace(route, stop))
  return (
    <>
      <LaterBreaks route={route} formats={formats} before={before} />
      <ChargingBefore view={view} before={before} />
      <StopLine route={route} stop={stop} formats={formats} t={t} />
    </>
  )
})

/** The parts of a view that stay the same objects while only the states of calls change. */
interface AheadProps extends Pick<RouteView, 'id' | 'route' | 'session'> {
  stop: DriverStop
  formats: Formats
  t: TFunction
}

/** Stops that have left the route after something was begun there: it can still be finished. */
function BegunElsewhere({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const stops = stopsLeft(view)
  if (stops.length === 0) return null
  return (
    <section>
      <h2 className="list-title">{t('evidence.begun')}</h2>
      <ol className="stops">
        {stops.map((stop) => (
          <li key={stop.id}>
            <button type="button" className="stop-line" onClick={() => show('stop', stop.id, 'deliver')}>
              <span className="number">·</span>
              <span className="grow">
                <strong>{stopName(stop)}</strong>
                <span className="dim">{t('evidence.finish')}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Words for it would push the other buttons into a row of their own; the stop's page has them. */
const writeEstimate = (distance: string) => `≈\u00a0${distance}`

function NextStop({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const isThere = view.drafts.get(stop.id)?.arrived_at !== undefined
  const expected = expectedAt(stop, formats)
  return (
    <section className="next-stop" aria-label={t('route.next')}>
      <ChargingNext view={view} before={Number(findPlace(view.route, stop))} />
      <button type="button" className="card" onClick={() => show('stop', stop.id)}>
        <span className="row">
          <span className="number big">{findPlace(view.route, stop)}</span>
          <span className="kicker grow">{isThere ? t('route.youAreHere') : t('route.next')}</span>
          {expected && <span className="eta">{expected}</span>}
        </span>
        <strong className="name">{stopName(stop)}</strong>
        {getAddress(stop) !== stopName(stop) && <span className="address">{getAddress(stop)}</span>}
        <Details {...showDetails(view.route, stop, formats, t)} t={t} />
      </button>
      <div className="row actions">
        <NavigateButton stop={stop} leg={legText(view.route, stop, formats, writeEstimate)} />
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

/** Breaks after the next one that come before the stop of a number, or after the last. */
function LaterBreaks({ route, formats, before }: Pick<AheadProps, 'route' | 'formats'> & { before: number }) {
  const last = route.stops.length
  return laterBreaks(route)
    .filter(({ order = 0 }) => Math.min(order, last) + 1 === before)
    .map((entry) => <LaterBreak key={entry.planned_start_time} formats={formats} one={entry} />)
}

function LaterBreak({ formats, one }: { formats: Formats; one: RouteBreak }) {
  const { t } = useTranslation()
  return (
    <li className="break-note dim">
      <Icon name="pause" size={18} /> {t('break.later')}: {breakText(one, t, formats)}
    </li>
  )
}
