// Dates and times as tables and programs write them.
import { describe, expect, test } from 'vitest'
import { judgeDays, readMoment } from './days.ts'

const hour = 3_600

describe('days and moments', () => {
  test.each([
    ['2026-03-02', '2026-03-02', undefined],
    ['2026-3-2', '2026-03-02', undefined],
    ['2026/03/02', '2026-03-02', undefined],
    ['20260302', '2026-03-02', undefined],
    ['2.3.2026', '2026-03-02', undefined],
    ['02.03.26', '2026-03-02', undefined],
    ['02/03/2026', '2026-03-02', undefined],
    ['2-3-2026', '2026-03-02', undefined],
    ['Mo 02.03.2026', '2026-03-02', undefined],
    ['lunes, 2 de marzo de 2026', '2026-03-02', undefined],
    ['2. März 2026', '2026-03-02', undefined],
    ['2 mars 2026', '2026-03-02', undefined],
    ['2 de março de 2026', '2026-03-02', undefined],
    ['2-Mar-26', '2026-03-02', undefined],
    ['March 2, 2026', '2026-03-02', undefined],
    ['1er août 2026', '2026-08-01', undefined],
    ['31 août 2026', '2026-08-31', undefined],
    ['46083', '2026-03-02', undefined],
    ['36526', '2000-01-01', undefined],
    ['73050.5', '2099-12-31', 12 * hour],
    ['46083.385416667', '2026-03-02', 9.25 * hour],
    ['2026-03-02T09:15:00Z', '2026-03-02', 9.25 * hour],
    ['2026-03-02 09:15:30', '2026-03-02', 9.25 * hour + 30],
    ['02.03.2026 9.15 Uhr', '2026-03-02', 9.25 * hour],
    ['02/03/2026 2:15 pm', '2026-03-02', 14.25 * hour],
    ['9:15', undefined, 9.25 * hour],
    ['14h30', undefined, 14.5 * hour],
    ['0,385416667', undefined, 9.25 * hour],
  ])('%s', (text, date, seconds) => {
    const found = readMoment(text)
    expect([found?.date, found?.seconds]).toEqual([date, seconds])
  })

  test.each(['31.2.2026', '2026-13-01', 'soon', '99.99.2026', '12345', '36525', '73051'])('%s is none', (text) => {
    expect(readMoment(text)?.date).toBeUndefined()
  })

  test('are month first where some day can only be so, and none the other way', () => {
    expect(judgeDays(['3/2/2026', '3/25/2026'])).toEqual({ isMonthFirst: true, isSure: true })
    expect(judgeDays(['3/2/2026', '25/3/2026'])).toEqual({ isMonthFirst: false, isSure: true })
    expect(judgeDays(['3/25/2026', '25/3/2026'])).toEqual({ isMonthFirst: false, isSure: false })
    expect(readMoment('3/2/2026', { isMonthFirst: true, isSure: true })).toEqual({ date: '2026-03-02' })
  })

  test('that nothing in their column decides are read as is usual where the project works, and are doubtful', () => {
    const american = judgeDays(['3/2/2026'], { language: 'en', timeZone: 'America/Chicago' })
    expect(readMoment('3/2/2026', american)).toEqual({ date: '2026-03-02', isDoubtful: true })
    const german = judgeDays(['3/2/2026'], { language: 'de', timeZone: 'Europe/Berlin' })
    expect(readMoment('3/2/2026', german)).toEqual({ date: '2026-02-03', isDoubtful: true })
    // The same day in both orders, points, and a day above twelve are unambiguous.
    expect(readMoment('3/3/2026', german)).toEqual({ date: '2026-03-03' })
    expect(readMoment('3.2.2026', german)).toEqual({ date: '2026-02-03' })
    expect(readMoment('25/2/2026', american)).toEqual({ date: '2026-02-25' })
  })

  test('with a zone are told as they are where the project works; without one they stay', () => {
    const at = (timeZone: string) => judgeDays([], { timeZone })
    const zone = at('America/Sao_Paulo')
    expect(readMoment('2026-12-24T01:30:00Z', zone)).toEqual({ date: '2026-12-23', seconds: 22.5 * hour })
    expect(readMoment('2026-12-24T01:30:00+02:00', zone)).toEqual({
      date: '2026-12-23',
      seconds: 20.5 * hour,
    })
    expect(readMoment('2026-12-24 01:30:00', zone)).toEqual({ date: '2026-12-24', seconds: 1.5 * hour })
    expect(readMoment('46380.0625', at('Pacific/Apia'))).toEqual({ date: '2026-12-24', seconds: 1.5 * hour })
    expect(readMoment('1798075800000', zone)?.date).toBe('2026-12-23')
  })

  test.each([
    ['24. Dezember 2026', '2026-12-24'],
    ['24. Jänner 2026', '2026-01-24'],
    ['December 24, 2026', '2026-12-24'],
    ['Thursday, December 24, 2026', '2026-12-24'],
    ['Do., 24.12.2026', '2026-12-24'],
    ['24 décembre 2026', '2026-12-24'],
    ['24 de diciembre de 2026', '2026-12-24'],
    ['24 dicembre 2026', '2026-12-24'],
    ['24 december 2026', '2026-12-24'],
    ['24 grudnia 2026', '2026-12-24'],
    ['24. prosince 2026', '2026-12-24'],
    ['24 Aralık 2026', '2026-12-24'],
    ['1. června 2026', '2026-06-01'],
    ['1. července 2026', '2026-07-01'],
    ['3 maggio 2026', '2026-05-03'],
    ['3 mei 2026', '2026-05-03'],
    ['3 Mayıs 2026', '2026-05-03'],
    ['3-sty-2026', '2026-01-03'],
    ['24th of December 2026', '2026-12-24'],
    ['24.12.26', '2026-12-24'],
    ['24.12.99', '1999-12-24'],
    ['24122026', '2026-12-24'],
    ['2026年12月24日', '2026-12-24'],
    ['46380', '2026-12-24'],
  ])('%s is the day %s', (text, date) => {
    expect(readMoment(text)?.date).toBe(date)
  })

  test.each(['jui 3 2026', '3 jui 2026', '24.12.2026 bis 26.12.2026', '24 Foo 2026', '30.2.2026'])(
    '%s is no day',
    (text) => {
      expect(readMoment(text)?.date).toBeUndefined()
    },
  )
})
