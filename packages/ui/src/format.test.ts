import { describe, expect, test } from 'vitest'
import { createFormats } from './format.ts'

const english = createFormats({ language: 'en-GB', timeZone: 'Europe/Madrid', currency: 'EUR' })
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('times', () => {
  test('of day are wall-clock time, whatever the zone', () => {
    expect(english.timeOfDay(9 * 3600 + 300)).toBe('09:05')
    expect(createFormats({ language: 'en-GB', timeZone: 'Asia/Tokyo' }).timeOfDay(32_700)).toBe('09:05')
    expect(plain(english.timeOfDay(25 * 3600))).toBe('01:00 +1')
    expect(english.timeWindow([28_800, 43_200])).toBe('08:00–12:00')
  })
  test('of a moment are those of the project’s zone', () => {
    expect(english.clock('2026-07-01T10:00:00Z')).toBe('12:00')
    expect(english.dayKey('2026-07-01T23:00:00Z')).toBe('2026-07-02')
    expect(english.shortCalendarDate('2026-07-01')).toBe('Wed 1 Jul')
    expect(createFormats({ language: 'en', timeZone: 'Mars/Olympus' }).clock('2026-07-01T10:00:00Z')).not.toBe('')
  })
  test('last', () => {
    expect([0, 40, 480, 3600, 5100, -360].map((s) => plain(english.duration(s)))).toEqual([
      '0 min',
      '40 s',
      '8 min',
      '1 h',
      '1 h 25 min',
      '−6 min',
    ])
  })
  test('change with their sign', () => {
    expect(plain(english.durationChange(360))).toBe('+6 min')
    expect(plain(english.durationChange(-360))).toBe('−6 min')
    expect(english.durationChange(10)).toBe('±0')
  })
})

test('an arrival window narrows as it comes near and never ends before it begins', () => {
  const now = '2026-07-01T08:00:00Z'
  expect(english.arrivalWindow('2026-07-01T14:02:00Z', now)).toBe('15:30–16:35')
  expect(english.arrivalWindow('2026-07-01T08:10:00Z', now)).toBe('10:05–10:15')
})

test('ways are written in the units of the project', () => {
  const miles = createFormats({ language: 'en-US', units: 'imperial' })
  expect([0, 350, 8_400, 123_456].map((m) => plain(english.distance(m)))).toEqual(['0 km', '350 m', '8.4 km', '123 km'])
  expect([100, 16_093.44].map((m) => plain(miles.distance(m)))).toEqual(['330 ft', '10.0 mi'])
  expect(plain(english.distanceChange(-2_100))).toBe('−2.1 km')
  expect([plain(english.closeDistance(6.4)), plain(miles.closeDistance(6.4))]).toEqual(['6 m', '21 ft'])
})

test('money and numbers follow the language', () => {
  const german = createFormats({ language: 'de', currency: 'EUR' })
  expect(plain(german.money(1234.5))).toBe('1.234,50 €')
  expect(plain(german.moneyChange(-2))).toBe('−2,00 €')
  expect([0.004, -0.004, -0.12].map((share) => plain(german.percentChange(share)))).toEqual(['±0', '±0', '−12 %'])
  expect([english.numberChange(-1.74, 1), english.numberChange(0.04, 1)]).toEqual(['−1.7', '±0'])
  expect(german.number(1234.56, 1)).toBe('1.234,6')
  expect(plain(german.weight(12.5))).toBe('12,5 kg')
  expect([english.percent(0.8), english.percentSign()]).toEqual(['80%', '%'])
  expect([plain(german.percent(0.8)), plain(german.percentSign())]).toEqual(['80 %', ' %'])
})

test('the same settings share their writers, others do not', () => {
  const settings = { language: 'de', timeZone: 'Europe/Vaduz' }
  expect(createFormats({ ...settings })).toBe(createFormats(settings))
  expect(createFormats({ ...settings, units: 'imperial' }).distance(1_609.344)).toBe('1,0\u00a0mi')
  expect(createFormats(settings).distance(1_609.344)).toBe('1,6\u00a0km')
})
