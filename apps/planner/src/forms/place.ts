// A place as a form holds it: its address in one line, its coordinates, and what was found or saved of it.
import { addressLine } from '@routewright/contract/address-line'
import { readWrittenPoint } from '@routewright/contract/written-point'

export interface PlaceValue {
  label: string
  lat: number | ''
  lng: number | ''
  /** The place as found or saved; kept while the text stays the same. */
  found?: Record<string, unknown>
}

export const emptyPlace: PlaceValue = { label: '', lat: '', lng: '' }

/** The address in one line. */
export function placeText(place: Record<string, unknown> | undefined): string {
  if (!place) return ''
  if (typeof place.label === 'string' && place.label !== '') return place.label
  const part = (name: string) => (typeof place[name] === 'string' ? place[name] : undefined)
  return addressLine({
    street: part('street'),
    house_number: part('house_number'),
    postal_code: part('postal_code'),
    city: part('city'),
  })
}

/**
 * The place once another text stands in its field. Coordinates that came with an address go when the address is changed, so that
 * nobody drives to the old one, and come back with its text; those that were set by hand stay.
 */
export function typedPlace(value: PlaceValue, label: string): PlaceValue {
  const point = readWrittenPoint(label)
  if (point) return { label, ...point }
  const { found, lat, lng } = value
  const foundText = placeText(found)
  if (foundText !== '' && foundText === label) return shownPlace(found!)
  const cameWithText =
    readWrittenPoint(value.label) !== undefined || (foundText !== '' && found!.lat === lat && found!.lng === lng)
  return cameWithText ? { ...value, label, lat: '', lng: '' } : { ...value, label }
}

export function shownPlace(place: { lat?: number; lng?: number } & Record<string, unknown>): PlaceValue {
  return { label: placeText(place), lat: place.lat ?? '', lng: place.lng ?? '', found: place }
}

/** Returns the place in the service's form: null for none, undefined when one coordinate is missing. */
export function readPlace({ label, lat, lng, found }: PlaceValue): Record<string, unknown> | null | undefined {
  const hasOne = lat !== '' || lng !== ''
  if (label.trim() === '' && !hasOne) return null
  if (hasOne && (lat === '' || lng === '')) return undefined
  const coordinates = hasOne ? { lat, lng } : {}
  // The parts of an address that was found or saved are kept as long as its text is.
  const parts = found && placeText(found) === label ? found : {}
  const { scoring: _, partial_match: __, ...address } = parts
  const isAddress = label.trim() !== '' && readWrittenPoint(label) === undefined
  return { ...address, ...(isAddress ? { label: label.trim() } : {}), ...coordinates }
}

export function writtenPlace({ label, lat, lng }: PlaceValue): string {
  return [label, lat === '' || lng === '' ? '' : `(${lat}, ${lng})`].filter(Boolean).join(' ')
}
