// A place while it is typed: coordinates as people copy them, and which of them go when the address changes.
import { expect, test } from 'vitest'
import { emptyPlace, readPlace, shownPlace, typedPlace } from './place.ts'

const museum = { label: 'Städtle 32', city: 'Vaduz', lat: 47.139, lng: 9.522 }

test('typed coordinates are a place without an address', () => {
  const place = typedPlace(emptyPlace, '47.139, 9.522')
  expect(readPlace(place)).toEqual({ lat: 47.139, lng: 9.522 })
  expect(readPlace(typedPlace(place, '47.139, 9.522 or so'))).toEqual({ label: '47.139, 9.522 or so' })
})

test('coordinates that came with an address go when it is changed, and come back with it', () => {
  const typed = typedPlace(shownPlace(museum), 'Städtle 3')
  expect(readPlace(typed)).toEqual({ label: 'Städtle 3' })
  expect(readPlace(typedPlace(typed, 'Städtle 32'))).toEqual(museum)
})

test('coordinates that were set by hand, or had no address, stay when one is typed', () => {
  const moved = { ...shownPlace(museum), lat: 47.14 }
  expect(readPlace(typedPlace(moved, 'The back door'))).toEqual({ label: 'The back door', lat: 47.14, lng: 9.522 })
  const bare = shownPlace({ lat: 47.1, lng: 9.5 })
  expect(readPlace(typedPlace(bare, 'Depot'))).toEqual({ label: 'Depot', lat: 47.1, lng: 9.5 })
})
