// New orders as an assistant words them, made into stops: addresses are found first.
import type { BodyOf } from '@routewright/contract'
import { stopTypes } from '@routewright/contract'
import type { Static } from 'typebox'
import Type from 'typebox'
import { latitude, longitude, oneOf, readWindow, timeWindow, words } from '../inputs.ts'
import type { Call } from '../operations.ts'
import { quoteName } from '../quoted.ts'
import { refuseField } from '../tool.ts'

const kilograms = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description })

export const newStop = () =>
  Type.Object(
    {
      name: words('Who or what is served.', 500),
      address: Type.Optional(words('As it is written; it is looked for. Or give lat and lng.', 500)),
      lat: Type.Optional(latitude()),
      lng: Type.Optional(longitude()),
      type: Type.Optional(oneOf(stopTypes, 'delivery by default; a visit has no load.')),
      time_windows: Type.Optional(Type.Array(timeWindow(), { maxItems: 20, description: 'When it may be served.' })),
      service_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_440 })),
      kg: Type.Optional(kilograms('Weight.')),
      m3: Type.Optional(kilograms('Volume.')),
      needs: Type.Optional(Type.Array(words('A skill that the vehicle must have.'), { maxItems: 20 })),
      external_id: Type.Optional(words('Number of the order in another system.', 500)),
      comments: Type.Optional(words('For the driver.', 2_000)),
      phone: Type.Optional(words('Of the recipient.', 100)),
      email: Type.Optional(words('Of the recipient.', 200)),
    },
    { additionalProperties: false },
  )
export type NewStop = Static<ReturnType<typeof newStop>>

type StopInputs = BodyOf<'createStops'>

/** The stops as the interface takes them, with the names of those whose address nobody knows. */
export async function readStops(
  call: Call,
  projectId: string,
  wanted: readonly NewStop[],
): Promise<{ stops: StopInputs; found: object[]; not_found: string[] }> {
  wanted.forEach(requirePlace)
  const addresses = wanted.flatMap(({ address, lat }) => (address && lat === undefined ? [address] : []))
  const places =
    addresses.length > 0 ? await call('locateAddresses', { query: { project_id: projectId }, body: { addresses } }) : []
  const placeOf = new Map(addresses.map((address, index) => [address, places[index]]))
  const stops = wanted.map((entry, index) => getStop(entry, placeOf.get(entry.address ?? ''), index))
  return {
    stops,
    found: stops.map(({ location }, index) => ({
      name: quoteName(wanted[index]!.name),
      address: quoteName(location?.label),
      lat: location?.lat,
      lng: location?.lng,
    })),
    not_found: stops.flatMap(({ location }, index) =>
      location?.lat === undefined ? [quoteName(wanted[index]!.name)!] : [],
    ),
  }
}

function requirePlace({ address, lat, lng }: NewStop, index: number): void {
  if ((lat === undefined) !== (lng === undefined)) throw refuseField(`[${index}].lat`, 'lat and lng come together')
  if (!address && lat === undefined) throw refuseField(`[${index}].address`, 'give an address, or lat and lng')
}

function getStop(one: NewStop, place: { lat?: number; lng?: number; label?: string } | undefined, index: number) {
  const {
    name,
    address,
    lat = place?.lat,
    lng = place?.lng,
    time_windows,
    service_minutes,
    kg,
    m3,
    needs,
    ...same
  } = one
  const point = lat === undefined ? {} : { lat, lng: lng! }
  return {
    ...same,
    label: name,
    location: { ...point, ...(address ? { label: address } : {}) },
    ...(time_windows
      ? { time_windows: time_windows.map((window) => readWindow(window, `[${index}].time_windows`)) }
      : {}),
    ...(service_minutes === undefined ? {} : { duration: service_minutes * 60 }),
    ...(kg === undefined ? {} : { weight: kg }),
    ...(m3 === undefined ? {} : { volume: m3 }),
    ...(needs ? { requires: needs } : {}),
  }
}
