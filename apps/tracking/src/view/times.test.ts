import { expect, test } from 'vitest'
import { createTimes } from './times.ts'

test('a delay is written in hours and minutes, in the words of the reader', () => {
  const written = (locale: string) => [1, 45, 60, 140].map(createTimes(locale, 'UTC').duration)
  expect(written('en-GB')).toEqual(['1 minute', '45 minutes', '1 hour', '2 hours 20 minutes'])
  expect(written('de')).toEqual(['1 Minute', '45 Minuten', '1 Stunde', '2 Stunden 20 Minuten'])
  expect(written('es').at(-1)).toBe('2 horas 20 minutos')
})
