import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readJsonFile, writeJsonFile } from './json-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-json-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what was written is read, and takes the place of what was there', () => {
  const path = join(folder, 'note.json')
  writeJsonFile(path, { speed: 1 })
  writeJsonFile(path, { speed: 60 })
  expect(readJsonFile(path)).toEqual({ speed: 60 })
  expect(readdirSync(folder)).toEqual(['note.json'])
})

test('a secret is for its owner only', () => {
  const path = join(folder, 'secret.json')
  writeJsonFile(path, {}, 0o600)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a file that is not there or broken off is nothing', () => {
  const path = join(folder, 'broken.json')
  expect(readJsonFile(path)).toBeUndefined()
  writeFileSync(path, '{"speed":')
  expect(readJsonFile(path)).toBeUndefined()
})
