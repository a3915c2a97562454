// Loading: stops and their parcels in reverse order, so that the first to deliver lies on top; where in the van each lies.
import type { DriverStop } from '@routewright/contract'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { back } from '../parts/screens.ts'
import { TickLine } from '../parts/tick-line.tsx'
import { type Parcel, parcelsToLoad, stopsToLoad } from '../proof/demands.ts'
import { checkLoaded } from '../route/doings.ts'
import { findPlace, parcelMark, stopName, vanPlaceText } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import { useParcelScan } from '../scan/use-parcel-scan.tsx'
import { isAboard } from './today.tsx'
import { VanPlaceSheet } from './van-place.tsx'

export function LoadCheck({ view }: { view: RouteView }) {
  const { t } = useTranslation()
  const { route } = view
  const stops = stopsToLoad(route)
  const parcels = parcelsToLoad(route)
  const [askedId, setAskedId] = useState<string>()
  const isDone = ({ identifier, stop }: Parcel) => isAboard(stop.packages, identifier)
  const missing = parcels.filter((parcel) => !isDone(parcel))
  const scan = useParcelScan({
    route,
    parcels,
    isDone,
    title: t('load.title'),
    onParcel: ({ identifier, stop }, isTyped) => void checkLoaded(view, stop, identifier, isTyped),
  })

  return (
    <Screen
      title={t(parcels.length > 0 ? 'load.title' : 'van.title')}
      subtitle={
        parcels.length > 0
          ? t('load.progress', { done: parcels.length - missing.length, count: parcels.length })
          : undefined
      }
      backTo="today"
      footer={<Footer missing={missing.length} all={parcels.length} scan={scan.open} />}
    >
      {parcels.length > 0 && <progress className="wide" value={parcels.length - missing.length} max={parcels.length} />}
      <Goods view={view} stops={stops} ask={setAskedId} />
      <Asked view={view} stops={stops} id={askedId} ask={setAskedId} />
      {scan.overlay}
    </Screen>
  )
}

function Footer({ missing, all, scan }: { missing: number; all: number; scan(): void }) {
  const { t } = useTranslation()
  if (missing > 0) return <Button look="main" icon="scan" text={t('load.scan')} onClick={scan} />
  return (
    <Button look="main" icon="check" text={t(all > 0 ? 'load.complete' : 'action.ok')} onClick={() => back('today')} />
  )
}

interface GoodsProps {
  view: RouteView
  stops: readonly DriverStop[]
  /** For the place of a stop's goods. */
  ask(stopId: string): void
}

function Goods({ view, stops, ask }: GoodsProps) {
  return (
    <ol className="parcels">
      {stops.map((stop) => (
        <Fragment key={stop.id}>
          <StopLine view={view} stop={stop} ask={() => ask(stop.id)} />
          {stop.packages.map(({ identifier }) => (
            <ParcelLine
              key={identifier}
              identifier={identifier}
              isDone={isAboard(stop.packages, identifier)}
              check={() => void checkLoaded(view, stop, identifier, true)}
            />
          ))}
        </Fragment>
      ))}
    </ol>
  )
}

/** Whose goods follow, and where in the van they lie. */
function StopLine({ view, stop, ask }: { view: RouteView; stop: DriverStop; ask(): void }) {
  const { t } = useTranslation()
  const name = stopName(stop)
  const { van_place: place } = stop
  return (
    <li className="of-stop">
      <span className="number">{findPlace(view.route, stop)}</span>
      <span className="grow">
        <strong>{name}</strong>
        {parcelMark(stop) && <span className="dim">{parcelMark(stop)}</span>}
      </span>
      <button
        type="button"
        className={place ? 'van said' : 'van'}
        onClick={ask}
        aria-label={`${name}: ${place ? vanPlaceText(place, t) : t('van.say')}`}
      >
        <Icon name="van" size={20} /> {place ? vanPlaceText(place, t) : t('van.short')}
      </button>
    </li>
  )
}

interface AskedProps {
  view: RouteView
  stops: readonly DriverStop[]
  id: string | undefined
  ask(id: string | undefined): void
}

/** The sheet of one stop; from there on to the next one that has no place yet. */
function Asked({ view, stops, id, ask }: AskedProps) {
  const at = stops.findIndex((stop) => stop.id === id)
  const stop = stops[at]
  if (!stop) return null
  const next = stops.slice(at + 1).find(({ van_place }) => van_place === undefined)
  const before = stops.slice(0, at).findLast(({ van_place }) => van_place !== undefined)?.van_place
  return (
    <VanPlaceSheet
      key={stop.id}
      view={view}
      stop={stop}
      before={before}
      next={next && (() => ask(next.id))}
      close={() => ask(undefined)}
    />
  )
}

interface ParcelLineProps {
  identifier: string
  isDone: boolean
  check: () => void
}

function ParcelLine({ identifier, isDone, check }: ParcelLineProps) {
  const { t } = useTranslation()
  return (
    <TickLine
      number={undefined}
      title={identifier}
      detail=""
      isDone={isDone}
      doneText={t('load.aboard')}
      button={{ text: t('load.byHand'), label: t('load.byHandFor', { code: identifier }), press: check }}
    />
  )
}
