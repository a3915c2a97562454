import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const { sayCompared, sayNeverAnswered } = await import(new URL('../scripts/lib/answered.mjs', import.meta.url).href)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'routewright-answered-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a whole run is held to having asked every operation of the embedded database', () => {
  const note = (name: string, database: string, operations: string[]) =>
    writeFileSync(join(folder, name), JSON.stringify({ database, operations }))
  note('1.json', 'postgres', ['createPlan', 'getPlan', 'unknown'])
  note('2.json', 'pglite', ['createPlan'])
  expect(sayNeverAnswered(folder, ['createPlan', 'getPlan'])).toMatch(/embedded database, .*: getPlan\.$/)
  note('3.json', 'pglite', ['getPlan'])
  expect(sayNeverAnswered(folder, ['createPlan', 'getPlan'])).toBeUndefined()
})

test('a whole run says how many statements both databases were asked', () => {
  const note = (name: string, counts: object) =>
    writeFileSync(join(folder, name), JSON.stringify({ database: 'both', operations: [], ...counts }))
  expect(sayCompared(undefined)).toBeUndefined()
  expect(sayCompared(folder)).toBeUndefined()
  note('1.json', { compared: 10, withRows: 4 })
  note('2.json', { compared: 5, withRows: 3 })
  expect(sayCompared(folder)).toBe(
    'Asked of both databases on the same rows: 15 statements, of which 7 found or changed rows.',
  )
})
