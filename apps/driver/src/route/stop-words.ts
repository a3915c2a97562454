// How a stop is called on screens: its name, its address, its times.
import type { DriverRoute, DriverStop, VanPlace } from '@routewright/contract'
import { vanPlaceLine } from '@routewright/contract/van-place-line'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import { getAddress } from './differences.ts'

/** The recipient's name, else the address. */
export function stopName(stop: DriverStop): string {
  return stop.label || stop.reference_person || getAddress(stop) || `#${stop.fixed_id ?? ''}`
}

/** Its place in the route: the number by which drivers and dispatchers speak of a stop. Missing for a stop that is not on it. */
export function findPlace(
  { stops }: Pick<DriverRoute, 'stops'>,
  stop: Pick<DriverStop, 'id'> | undefined,
): string | undefined {
  const index = stops.findIndex(({ id }) => id === stop?.id)
  return index < 0 ? undefined : String(index + 1)
}

/** The number of the stop that is written on its parcels; it stays when the order changes. */
export function parcelMark({ fixed_id }: DriverStop): string | undefined {
  return fixed_id && `#${fixed_id}`
}

/** When the driver is expected there; estimates follow the day, plans do not. */
export function expectedAt(stop: DriverStop, formats: Formats): string | undefined {
  if (stop.estimated_arrival_time) return formats.clock(stop.estimated_arrival_time)
  return stop.planned_arrival_time === undefined ? undefined : formats.timeOfDay(stop.planned_arrival_time)
}

export function isNotes(stop: DriverStop): boolean {
  return Boolean(stop.comments || stop.location_details || stop.customer_text_field)
}

/** Says where in the van something lies. */
export function vanPlaceText(place: VanPlace, t: TFunction): string {
  return vanPlaceLine(place, (word) => t(`van.word.${word}`))
}
