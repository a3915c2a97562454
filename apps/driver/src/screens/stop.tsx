// One stop: where, who, what to know; then "I have arrived", and from there deliver or not.
import type { DriverStop, LastVisit } from '@routewright/contract'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { useFormats } from '../parts/formats.ts'
import { Icon } from '../parts/icon.tsx'
import { Screen } from '../parts/screen.tsx'
import { show, showInstead } from '../parts/screens.ts'
import { lastFix, metersBetween, watchFix } from '../position/last-fix.ts'
import { parcelsAt } from '../proof/demands.ts'
import { learnedWay, listPlaces } from '../route/destination.ts'
import { getAddress } from '../route/differences.ts'
import { arriveAt, goThereNext } from '../route/doings.ts'
import { legText } from '../route/leg.ts'
import { pathOfImage } from '../route/refresh.ts'
import { expectedAt, findPlace, parcelMark, stopName } from '../route/stop-words.ts'
import type { RouteView } from '../route/use-route.ts'
import { DoorButton } from './door.tsx'
import { HandedOver, LeftRoute } from './evidence.tsx'
import { NavigateButton } from './navigate.tsx'
import { DueAmount } from './payment.tsx'
import { Reported } from './reported.tsx'
import { VanPlaceLine } from './van-place.tsx'

/** Distance beyond which the driver is asked whether this is the right door. */
const FAR_METERS = 200

export function Stop({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const { route, session } = view
  const formats = useFormats(session)
  const isThere = view.drafts.get(stop.id)?.arrived_at !== undefined
  const isPending = stop.status === 'pending'
  const visit = view.visits.find(({ stop_id }) => stop_id === stop.id)
  const isStarted = route.status !== 'not_started'

  return (
    <Screen
      title={stopName(stop)}
      subtitle={[t('stop.number', { number: findPlace(route, stop) }), parcelMark(stop)].filter(Boolean).join(' · ')}
      backTo="route"
      footer={isPending && isStarted && <Dock view={view} stop={stop} isThere={isThere} />}
    >
      <LeftRoute view={view} stop={stop} />
      <HandedOver view={view} stop={stop} />
      {!isPending && <p className={`state big ${stop.status}`}>{t(`status.stop.${stop.status}`)}</p>}
      {!isPending && <Reported view={view} stop={stop} />}
      <p className="address big">{getAddress(stop)}</p>
      {stop.location_details && <p className="detail">{stop.location_details}</p>}
      {stop.van_place && <VanPlaceLine view={view} stop={stop} />}
      {isPending && stop.cash_on_delivery && <DueAmount view={view} due={stop.cash_on_delivery} />}
      <LearnedWay stop={stop} distance={formats.distance} />
      <Times view={view} stop={stop} />
      <Contact view={view} stop={stop} />
      {stop.customer_text_field && (
        <section className="part customer">
          <h2>{t('stop.fromCustomer')}</h2>
          <p>{stop.customer_text_field}</p>
        </section>
      )}
      {stop.comments && (
        <section className="part">
          <h2>{t('stop.notes')}</h2>
          <p>{stop.comments}</p>
        </section>
      )}
      <ToDo stop={stop} parcels={parcelsAt(route, stop).map(({ identifier }) => identifier)} />
      {isPending && <Reported view={view} stop={stop} />}
      {visit && <Visit visit={visit} time={formats.dateTime(visit.created_at)} />}
      <More view={view} stop={stop} isThere={isThere} />
    </Screen>
  )
}

/** Rare actions at a stop. */
function More({ view, stop, isThere }: { view: RouteView; stop: DriverStop; isThere: boolean }) {
  const { t } = useTranslation()
  const isOpen = stop.status === 'pending'
  const mayGoNext = isOpen && view.route.status !== 'not_started' && !isThere && view.next?.id !== stop.id
  return (
    <>
      {mayGoNext && view.session.settings.driver_may_reorder && (
        <Button
          look="quiet"
          icon="up"
          text={t('stop.goNext')}
          onClick={() => goThereNext(view, stop).then(() => showInstead('route'))}
        />
      )}
      {!stop.van_place && <VanPlaceLine view={view} stop={stop} />}
      {isOpen && isThere && <DoorButton key={stop.id} view={view} stop={stop} />}
      <Button look="quiet" icon="message" text={t('talk.aboutStop')} onClick={() => show('talk', stop.id)} />
      <Button look="quiet" icon="warning" text={t('problem.title')} onClick={() => show('problem', stop.id)} />
    </>
  )
}

/** Tells the driver where navigation leads, when earlier visits showed another place than the map. */
function LearnedWay({ stop, distance }: { stop: DriverStop; distance(meters: number): string }) {
  const { t } = useTranslation()
  const way = learnedWay(stop)
  if (!way) return null
  const { kind, meters, toDoor } = way
  return (
    <p className="detail">
      {t(`learned.${kind}`, { distance: distance(meters) })}
      {toDoor !== undefined && ` ${t('learned.toDoor', { distance: distance(toDoor) })}`}
    </p>
  )
}

/** The driver's next actions: arrive, and deliver or not, also without reporting the arrival. */
function Dock({ view, stop, isThere }: { view: RouteView; stop: DriverStop; isThere: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <TooFar view={view} stop={stop} />
      {!isThere && <Button look="main" icon="home" text={t('stop.arrived')} onClick={() => arriveAt(view, stop)} />}
      <div className="row">
        <Button
          look="second grow"
          text={t(`failed.button.${stop.type}`)}
          onClick={() => show('stop', stop.id, 'failed')}
        />
        <Button
          look={isThere ? 'main grow' : 'second grow'}
          text={t(`deliver.button.${stop.type}`)}
          onClick={() => show('stop', stop.id, 'deliver')}
        />
      </div>
    </>
  )
}

function Times({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const expected = expectedAt(stop, formats)
  const arrivedAt = view.drafts.get(stop.id)?.arrived_at
  return (
    <p className="details">
      {expected && <span>{t('stop.expected', { time: expected })}</span>}
      {stop.time_windows.length > 0 && (
        <span>
          <Icon name="clock" size={18} /> {formats.timeWindows(stop.time_windows)}
        </span>
      )}
      {arrivedAt && <span>{t('stop.thereSince', { time: formats.clock(arrivedAt) })}</span>}
    </p>
  )
}

function Contact({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const formats = useFormats(view.session)
  const { t } = useTranslation()
  return (
    <div className={`row actions${stop.phone ? ' trio' : ''}`}>
      <NavigateButton
        stop={stop}
        leg={legText(view.route, stop, formats, (distance) => `${distance} ${t('today.straight_whole')}`)}
      />
      {stop.phone && (
        <a className="button second" href={`tel:${stop.phone.replace(/[^+\d]/g, '')}`}>
          <Icon name="phone" /> {t('stop.call')}
        </a>
      )}
      {stop.phone && (
        <a className="button second" href={`sms:${stop.phone.replace(/[^+\d]/g, '')}`}>
          <Icon name="message" /> {t('stop.message')}
        </a>
      )}
    </div>
  )
}

function ToDo({ stop, parcels }: { stop: DriverStop; parcels: readonly string[] }) {
  const { t } = useTranslation()
  if (parcels.length + stop.tasks.length === 0) return null
  return (
    <section className="part">
      <h2>{t('stop.toDo')}</h2>
      <ul className="plain">
        {parcels.map((identifier) => (
          <li key={identifier}>
            <Icon name="parcel" size={20} /> {identifier}
          </li>
        ))}
        {stop.tasks.map((task) => (
          <li key={task.id}>
            <Icon name="check" size={20} /> {task.label ?? t('proof.task')}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Visit({ visit, time }: { visit: LastVisit; time: string }) {
  const { t } = useTranslation()
  return (
    <section className="part">
      <h2>{t('stop.lastVisit', { time })}</h2>
      {visit.comments && <p>{visit.comments}</p>}
      {visit.images.length > 0 && (
        <div className="photos">
          {visit.images.map((image) => (
            <a key={image.id} className="photo" href={pathOfImage(image)} target="_blank" rel="noreferrer">
              <img
                src={pathOfImage(image)}
                alt={t('stop.lastVisitPhoto')}
                onError={(event) => event.currentTarget.closest('.photo')?.classList.add('missing')}
              />
              <span>{t('stop.photoMissing')}</span>
            </a>
          ))}
        </div>
      )}
    </section>
  )
}

/** A warning, never a refusal: maps are wrong, too. */
export function TooFar({ view, stop }: { view: RouteView; stop: DriverStop }) {
  const { t } = useTranslation()
  const formats = useFormats(view.session)
  const fix = useSyncExternalStore(watchFix, lastFix)
  const places = listPlaces(stop)
  if (!fix || places.length === 0) return null
  const meters = Math.min(...places.map((place) => metersBetween(fix, place)))
  if (meters - fix.accuracy <= FAR_METERS) return null
  return (
    <p className="warning" role="status">
      <Icon name="warning" /> {t('stop.far', { distance: formats.distance(meters) })}
    </p>
  )
}
