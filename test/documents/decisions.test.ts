import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { listDecisions, subjects } from '../../apps/site/build/decisions.ts'
import { readRepository } from '../architecture/source-files.ts'
import { root } from './blocks.ts'

const decisions = listDecisions(root)
const numbers = new Set(decisions.map(({ number }) => number))

test('every decision has a number of its own, and those that replaced or changed it are there', () => {
  expect(decisions.length).toBeGreaterThan(280)
  expect(numbers.size).toBe(decisions.length)
  const named = decisions.flatMap(({ number, status, subject }) => {
    expect(subjects, number).toContain(subject)
    return [...status.matchAll(/\d{4}/g)].map(String)
  })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((number) => !numbers.has(number))).toEqual([])
})

test('what is superseded says so where the other one says that it supersedes', () => {
  const statusOf = new Map(decisions.map(({ number, status }) => [number, status]))
  for (const { number, status } of decisions) {
    for (const [, old] of status.matchAll(/supersedes (\d{4})/g)) {
      expect([old, statusOf.get(old!)]).toEqual([old, `superseded by ${number}`])
    }
  }
})

/** `decision 0082`, `decisions 0261, 0507`, `docs/decisions/0281`, `[0082](…)`. */
function listNamed(text: string): string[] {
  const lists = [...text.matchAll(/\bdecisions?[ /]\[?(0\d{3}(?:(?:, | and )0\d{3})*)/gi)]
  const links = [...text.matchAll(/\[(0\d{3})\]\(/g)]
  return [...lists, ...links].flatMap(([, list]) => list!.match(/\d{4}/g) ?? [])
}

test('every decision that code or documents name by its number is there', () => {
  expect(listNamed('decisions 0001, 0002 and 0003; docs/decisions/0004, [0005](a), 0006')).toEqual([
    '0001',
    '0002',
    '0003',
    '0004',
    '0005',
  ])
  const named = readRepository()
    .filter(({ path }) => !path.startsWith('test/documents/'))
    .flatMap(({ path, text }) => listNamed(text).map((number) => ({ path, number })))
  expect(named.length).toBeGreaterThan(300)
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([])
})

let made: string | undefined
afterEach(() => {
  if (made) rmSync(made, { recursive: true })
  made = undefined
})

test.each([
  ['# 0001 A\n\nStatus: accepted. Subject: [B](short/demo.md).\n\n**In short:** C.\n', undefined],
  ['# 0001 A\n\n## Context\n', '0001-a.md must begin with'],
  ['# 0002 A\n\nStatus: accepted. Subject: [B](short/demo.md).\n\n**In short:** C.\n', '0001-a.md must begin with'],
  ['# 0001 A\n\nStatus: agreed. Subject: [B](short/demo.md).\n\n**In short:** C.\n', '"agreed" is no status'],
])('a decision without number, status or subject is refused: %j', (text, why) => {
  made = mkdtempSync(join(tmpdir(), 'routewright-decisions-'))
  mkdirSync(join(made, 'docs/decisions/short'), { recursive: true })
  for (const subject of subjects) writeFileSync(join(made, `docs/decisions/short/${subject}.md`), '# B\n')
  writeFileSync(join(made, 'docs/decisions/0001-a.md'), text)
  if (why) expect(() => listDecisions(made!)).toThrow(why)
  else expect(listDecisions(made)).toMatchObject([{ number: '0001', title: 'A', status: 'accepted', inShort: 'C.' }])
})
