import { expect, test } from 'vitest'
import { findPlusCode, readPlusCode, readShortPlusCode } from './plus-code.ts'
import { readWrittenPoint } from './written-point.ts'

const vaduz = { lat: 47.14, lng: 9.52 }

test.each([
  '47.14, 9.52',
  '47.14,9.52',
  '(47.14 9.52)',
  '47,14; 9,52',
  '47,14 9,52',
  '47.14° N, 9.52° E',
  '47.14N 9.52E',
  'N 47.14 E 9.52',
  'E 9.52, N 47.14',
  '47,14° N, 9,52° E',
  '47°08\'24"N 9°31\'12"E',
  '47° 8′ 24″ N, 9° 31′ 12″ E',
  "47° 8.4' N 9° 31.2' E",
  'N47° 08.400 E009° 31.200',
  '47 08 24 N 9 31 12 E',
  '47°08\'24" 9°31\'12"',
  'geo:47.14,9.52;u=35',
  'geo:0,0?q=47.14,9.52(Museum)',
  'https://www.openstreetmap.org/#map=17/47.14/9.52',
  'https://www.openstreetmap.org/?mlat=47.14&mlon=9.52#map=12/40.1/8.2',
  'https://www.google.com/maps/place/Museum/@47.2,9.6,17z/data=!3m1!4b1!4m5!3m4!1s0x0!8m2!3d47.14!4d9.52',
  'https://www.google.com/maps/@47.14,9.52,15z',
  'https://maps.google.com/?q=47.14%2C9.52',
  'https://maps.apple.com/?ll=47.14,9.52&z=10',
  'https://www.bing.com/maps?cp=47.14~9.52&lvl=16',
])('%s is a point', (text) => {
  const point = readWrittenPoint(text)
  expect(point?.lat).toBeCloseTo(vaduz.lat, 6)
  expect(point?.lng).toBeCloseTo(vaduz.lng, 6)
})

test('south and west are negative', () => {
  expect(readWrittenPoint('33°51\'31"S 151°12\'51"E')!.lat).toBeCloseTo(-33.8586, 4)
  expect(readWrittenPoint('40.7128° N, 74.0060° W')).toEqual({ lat: 40.7128, lng: -74.006 })
  expect(readWrittenPoint('-22.91, -43.2')).toEqual({ lat: -22.91, lng: -43.2 })
})

test.each([
  'Städtle 32',
  '9490 Vaduz',
  '100 W 50 S',
  '5 N Main St, 9 E',
  '91, 9',
  '47, 181',
  '47°70\'00"N 9°31\'12"E',
  '47°70\'00"S 9°31\'12"E',
  '47.14 N 9.52 N',
  '47.14 E 9.52 W',
  '47.14 N 9.52 O',
  'https://example.test/somewhere',
  '47.139, 9.522, 3',
  '',
])('%j is none', (text) => {
  expect(readWrittenPoint(text)).toBeUndefined()
})

// Examples from the published test data of the algorithm.
test.each([
  ['7FG49Q00+', undefined],
  ['7FG49QCJ+2V', { lat: 20.3700625, lng: 2.7821875 }],
  ['8FVC2222+22', { lat: 47.0000625, lng: 8.0000625 }],
  ['4VCPPQGP+Q9', { lat: -41.2730625, lng: 174.7859375 }],
])('the plus code %s', (code, point) => {
  expect(readWrittenPoint(code)).toEqual(point)
})

test('a short plus code counts from the place beside it', () => {
  const found = findPlusCode('9G8F+6X, Zürich')!
  expect(found).toEqual({ code: '9G8F+6X', isShort: true, rest: 'Zürich' })
  expect(readShortPlusCode(found.code, { lat: 47.4, lng: 8.6 })).toEqual(readPlusCode('8FVC9G8F+6X'))
  // Near the border of two areas, the nearer one is meant.
  expect(readShortPlusCode('2222+22', { lat: 47.999, lng: 8.999 })).toEqual(readPlusCode('8FWF2222+22'))
  expect(readWrittenPoint('9G8F+6X, Zürich')).toBeUndefined()
})
