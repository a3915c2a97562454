// Coordinates in cells, and implausible places.
import { describe, expect, test } from 'vitest'
import { readLatitude, readLongitude, readPoint } from './coordinates.ts'
import { createPlaceJudge } from './outlying-places.ts'

describe('a pair in one cell', () => {
  test.each([
    ['47.14, 9.52', 47.14, 9.52],
    ['47.14 9.52', 47.14, 9.52],
    ['47,14; 9,52', 47.14, 9.52],
    ['47,14 9,52', 47.14, 9.52],
    ['47,1415, 9,5215', 47.1415, 9.5215],
    ['47.14 / 9.52', 47.14, 9.52],
    ['47,14 / 9,52', 47.14, 9.52],
    ['Lat 47.14 Lon 9.52', 47.14, 9.52],
    ['lat: 47.14, lng: 9.52', 47.14, 9.52],
    ['lat=47,14; lon=9,52', 47.14, 9.52],
    ['{"lat": 47.14, "lng": 9.52}', 47.14, 9.52],
    ['POINT(9.52 47.14)', 47.14, 9.52],
    ['[100.5, 13.7]', 13.7, 100.5],
    ['[13.7, 100.5]', 13.7, 100.5],
    ['N 47.14 E 9.52', 47.14, 9.52],
    ['47°08\'24"N 9°31\'12"E', 47.14, 9.52],
    ['47°08′24″N 9°31′12″W', 47.14, -9.52],
    ['geo:47.14,9.52', 47.14, 9.52],
  ])('%s', (text, lat, lng) => {
    const found = readPoint(text)
    expect([found?.lat, found?.lng, found?.isDoubtful]).toEqual([lat, lng, undefined])
  })

  test('in brackets is longitude first, and doubtful', () => {
    expect(readPoint('[9.52, 47.14]')).toEqual({ lat: 47.14, lng: 9.52, isDoubtful: true })
  })

  test('O is east for Germans and west for the French, and doubtful for both; Ö is east', () => {
    const text = '48°51\'36"N 2°21\'00"O'
    expect(readPoint(text, 'de')).toEqual({ lat: 48.86, lng: 2.35, isDoubtful: true })
    expect(readPoint(text, 'fr')).toEqual({ lat: 48.86, lng: -2.35, isDoubtful: true })
    expect(readPoint('48°51\'36"N 2°21\'00"Ö', 'de')).toEqual({ lat: 48.86, lng: 2.35 })
  })

  test.each(['Vaduz', '47.14', '91, 9', '47.14, 9.52, 5.1', '12/24'])('%s is none', (text) => {
    expect(readPoint(text)).toBeUndefined()
  })
})

describe('a cell for one of them', () => {
  test.each([
    ['47.139', 47.139],
    ['47,139', 47.139],
    ['-33,45', -33.45],
    ['47.14 N', 47.14],
    ['47°08\'24"N', 47.14],
    ['47°08\'24"', 47.14],
    ['33.45 S', -33.45],
    ['471410', undefined],
    ['91', undefined],
    ['47.141.000', undefined],
    ['9.52 E', undefined],
  ])('the latitude %s is %s', (text, value) => {
    expect(readLatitude(text)).toBe(value)
  })

  test.each([
    ['9.52', 9.52],
    ['9,521', 9.521],
    ['179.9', 179.9],
    ['9.52 E', 9.52],
    ['9.52 W', -9.52],
    ['9°31\'12"O', 9.52],
    ['181', undefined],
  ])('the longitude %s is %s', (text, value) => {
    expect(readLongitude(text, 'de')).toBe(value)
  })
})

describe('a place that cannot be meant', () => {
  const vaduz = [47.141, 47.152, 47.16].map((lat, at) => ({ lat, lng: 9.51 + at / 1_000 }))

  test('is told by the other rows, or by where the project works', () => {
    for (const judge of [createPlaceJudge([], [...vaduz, { lat: 9.52, lng: 47.14 }]), createPlaceJudge(vaduz)]) {
      expect(judge({ lat: 9.52, lng: 47.14 })?.kind).toBe('swapped')
      expect(judge({ lat: 0, lng: 0 })?.kind).toBe('null')
      expect(judge({ lat: 60.17, lng: 24.94 })?.kind).toBe('far')
      expect(judge({ lat: 46.95, lng: 7.45 })).toBeUndefined()
    }
    expect(createPlaceJudge(vaduz)({ lat: 9.52, lng: 47.14 })?.kilometers).toBe(5_479)
  })

  test('is none in a region of its own, nor where the project works at 0, 0', () => {
    const north = Array.from({ length: 6 }, (_, at) => ({ lat: 59 + at / 100, lng: 18 }))
    expect(createPlaceJudge([], [...vaduz, ...vaduz, ...vaduz, ...north])(north[0]!)).toBeUndefined()
    expect(createPlaceJudge([{ lat: 0.3, lng: 0.2 }])({ lat: 0, lng: 0 })).toBeUndefined()
  })

  test('of a file that is all swapped is told by the depot', () => {
    const swapped = vaduz.map(({ lat, lng }) => ({ lat: lng, lng: lat }))
    expect(swapped.map((point) => createPlaceJudge(vaduz.slice(0, 1), swapped)(point)?.kind)).toEqual([
      'swapped',
      'swapped',
      'swapped',
    ])
  })
})
