// Photon's search and reverse calls: https://github.com/komoot/photon
import { findCountryCode, findDegree, findPostcode, getText, listAt, recordAt } from './json-fields.ts'
import type { GeocoderProtocol } from './remote.ts'
import { withTrust } from './trust.ts'

export const photon: GeocoderProtocol = {
  name: 'Photon',
  searchPath({ address, countryCode }, limit) {
    const q = countryCode ? `${address}, ${countryCode}` : address
    return `/api?${new URLSearchParams({ q, limit: String(limit) })}`
  },
  reversePath(lat, lng) {
    return `/reverse?${new URLSearchParams({ lat: String(lat), lon: String(lng), limit: '1' })}`
  },
  read(answer, asked) {
    return listAt(recordAt(answer).features).flatMap((feature) => {
      const { geometry, properties } = recordAt(feature)
      const [x, y] = listAt(recordAt(geometry).coordinates)
      const lat = findDegree(y, 90)
      const lng = findDegree(x, 180)
      if (lat === undefined || lng === undefined) return []
      const found = recordAt(properties)
      // A street's own record carries its name as `name`, a house carries it as `street`.
      const street = found.osm_key === 'highway' || found.type === 'street' ? ['street', 'name'] : ['street']
      // And a town's own record its name as `name` too, without a `city`.
      const city = found.type === 'city' ? ['city', 'name'] : ['city', 'town', 'village', 'district']
      const parts = {
        lat,
        lng,
        street: getText(found, ...street),
        houseNumber: getText(found, 'housenumber'),
        city: getText(found, ...city),
        postalCode: findPostcode(getText(found, 'postcode')),
        state: getText(found, 'state'),
        country: getText(found, 'country'),
        countryCode: findCountryCode(getText(found, 'countrycode')),
      }
      const areas = ['name', 'locality', 'district', 'county']
      return [
        withTrust(
          parts,
          asked,
          areas.map((area) => getText(found, area)),
        ),
      ]
    })
  },
}
