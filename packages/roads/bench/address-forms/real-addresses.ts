// Addresses of the real extracts, with the way their country writes them.

import type { AddressIndex } from '../../src/addresses/address-index.ts'
import { type CountryForms, countries } from './countries.ts'
import type { KnownAddress } from './make-towns.ts'

/** Queens Village: the towns come from the data, the state is New York. */
const queens: CountryForms = {
  ...countries.find(({ code }) => code === 'US')!,
  name: 'Queens Village, New York (real)',
  region: 'NY',
  towns: [['Queens Village', ['11427', '11428', '11429', '11432', '11364', '10001']]],
}

const liechtenstein: CountryForms = {
  ...countries.find(({ code }) => code === 'CH')!,
  name: 'Liechtenstein (real)',
  towns: [['Vaduz', ['9490', '9491', '9494', '9495', '9497', '8001']]],
}

export const realCountries = { queens, liechtenstein }

/** Every address of an index whose name, number and town are unique, or whose duplicates are next to it. */
export function listRealAddresses(index: AddressIndex, country: CountryForms): KnownAddress[] {
  const { data } = index
  const known: KnownAddress[] = []
  const first = new Map<string, KnownAddress>()
  const isDoubtful = new Set<string>()
  for (let address = 0; address < data.addressNumber.length; address++) {
    const entry = index.entryOf(address)
    const one: KnownAddress = {
      country,
      street: index.text(data.entryName[entry]!),
      number: index.writtenNumber(address),
      postcode: index.text(data.entryPostcode[entry]!),
      city: index.text(data.entryCity[entry]!),
      otherCities: [],
      lat: data.addressLatE7[address]! / 1e7,
      lng: data.addressLngE7[address]! / 1e7,
    }
    if (one.city === '' || one.postcode === '') continue
    known.push(one)
    const key = getKey(one)
    const other = first.get(key) ?? one
    first.set(key, other)
    // The map contains some houses twice, as a point and as a building, or one number at two ends of a street.
    if (Math.abs(other.lat - one.lat) + Math.abs(other.lng - one.lng) > 0.0003) isDoubtful.add(key)
  }
  return known.filter((entry) => !isDoubtful.has(getKey(entry)))
}

function getKey({ street, number, city }: KnownAddress): string {
  return `${number} ${street}, ${city}`.toLowerCase()
}
