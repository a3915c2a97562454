// One stop in the list of the route.
import type { DriverRoute, DriverStop, StopType } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { Icon } from '../parts/icon.tsx'
import { show } from '../parts/screens.ts'
import { parcelsAt } from '../proof/demands.ts'
import { getAddress } from '../route/differences.ts'
import { expectedAt, findPlace, isNotes, parcelMark, stopName, vanPlaceText } from '../route/stop-words.ts'

/** Everything that a line shows, as text and numbers: a line is drawn again only where one of them changed. */
interface Shown {
  id: string
  status: DriverStop['status']
  number: string | undefined
  name: string
  address: string | undefined
  expected: string | undefined
}

interface ShownDetails {
  type: StopType | undefined
  windows: string | undefined
  due: string | undefined
  parcels: number
  mark: string | undefined
  vanPlace: string | undefined
  hasNotes: boolean
  attempts: number
}

/** Given by the list: a hook in each line costs a slow phone more than the words. */
interface Translating {
  t: TFunction
}

/** The line of a stop. Where neither the route nor the stop was read anew, nothing of it is looked at again. */
export const StopLine = memo(function StopLine({
  route,
  stop,
  formats,
  t,
}: {
  route: DriverRoute
  stop: DriverStop
  formats: Formats
  t: TFunction
}) {
  const [name, address] = [stopName(stop), getAddress(stop)]
  return (
    <DrawnLine
      id={stop.id}
      status={stop.status}
      number={findPlace(route, stop)}
      name={name}
      address={address === name ? undefined : address}
      expected={expectedAt(stop, formats)}
      {...showDetails(route, stop, formats, t)}
      t={t}
    />
  )
})

/** Reads what stands below the name and the address of a stop. */
export function showDetails(route: DriverRoute, stop: DriverStop, formats: Formats, t: TFunction): ShownDetails {
  return {
    type: stop.type === 'delivery' ? undefined : stop.type,
    windows: stop.time_windows.length > 0 ? formats.timeWindows(stop.time_windows) : undefined,
    due: stop.cash_on_delivery && formats.moneyIn(stop.cash_on_delivery),
    parcels: parcelsAt(route, stop).length,
    mark: parcelMark(stop),
    vanPlace: stop.status === 'pending' && stop.van_place ? vanPlaceText(stop.van_place, t) : undefined,
    hasNotes: isNotes(stop),
    attempts: stop.report_attempts,
  }
}

const DrawnLine = memo(function DrawnLine({
  id,
  status,
  number,
  name,
  address,
  expected,
  t,
  ...details
}: Shown & ShownDetails & Translating) {
  return (
    <li>
      <button type="button" className={`stop-line ${status}`} onClick={() => show('stop', id)}>
        <span className="number">{number}</span>
        <span className="grow">
          <span className="first">
            <strong>{name}</strong>
            {status === 'pending' && <span className="eta">{expected}</span>}
          </span>
          {address && <span className="dim">{address}</span>}
          {status === 'pending' ? (
            <Details {...details} t={t} />
          ) : (
            <span className={`state ${status}`}>{t(`status.stop.${status}`)}</span>
          )}
        </span>
      </button>
    </li>
  )
})

export const Details = memo(function Details({
  type,
  windows,
  due,
  parcels,
  mark,
  vanPlace,
  hasNotes,
  attempts,
  t,
}: ShownDetails & Translating) {
  return (
    <span className="details">
      {type && <span>{t(`type.${type}`)}</span>}
      {windows && (
        <span>
          <Icon name="clock" size={18} /> {windows}
        </span>
      )}
      {due && (
        <span>
          <Icon name="money" size={18} /> <span className="hidden">{t('payment.due')}</span> {due}
        </span>
      )}
      {parcels > 0 && (
        <span>
          <Icon name="parcel" size={18} /> {t('route.parcels', { count: parcels })} {mark}
        </span>
      )}
      {vanPlace && (
        <span className="where">
          <Icon name="van" size={18} /> {vanPlace}
        </span>
      )}
      {hasNotes && (
        <span>
          <Icon name="note" size={18} /> <span className="hidden">{t('route.notes')}</span>
        </span>
      )}
      {attempts > 0 && <span className="late">{t('route.tried', { count: attempts })}</span>}
    </span>
  )
})
