// Points written instead of an address: coordinates, links to a map, plus codes. They need no source of addresses, except for the
// town next to a short plus code.
import { findPlusCode, readShortPlusCode, readWrittenPoint } from '@routewright/contract'
import type { FoundPlace, Geocoder, PlaceQuery } from './geocoder.ts'

/** The geocoder with written points read before it is asked. */
export function withWrittenPoints(geocoder: Geocoder): Geocoder {
  return {
    async find(queries) {
      const points = queries.map(({ address }) => readWrittenPoint(address))
      const asked = queries.flatMap((query, at) => (points[at] ? [] : [toTown(query)]))
      const answers = (asked.length > 0 ? await geocoder.find(asked) : []).values()
      return queries.map(({ address }, at) => {
        const point = points[at]
        return point ? toPlace(point) : fromTown(address, answers.next().value)
      })
    },
    async suggest(query, limit) {
      const point = readWrittenPoint(query.address)
      if (point) return [toPlace(point)]
      const found = await geocoder.suggest(toTown(query), limit)
      const places = found.map((place) => fromTown(query.address, place))
      return places.filter((place) => place !== undefined)
    },
    nearest: (lat, lng) => geocoder.nearest(lat, lng),
  }
}

/** Returns the query for the town next to a short plus code; any other query unchanged. */
function toTown(query: PlaceQuery): PlaceQuery {
  const code = findPlusCode(query.address)
  return code?.isShort && code.rest !== '' ? { ...query, address: code.rest } : query
}

/** Returns the found place, or the point of a short plus code near it. */
function fromTown(address: string, found: FoundPlace | undefined): FoundPlace | undefined {
  const code = findPlusCode(address)
  if (!code?.isShort || code.rest === '' || !found) return found
  const point = readShortPlusCode(code.code, found)
  return point && { ...toPlace(point), city: found.city, country: found.country, countryCode: found.countryCode }
}

function toPlace(point: { lat: number; lng: number }): FoundPlace {
  return { ...point, scoring: 1, partial_match: false }
}
