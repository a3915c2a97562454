// Places from the addresses of the OpenStreetMap extract, in a thread of this process.
import type { AddressHit, AddressService } from '@routewright/roads'
import type { MapData } from '../extracts/map-data.ts'
import { withoutFolders } from '../extracts/map-part.ts'
import { type FoundPlace, type Geocoder, GeocoderFailure, MIN_SCORING, type PlaceQuery } from './geocoder.ts'

/** A small index is built within this time after the start; for a large one the caller is told to come back. */
const WAIT_MILLISECONDS = 15_000

export function createEmbeddedGeocoder(mapData: MapData): Geocoder {
  return {
    async find(queries) {
      const hits = await ask(mapData, (addresses) => addresses.search(queries.map(toQuery)))
      return hits.map(([best]) => (best && best.score >= MIN_SCORING ? toPlace(best) : undefined))
    },
    async suggest(query, limit) {
      const [hits] = await ask(mapData, (addresses) => addresses.search([toQuery(query)], limit))
      return hits!.map(toPlace)
    },
    async nearest(lat, lng) {
      const [hit] = await ask(mapData, (addresses) => addresses.nearest([{ lat, lng }]))
      return hit && toPlace(hit)
    },
  }
}

/** Asks the addresses of the extracts; they stay open until they answered. */
async function ask<T>({ addresses }: MapData, question: (addresses: AddressService) => Promise<T>): Promise<T> {
  if (!addresses)
    throw new GeocoderFailure('no address data is loaded (add a map in the settings, or set GEOCODER_URL)')
  try {
    const opened = await addresses.wait(WAIT_MILLISECONDS)
    return await addresses.during(() => question(opened))
  } catch (error) {
    throw new GeocoderFailure(`the address index cannot be used: ${withoutFolders((error as Error).message)}`, {
      cause: error,
    })
  }
}

function toQuery({ address, countryCode }: PlaceQuery) {
  return { text: address, countryBias: countryCode }
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

function toPlace(hit: AddressHit): FoundPlace {
  const known = (text: string) => (text === '' ? undefined : text)
  const code = /^[A-Z]{2}$/.test(hit.countryCode) ? hit.countryCode : undefined
  return {
    lat: hit.lat,
    lng: hit.lng,
    scoring: hit.score,
    partial_match: hit.isPartial,
    street: known(hit.street),
    houseNumber: known(hit.houseNumber),
    city: known(hit.city),
    postalCode: known(hit.postcode),
    country: code && countryNames.of(code),
    countryCode: code,
  }
}
