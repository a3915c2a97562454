import { describe, expect, it } from 'vitest'
import { parseDurationSeconds, parseMeters, parseSpeedKmh, parseTons } from './tag-values.ts'

describe('what people write into tags', () => {
  it.each([
    ['50', 50],
    ['30 mph', 48.28],
    ['70mph', 112.65],
    ['5 knots', 9.26],
    ['DE:urban', 50],
    ['DE:rural', 100],
    ['CH:rural', 80],
    ['RO:urban', 50],
    ['GB:nsl_single', 96.56],
    ['DE:zone:30', 30],
    ['DE:zone30', 30],
    ['walk', 7],
    ['none', 130],
  ])('speed %s', (text, kmh) => expect(parseSpeedKmh(text)).toBeCloseTo(kmh, 2))

  it.each(['signals', 'variable', '0', '', 'fast', '50;30', 'XX:nowhere', undefined])('no speed: %s', (text) =>
    expect(parseSpeedKmh(text)).toBeUndefined(),
  )

  it.each([
    ['3.5', 3.5],
    ['3,5', 3.5],
    ['3.5 m', 3.5],
    ['350 cm', 3.5],
    [`12'6"`, 3.81],
    [`12'`, 3.6576],
    ['12 ft 6 in', 3.81],
  ])('length %s', (text, meters) => expect(parseMeters(text)).toBeCloseTo(meters, 4))

  it.each(['default', 'below_default', 'none', '3.5 km', undefined])('no length: %s', (text) =>
    expect(parseMeters(text)).toBeUndefined(),
  )

  it.each([
    ['7.5', 7.5],
    ['7.5 t', 7.5],
    ['3500 kg', 3.5],
    ['10000 lbs', 4.5359],
    ['3 st', 2.7216],
  ])('weight %s', (text, tons) => expect(parseTons(text)).toBeCloseTo(tons, 3))

  it.each([
    ['15', 900],
    ['1:30', 5400],
    ['00:12:30', 750],
    ['PT1H5M', 3900],
    ['P1DT2H', 93_600],
  ])('duration %s', (text, seconds) => expect(parseDurationSeconds(text)).toBe(seconds))

  it.each(['soon', '0', 'PT', '1:75', undefined])('no duration: %s', (text) =>
    expect(parseDurationSeconds(text)).toBeUndefined(),
  )
})
