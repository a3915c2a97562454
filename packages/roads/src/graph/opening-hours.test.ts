import { expect, it } from 'vitest'
import { type Cover, coverOfHours } from './opening-hours.ts'

const hour = 3600
const day = (date: string, from: number, to: number) => ({ date, fromSeconds: from * hour, toSeconds: to * hour })
const tuesday = day('2026-10-13', 8, 18)
const saturday = day('2026-10-17', 8, 11)
const sunday = day('2026-10-18', 8, 18)
const july = day('2026-07-07', 8, 18)
const january = day('2027-01-12', 8, 18)
const holiday = { ...tuesday, isHoliday: true as const }
const night = day('2026-10-13', 20, 30)

it.each<[string, typeof tuesday, Cover]>([
  ['24/7', tuesday, 'always'],
  ['Mo-Fr', tuesday, 'always'],
  ['Mo-Fr', saturday, 'never'],
  ['Mo-Sa 06:00-11:00', saturday, 'always'],
  ['Mo-Sa 06:00-11:00', tuesday, 'partly'],
  ['Mo-Sa 06:00-11:00', sunday, 'never'],
  ['06:00-11:00, 14:00-18:00', tuesday, 'partly'],
  ['06:00-11:00,11:00-18:00', tuesday, 'always'],
  ['22:00-06:00', tuesday, 'never'],
  ['22:00-06:00', night, 'partly'],
  ['22:00-06:00', day('2026-10-13', 22, 30), 'always'],
  ['22:00-06:00', day('2026-10-13', 2, 6), 'always'],
  ['Fr 22:00-06:00', day('2026-10-17', 2, 6), 'always'],
  ['Fr 22:00-06:00', day('2026-10-16', 2, 6), 'never'],
  ['Mo-Fr 16:00-11:00;Sa 00:00-11:00', saturday, 'always'],
  ['Mo-Fr 16:00-11:00;Sa 00:00-11:00', tuesday, 'partly'],
  ['Fr-Mo', sunday, 'always'],
  ['Fr-Mo', tuesday, 'never'],
  ['Mo,We,Su', sunday, 'always'],
  ['Mar 15 - Sep 15', july, 'always'],
  ['Mar 15-Sep 15', tuesday, 'never'],
  ['Nov-Apr', january, 'always'],
  ['Nov-Apr', july, 'never'],
  ['Oct', tuesday, 'always'],
  ['Oct 12-14', tuesday, 'always'],
  ['Oct 13', tuesday, 'always'],
  ['Oct 14', tuesday, 'never'],
  ['Nov 1-Mar 31 Mo-Fr 07:00-19:00', january, 'always'],
  ['Apr-Oct: 06:00-22:00', july, 'always'],
  ['Jan,Jul 1-Aug 15', july, 'always'],
  ['2016 Apr 25 - 2016 Sep 26', july, 'never'],
  ['2026 Jul 1 - 2027 Jan 31', january, 'always'],
  ['2026 Dec 1 - Feb 1', january, 'always'],
  ['Mo-Su 08:00-18:00; Jul off', july, 'never'],
  ['Mo-Su 08:00-18:00; Jul off', tuesday, 'always'],
  ['Mo-Sa 08:00-18:00; PH off', tuesday, 'always'],
  ['Su,PH', sunday, 'always'],
  ['07:30-19:00', day('2026-10-13', 7.5, 19), 'always'],
  ['10:00-24:00', day('2026-10-13', 12, 24), 'always'],
  ['PH', tuesday, 'never'],
  ['PH', holiday, 'always'],
  ['PH off', holiday, 'never'],
  ['Mo-Sa 08:00-18:00; PH off', holiday, 'never'],
  ['PH off; Mo-Sa 08:00-18:00', holiday, 'never'],
  ['Su,PH', holiday, 'always'],
  ['Su,PH', tuesday, 'never'],
  ['Mo-Fr 08:00-18:00; PH 08:00-12:00', holiday, 'partly'],
  ['Mo-Fr 08:00-18:00', holiday, 'always'],
])('"%s" holds on %o: %s', (text, when, cover) => {
  expect(coverOfHours(text, when)).toBe(cover)
})

it.each([
  'sunset-sunrise',
  'week 1-10',
  'Mo[1]',
  'SH',
  'delivery',
  '"by appointment"',
  '08-18',
  '25:00-26:00',
  '',
  'winter',
])('"%s" is not understood', (text) => {
  expect(coverOfHours(text, tuesday)).toBeUndefined()
})
