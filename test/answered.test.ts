import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const { sayNeverAnswered } = await import(new URL('../scripts/lib/answered.mjs', import.meta.url).href)

const folder = mkdtempSync(join(tmpdir(), 'routewright-answered-'))
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
