// Nominatim's search and reverse calls: https://nominatim.org/release-docs/latest/api/Search/
import { findCountryCode, findDegree, findPostcode, getText, listAt, recordAt } from './json-fields.ts'
import type { GeocoderProtocol } from './remote.ts'
import { withTrust } from './trust.ts'

export const nominatim: GeocoderProtocol = {
  name: 'Nominatim',
  searchPath({ address, countryCode }, limit) {
    const query = new URLSearchParams({ q: address, format: 'jsonv2', addressdetails: '1', limit: String(limit) })
    // Nominatim knows no preference, only a filter: the country joins the text instead.
    if (countryCode) query.set('q', `${address}, ${countryCode}`)
    return `/search?${query}`
  },
  reversePath(lat, lng) {
    return `/reverse?${new URLSearchParams({ lat: String(lat), lon: String(lng), format: 'jsonv2', addressdetails: '1' })}`
  },
  read(answer, asked) {
    // A search returns a list, a reverse search one place or {error}.
    const places = Array.isArray(answer) ? listAt(answer) : [answer]
    return places.flatMap((place) => {
      const record = recordAt(place)
      const address = recordAt(record.address)
      const lat = findDegree(record.lat, 90)
      const lng = findDegree(record.lon, 180)
      if (lat === undefined || lng === undefined) return []
      const parts = {
        lat,
        lng,
        street: getText(address, 'road', 'pedestrian', 'footway', 'hamlet', 'neighbourhood'),
        houseNumber: getText(address, 'house_number'),
        city: getText(address, 'city', 'town', 'village', 'municipality'),
        postalCode: findPostcode(getText(address, 'postcode')),
        state: getText(address, 'state'),
        country: getText(address, 'country'),
        countryCode: findCountryCode(getText(address, 'country_code')),
      }
      const areas = ['suburb', 'city_district', 'municipality', 'county', 'state_district', 'region']
      return [
        withTrust(
          parts,
          asked,
          areas.map((area) => getText(address, area)),
        ),
      ]
    })
  },
}
