// Before the start: which van, how many stops, from where and when, and whether everything is on the phone.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { show, showInstead } from '../parts/screens.ts'
import { Sheet } from '../parts/sheet.tsx'
import { parcelsToLoad, stopsToLoad } from '../proof/demands.ts'
import { getAddress } from '../route/differences.ts'
import { startRoute } from '../route/doings.ts'
import { wayText } from '../route/leg.ts'
import { isOtherDay } from '../route/other-day.ts'
import type { RouteView } from '../route/use-route.ts'
import { rightTime } from '../store/clock.ts'
import { HeadButtons } from './head-buttons.tsx'

export function Today({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { route, session, kept } = view
  const formats = useFormats(session)
  const date = route.plan_execution_date
  const isStarted = route.status !== 'not_started'

  const [isAsking, setAsking] = useState(false)

  const begin = async () => {
    if (!isStarted) await startRoute(view)
    showInstead('route')
  }
  const ask = () => {
    if (!isStarted && date && isOtherDay(date, session.timezone, rightTime())) setAsking(true)
    else return begin()
  }

  return (
    <Screen
      title={route.label || route.vehicle_label || t('today.title')}
      subtitle={[session.project_label, date && formats.shortDate(`${date}T12:00:00Z`)].filter(Boolean).join(' · ')}
      actions={<HeadButtons view={view} />}
      footer={
        <>
          <LoadButton view={view} />
          <Button look="main" text={isStarted ? t('today.continue') : t('today.start')} onClick={ask} />
        </>
      }
    >
      <Facts view={view} />
      {route.comments && <p className="note">{route.comments}</p>}
      <ul className="kept" aria-label={t('today.onPhone')}>
        <Kept isDone text={t('today.keptStops')} />
        {kept.map_kept !== undefined && (
          <Kept isDone={kept.is_map_done === true} text={t('today.keptMap')} share={kept.map_kept} />
        )}
        {view.visits.length > 0 && <Kept isDone text={t('today.keptVisits', { count: view.visits.length })} />}
      </ul>
      {!isStarted && <p className="dim">{t('today.nothingStarted')}</p>}
      {isAsking && date && (
        <OtherDay date={formats.shortDate(`${date}T12:00:00Z`)} onStart={begin} onClose={() => setAsking(false)} />
      )}
    </Screen>
  )
}

/** To the check of what is loaded, or to where it lies in the van. */
function LoadButton({ view: { route } }: { view: RouteView }) {
  const { t } = useTranslation()
  const parcels = parcelsToLoad(route)
  const loaded = parcels.filter(({ identifier, stop }) => isAboard(stop.packages, identifier)).length
  if (parcels.length > 0)
    return (
      <Button
        look={loaded < parcels.length ? 'second' : 'quiet'}
        icon="parcel"
        text={t('today.load', { done: loaded, count: parcels.length })}
        onClick={() => show('load')}
      />
    )
  if (stopsToLoad(route).length === 0) return null
  return <Button look="quiet" icon="van" text={t('van.title')} onClick={() => show('load')} />
}

interface OtherDayProps {
  date: string
  onStart(): Promise<void>
  onClose(): void
}

/** Asked before the route of another day is started: often somebody only wants to look at it. */
function OtherDay({ date, onStart, onClose }: OtherDayProps) {
  const { t } = useTranslation()
  return (
    <Sheet title={t('today.otherDayTitle', { date })} onClose={onClose}>
      <p>{t('today.otherDayText')}</p>
      <Button look="main" text={t('today.otherDayNo')} onClick={onClose} />
      <Button look="second" text={t('today.otherDayStart')} onClick={onStart} />
    </Sheet>
  )
}

function Facts({ view: { route, session } }: { view: RouteView }) {
  const { t } = useTranslation()
  const formats = useFormats(session)
  const { planned_start_time: begins, planned_loading_time: loading = 0 } = route
  return (
    <dl className="facts">
      <Fact name={t('today.driver')} value={session.driver_label ?? ''} />
      <Fact name={t('today.vehicle')} value={[route.vehicle_label, route.plate].filter(Boolean).join(' · ')} />
      <Fact name={t('today.stops')} value={formats.number(route.stops.length)} />
      {begins !== undefined && loading > 0 && (
        <Fact name={t('today.loadAt')} value={`${formats.timeOfDay(begins)} · ${formats.duration(loading)}`} />
      )}
      <Fact name={t('today.startAt')} value={begins === undefined ? '' : formats.timeOfDay(begins + loading)} />
      <Fact name={t('today.depot')} value={getAddress({ location: route.start_location })} />
      <Fact name={t('today.way')} value={wayText(route, formats, (part) => t(`today.straight_${part}`)) ?? ''} />
    </dl>
  )
}

export function isAboard(packages: readonly { identifier: string; status: string }[], identifier: string): boolean {
  return packages.some((parcel) => parcel.identifier === identifier && parcel.status !== 'pending')
}

function Fact({ name, value }: { name: string; value: string }) {
  if (!value) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Kept({ isDone, text, share }: { isDone: boolean; text: string; share?: number | undefined }) {
  return (
    <li className={isDone ? 'done' : ''}>
      <Icon name={isDone ? 'check' : 'cloud'} />
      {text}
      {!isDone && share !== undefined && <progress value={share} max={1} />}
    </li>
  )
}
