// Time windows as people write them in ten languages.
import { expect, test } from 'vitest'
import { parseEnd, parseWindows, readWindows } from './windows.ts'
import { windowsText } from './written-times.ts'

test.each([
  ['8:00-12:00', '08:00-12:00'],
  ['8-12', '08:00-12:00'],
  ['8–12, 14-18', '08:00-12:00, 14:00-18:00'],
  ['14:00 to 18:00; 8am - 10am', '08:00-10:00, 14:00-18:00'],
  ['22-2', '22:00-26:00'],
  ['22:00-06:00', '22:00-30:00'],
  ['', ''],
  // Other separators, or a word.
  ['8:00 – 12:00 / 13:30 – 17:00', '08:00-12:00, 13:30-17:00'],
  ['8-12 und 14-18 Uhr', '08:00-12:00, 14:00-18:00'],
  ['9 a 13 y 16 a 20', '09:00-13:00, 16:00-20:00'],
  ['8h-12h + 14h-18h', '08:00-12:00, 14:00-18:00'],
  ['8-12 14-18', '08:00-12:00, 14:00-18:00'],
  ['7.30h-9.15h', '07:30-09:15'],
  ['0730-1600', '07:30-16:00'],
  ['17 h 30 à 19 h', '17:30-19:00'],
  // Office hours, and am or pm given only once.
  ['9-5', '09:00-17:00'],
  ['8:30-5:30', '08:30-17:30'],
  ['2-4pm', '14:00-16:00'],
  ['11-1pm', '11:00-13:00'],
  ['9am-5pm', '09:00-17:00'],
  // One end only.
  ['ab 9', '09:00-24:00'],
  ['ab 9 Uhr', '09:00-24:00'],
  ['from 9:30', '09:30-24:00'],
  ['after 2 pm', '14:00-24:00'],
  ['a partir das 9h', '09:00-24:00'],
  ['a partir de las 9', '09:00-24:00'],
  ['à partir de 9h', '09:00-24:00'],
  ['bis 17 Uhr', '00:00-17:00'],
  ['hasta las 13:00', '00:00-13:00'],
  ["jusqu'à 12h", '00:00-12:00'],
  ['até às 18h', '00:00-18:00'],
  ['before 10am', '00:00-10:00'],
  // Both ends, with words around them.
  ['von 8 bis 12 Uhr', '08:00-12:00'],
  ['zwischen 8 und 12 Uhr', '08:00-12:00'],
  ['between 9 and 12', '09:00-12:00'],
  ['entre las 9 y las 13', '09:00-13:00'],
  ['entre 9h et 12h', '09:00-12:00'],
  ['de 9h à 12h', '09:00-12:00'],
  ['das 9h às 12h', '09:00-12:00'],
  ['de 9 a 14 h', '09:00-14:00'],
  // Parts of a day.
  ['vormittags', '08:00-12:00'],
  ['am Vormittag', '08:00-12:00'],
  ['Nachmittag', '12:00-18:00'],
  ['morning', '08:00-12:00'],
  ['por la mañana', '08:00-12:00'],
  ['matin', '08:00-12:00'],
  ['après-midi', '12:00-18:00'],
  ['de manhã', '08:00-12:00'],
  ['à tarde', '12:00-18:00'],
  ['pm', '12:00-18:00'],
  ['Abends', '18:00-22:00'],
  ['vormittags, 14-16', '08:00-12:00, 14:00-16:00'],
  // Other signs, from other programs.
  ['08:00~12:00', '08:00-12:00'],
  ['08:00 — 12:00', '08:00-12:00'],
  ['08:00 → 12:00', '08:00-12:00'],
  ['8h30/12h', '08:30-12:00'],
  ['8:00 a. m. - 2:00 p. m.', '08:00-14:00'],
  ['8 AM – 12 PM', '08:00-12:00'],
  ['10 pm - 12 am', '22:00-24:00'],
  ['12 pm to 3 pm', '12:00-15:00'],
  ['8:00 A.M. to 12:00 P.M.', '08:00-12:00'],
  ['8h às 12h', '08:00-12:00'],
  ['de 8 a 12', '08:00-12:00'],
  ['entre 9 et 11', '09:00-11:00'],
  ['from 8 to 12', '08:00-12:00'],
  ['08:00 Uhr bis 12:00 Uhr', '08:00-12:00'],
  ['2026-12-24 08:00 - 2026-12-24 12:00', '08:00-12:00'],
  ['24.12.2026 08:00–12:00', '08:00-12:00'],
  ['22:00-02:00', '22:00-26:00'],
  ['8 to noon', '08:00-12:00'],
  ['bis Mittag', '00:00-12:00'],
  ['18:00 - midnight', '18:00-24:00'],
  ['après 18h', '18:00-24:00'],
  ['após 18h', '18:00-24:00'],
  ['bis 12', '00:00-12:00'],
  ['max. 12:00', '00:00-12:00'],
  ['vorm.', '08:00-12:00'],
  ['nachm.', '12:00-18:00'],
  // In further languages.
  ['dalle 8 alle 12', '08:00-12:00'],
  ['dopo le 18', '18:00-24:00'],
  ['entro le 12', '00:00-12:00'],
  ['mattina', '08:00-12:00'],
  ['van 8 tot 12 uur', '08:00-12:00'],
  ['tussen 8 en 12', '08:00-12:00'],
  ['na 18 uur', '18:00-24:00'],
  ['ochtend', '08:00-12:00'],
  ['od 8 do 12', '08:00-12:00'],
  ['po 18', '18:00-24:00'],
  ['między 8 a 12', '08:00-12:00'],
  ['dopoledne', '08:00-12:00'],
  ['sabah', '08:00-12:00'],
  ['na manhã', '08:00-12:00'],
  // Any time.
  ['ganztags', ''],
  ['any time', ''],
  ['toute la journée', ''],
])('"%s" is %s', (text, windows) => {
  expect(windowsText(parseWindows(text))).toBe(windows)
  expect(parseWindows(text)).toBeDefined()
})

test.each([
  ...['8', '8-8', '8-12-14', '8-12, 10-14', 'soon', 'vormittags, 10-14', '8-12 soon', 'ab', '-12:75', 'all day, 8-12'],
  ...['until morning', '2026-11-24', '+41 79 123 45 67', 'bitte anrufen', '8-12 any time'],
])('"%s" is no window', (text) => {
  expect(parseWindows(text)).toBeUndefined()
})

test('what is written can be read again', () => {
  const windows = [
    [28_800, 43_200],
    [79_200, 93_600],
  ] as const
  expect(parseWindows(windowsText(windows))).toEqual(windows)
})

test.each([
  ['9', 'from', 32_400],
  ['ab 9', 'from', 32_400],
  ['9 Uhr', 'from', 32_400],
  ['vormittags', 'from', 28_800],
  ['vormittags', 'to', 43_200],
  ['bis 17 Uhr', 'to', 61_200],
  ['- 17:00', 'to', 61_200],
  ['soon', 'to', undefined],
  ['8-12', 'to', undefined],
] as const)('"%s" as the end "%s" of a window', (text, end, seconds) => {
  expect(parseEnd(text, end)).toBe(seconds)
})

test('words beside the times are given back, and half of a day that was added is told', () => {
  expect(readWindows('8-12, bitte klingeln')).toEqual({ windows: [[28_800, 43_200]], rest: 'bitte klingeln' })
  expect(readWindows('9 - 5')).toEqual({ windows: [[32_400, 61_200]], isAssumed: true })
  expect(readWindows('9:00 - 17:00')).toEqual({ windows: [[32_400, 61_200]] })
  expect(readWindows('nach Absprache')).toBeUndefined()
  expect(readWindows('8-12 Zimmer 204')).toBeUndefined()
})

test.each([
  ['0.25', 21_600],
  ['0,5', 43_200],
  ['2026-12-24T08:00:00', 28_800],
  ['24.12.2026 08:30', 30_600],
  ['ab 8h30', 30_600],
])('"%s" as the beginning of a window is %s', (text, seconds) => {
  expect(parseEnd(text, 'from')).toBe(seconds)
})
