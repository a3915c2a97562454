// Pelias' search and reverse calls: https://github.com/pelias/documentation/blob/master/search.md
import { findCountry, foldWords } from '@routewright/roads'
import { findCountryCode, findDegree, findPostcode, getText, listAt, recordAt } from './json-fields.ts'
import type { GeocoderProtocol } from './remote.ts'
import { withTrust } from './trust.ts'

export const pelias: GeocoderProtocol = {
  name: 'Pelias',
  searchPath({ address, countryCode }, limit) {
    const text = countryCode ? `${address}, ${countryCode}` : address
    return `/v1/search?${new URLSearchParams({ text, size: String(limit) })}`
  },
  reversePath(lat, lng) {
    const query = { 'point.lat': String(lat), 'point.lon': String(lng), size: '1', layers: 'address' }
    return `/v1/reverse?${new URLSearchParams(query)}`
  },
  read(answer, asked) {
    return listAt(recordAt(answer).features).flatMap((feature) => {
      const { geometry, properties } = recordAt(feature)
      const [x, y] = listAt(recordAt(geometry).coordinates)
      const lat = findDegree(y, 90)
      const lng = findDegree(x, 180)
      if (lat === undefined || lng === undefined) return []
      const found = recordAt(properties)
      const country = getText(found, 'country')
      const areas = ['borough', 'neighbourhood', 'localadmin', 'county', 'macroregion']
      const place = withTrust(
        {
          lat,
          lng,
          street: getText(found, 'street'),
          houseNumber: getText(found, 'housenumber'),
          city: getText(found, 'locality', 'localadmin'),
          postalCode: findPostcode(getText(found, 'postalcode')),
          state: getText(found, 'region'),
          country,
          // Older servers tell a code of three letters only.
          countryCode:
            findCountryCode(getText(found, 'country_code')) ?? findCountry(foldWords(country ?? '').join('')),
        },
        asked,
        areas.map((area) => getText(found, area)),
      )
      if (typeof found.confidence !== 'number') return [place]
      // Pelias tells its own trust; ours still lowers it where parts do not agree with the question.
      const isGuess = found.match_type === 'fallback' || found.match_type === 'interpolated'
      const scoring = Math.min(place.scoring, Math.max(0, Math.min(1, found.confidence)))
      return [{ ...place, scoring, partial_match: place.partial_match || isGuess }]
    })
  },
}
