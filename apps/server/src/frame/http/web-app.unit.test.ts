import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentReader } from './web-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-app-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('an application that is built anew while the service runs is served as it is then', () => {
  const path = join(folder, 'index.html')
  const read = documentReader(path)
  expect(read()).toBeUndefined()
  writeFileSync(path, 'first')
  expect(read()).toBe('first')
  // While a build goes on, its document is gone for a while.
  rmSync(path)
  expect(read()).toBe('first')
  writeFileSync(path, 'second')
  utimesSync(path, new Date(), new Date(Date.now() + 60_000))
  expect(read()).toBe('second')
})
