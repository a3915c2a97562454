// Places from the addresses of the OpenStreetMap extract, in a thread of this process.
import type { AddressHit, AddressQuery, AddressService } from '@routewright/roads'
import type { MapData } from '../extracts/map-data.ts'
import { withoutFolders } from '../extracts/map-part.ts'
import { type FoundPlace, type Geocoder, GeocoderFailure, MIN_SCORING, type PlaceQuery } from './geocoder.ts'

/** A small index is built within this time after the start; for a large one the caller is told to come back. */
const WAIT_MILLISECONDS = 15_000

export function createEmbeddedGeocoder(mapData: MapData): Geocoder {
  return {
    async find(queries) {
      const best = await ask(mapData, (addresses) => searchTogether(addresses, queries.map(toQuery)))
      return best.map((hit) => (hit && hit.score >= MIN_SCORING ? toPlace(hit) : undefined))
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

/** Scores at which a hit is sure of its place, and up to which another of the same name may be meant. */
const SURE_SCORE = 0.9
const DOUBTFUL_SCORE = 0.7

/** The best hit of each query; those of which several fit are looked for again near the sure ones. */
async function searchTogether(addresses: AddressService, queries: AddressQuery[]): Promise<(AddressHit | undefined)[]> {
  const best = (await addresses.search(queries)).map(([hit]) => hit)
  const sure = best.filter((hit) => hit !== undefined && hit.score >= SURE_SCORE && !hit.isPartial)
  const doubtful = best.flatMap((hit, at) => (hit && !hit.isPartial && hit.score <= DOUBTFUL_SCORE ? [at] : []))
  if (sure.length === 0 || doubtful.length === 0) return best
  const middle = { lat: computeMedian(sure.map((hit) => hit!.lat)), lng: computeMedian(sure.map((hit) => hit!.lng)) }
  const again = await addresses.search(doubtful.map((at) => ({ ...queries[at]!, near: [middle] })))
  for (const [place, at] of doubtful.entries()) best[at] = again[place]![0]
  return best
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
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

function toQuery({ address, countryCode, near }: PlaceQuery): AddressQuery {
  return { text: address, countryBias: countryCode, near }
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
    name: known(hit.name),
    street: known(hit.street),
    houseNumber: known(hit.houseNumber),
    city: known(hit.city),
    postalCode: known(hit.postcode),
    country: code && countryNames.of(code),
    countryCode: code,
  }
}
