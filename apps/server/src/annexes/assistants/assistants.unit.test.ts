// The page about assistants describes every tool as the tool describes itself; and structured results become lines.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clockTime, differences, localMoment, secondsOfClock, windows } from './figures.ts'
import { render } from './render.ts'
import { tools } from './tools.ts'

const page = readFileSync(new URL('../../../../../docs/assistants.md', import.meta.url), 'utf8')

test('the page lists every tool in order, with its own words', () => {
  const rows = tools.map(({ name, description }) => `| \`${name}\` | ${description} |`)
  expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
})

test('what reads stands in one table, what writes in the other', () => {
  const [reading, writing] = page.split('## Tools that propose and change')
  for (const { name, kind } of tools) expect(kind === 'reads' ? reading : writing, name).toContain(`| \`${name}\` |`)
})

test('times are read as they are written', () => {
  for (const text of ['00:00', '08:05', '23:59']) expect(clockTime(secondsOfClock(text))).toBe(text)
  expect(clockTime(90_000)).toBe('01:00+1')
  expect(secondsOfClock('25:00')).toBe(90_000)
  for (const text of ['8', '08:60', '8.30', '']) expect(secondsOfClock(text)).toBeUndefined()
  expect(
    windows([
      [28_800, 43_200],
      [50_400, 61_200],
    ]),
  ).toBe('08:00–12:00, 14:00–17:00')
  expect(windows([])).toBeUndefined()
  expect(localMoment('2026-03-02T23:30:00Z', 'Europe/Vaduz')).toBe('2026-03-03 00:30')
})

test('a difference names only what differs', () => {
  expect(differences({ km: 1.2, stops: 3, name: 'a' }, { km: 1.5, stops: 3, name: 'b' })).toEqual({ km: 0.3 })
})

test('lines follow the structure: flat records on one line, nested ones indented, nothing for what is missing', () => {
  const answer = {
    total: 2,
    none: [],
    gone: undefined,
    codes: ['a', 'b'],
    rows: [
      { id: 1, name: '«x»', lost: null },
      { id: 2, inner: { km: 3 } },
    ],
  }
  expect(render(answer)).toBe(
    'total: 2\nnone: none\ncodes: a, b\nrows:\n  - id: 1; name: «x»\n  -\n    id: 2\n    inner:\n      km: 3',
  )
})
