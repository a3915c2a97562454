// A place as a form holds it: its address in one line, its coordinates, and what was found or saved of it.

export interface PlaceValue {
  label: string
  lat: number | ''
  lng: number | ''
  /** What was found or saved; kept while the text stays the same. */
  found?: Record<string, unknown>
}

export const emptyPlace: PlaceValue = { label: '', lat: '', lng: '' }

/** The address in one line. */
export function placeText(place: Record<string, unknown> | undefined): string {
  if (!place) return ''
  if (typeof place.label === 'string' && place.label !== '') return place.label
  const town = [place.postal_code, place.city].filter(Boolean).join(' ')
  return [place.street, town].filter(Boolean).join(', ')
}

export function shownPlace(place: { lat?: number; lng?: number } & Record<string, unknown>): PlaceValue {
  return { label: placeText(place), lat: place.lat ?? '', lng: place.lng ?? '', found: place }
}

/** As the service takes it: null for none, undefined when one coordinate is missing. */
export function readPlace({ label, lat, lng, found }: PlaceValue): Record<string, unknown> | null | undefined {
  const hasOne = lat !== '' || lng !== ''
  if (label.trim() === '' && !hasOne) return null
  if (hasOne && (lat === '' || lng === '')) return undefined
  const coordinates = hasOne ? { lat, lng } : {}
  // The parts of an address that was found or saved are kept as long as its text is.
  const parts = found && placeText(found) === label ? found : {}
  const { scoring: _, partial_match: __, ...address } = parts
  return { ...address, ...(label.trim() === '' ? {} : { label: label.trim() }), ...coordinates }
}

export function writtenPlace({ label, lat, lng }: PlaceValue): string {
  return [label, lat === '' || lng === '' ? '' : `(${lat}, ${lng})`].filter(Boolean).join(' ')
}
