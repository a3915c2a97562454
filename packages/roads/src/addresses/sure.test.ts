// Hits reported as certain are right, and most right ones are certain: addresses of a real extract as people write them, and decoys.
import { beforeAll, expect, it } from 'vitest'
import { misspell } from '../../bench/geocoding.ts'
import { createRandom } from '../../test/random.ts'
import { findSharedExtract } from '../../test/shared-extracts.ts'
import { distanceMetersE7 } from '../foundation/geo.ts'
import { AddressIndex } from './address-index.ts'
import { buildAddressData } from './build-address-index.ts'
import { searchAddresses } from './search-addresses.ts'

/** Score from which programs accept a hit, see place-trust.ts of the contract. */
const SURE = 0.75
const SAMPLES = 150
const SAME_METERS = 60

interface Known {
  street: string
  number: string
  postcode: string
  city: string
  latE7: number
  lngE7: number
}

let index: AddressIndex
let known: Known[]
const random = createRandom(20_261_129)

beforeAll(() => {
  index = new AddressIndex(buildAddressData([findSharedExtract('liechtenstein')!]))
  const { data } = index
  known = Array.from(data.addressNumber, (_, address) => {
    const entry = index.entryOf(address)
    const text = (array: Int32Array) => index.text(array[entry]!)
    return {
      street: text(data.entryName),
      number: index.writtenNumber(address),
      postcode: text(data.entryPostcode),
      city: text(data.entryCity),
      latE7: data.addressLatE7[address]!,
      lngE7: data.addressLngE7[address]!,
    }
  })
})

const write = ({ street, number, postcode, city }: Known) =>
  random.pick([
    `${street} ${number}, ${postcode} ${city}`,
    `${postcode} ${city}, ${street} ${number}`,
    `${street} ${number}, ${city}`,
  ])

/** Searches as many addresses as are sampled; `make` writes one and says which house it is, if any. */
function ask(make: (one: Known) => { text: string; house?: Known | undefined } | undefined) {
  const count = { asked: 0, right: 0, sure: 0, sureAndRight: 0 }
  for (let at = 0; at < SAMPLES; at++) {
    const made = make(random.pick(known))
    if (!made) continue
    count.asked++
    const [hit] = searchAddresses(index, { text: made.text })
    const { house } = made
    const isRight =
      hit !== undefined &&
      house !== undefined &&
      distanceMetersE7(Math.round(hit.lat * 1e7), Math.round(hit.lng * 1e7), house.latE7, house.lngE7) < SAME_METERS
    const isSure = hit !== undefined && !hit.isPartial && hit.score >= SURE
    if (isRight) count.right++
    if (isSure) count.sure++
    if (isSure && isRight) count.sureAndRight++
  }
  return count
}

it.each([
  ['as they are', 0.99, (place: Known) => ({ text: write(place), house: place })],
  ['after a recipient', 0.99, (place: Known) => ({ text: `Petra Sommer, ${write(place)}`, house: place })],
  [
    'with a slip',
    0.9,
    (place: Known) => ({ text: write({ ...place, street: misspell(place.street, random) }), house: place }),
  ],
])('is sure of addresses %s', (_, share, make) => {
  const { right, sure, sureAndRight } = ask(make)
  expect(right).toBeGreaterThanOrEqual(0.97 * SAMPLES)
  expect(sureAndRight / right).toBeGreaterThanOrEqual(share)
  // One house may be on the map twice, at two points.
  expect(sure - sureAndRight).toBeLessThanOrEqual(2)
})

it.each([
  ['a number far beyond', (place: Known) => ({ text: write({ ...place, number: String(3_000 + random.below(900)) }) })],
  [
    'a letter that no house has',
    (place: Known) => ({ text: write({ ...place, number: `${Number.parseInt(place.number, 10)}q` }) }),
  ],
  ['a town elsewhere', ({ street, number }: Known) => ({ text: `${street} ${number}, 80331 München` })],
  ['no number', (place: Known) => ({ text: write({ ...place, number: '' }) })],
  ['a longer name', (place: Known) => ({ text: write({ ...place, street: `Vordere ${place.street}` }) })],
])('is never sure with %s', (_, make) => {
  const { asked, sure } = ask(make)
  expect(asked).toBe(SAMPLES)
  expect(sure).toBe(0)
})
