// The keys of an installation.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSecretKeys, openSecretKeys, parseSecretKeys, UnknownSecretKey } from './secret-keys.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]

test('what is sealed opens for its purpose only, and not where it was changed', () => {
  const keys = createSecretKeys([older])
  const sealed = keys.seal('whsec_abc', 'webhook 1')
  expect(sealed).not.toContain('whsec')
  expect(keys.seal('whsec_abc', 'webhook 1')).not.toBe(sealed)
  expect(keys.open(sealed, 'webhook 1')).toBe('whsec_abc')
  expect(() => keys.open(sealed, 'webhook 2')).toThrow()
  const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A')
  expect(() =>
    keys.open(`${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${changed.slice(21)}`, 'webhook 1'),
  ).toThrow()
})

test('after a new key came first, the older one still reads', () => {
  const before = createSecretKeys([older])
  const sealed = before.seal('whsec_abc', 'webhook 1')
  const both = createSecretKeys([newer, older])
  expect([both.open(sealed, 'webhook 1'), both.isCurrent(sealed)]).toEqual(['whsec_abc', false])
  expect(both.isCurrent(both.seal('whsec_abc', 'webhook 1'))).toBe(true)
  expect(both.isSigned('device', before.sign('device'))).toBe(true)
  const after = createSecretKeys([newer])
  expect(() => after.open(sealed, 'webhook 1')).toThrow(UnknownSecretKey)
  expect(after.isSigned('device', before.sign('device'))).toBe(false)
})

test('without a setting there is a file, made once and readable by its owner only', () => {
  const directory = mkdtempSync(join(tmpdir(), 'routewright-keys-'))
  const sealed = openSecretKeys(directory, undefined).seal('text', 'purpose')
  expect(openSecretKeys(directory, undefined).open(sealed, 'purpose')).toBe('text')
  expect(statSync(join(directory, 'secret-keys')).mode & 0o777).toBe(0o600)
  rmSync(directory, { recursive: true })
})

test('a key that is too short is refused in words', () => {
  expect(() => parseSecretKeys('c2hvcnQ=')).toThrow('keys of 32 bytes in base64')
  expect(parseSecretKeys(`${older.toString('base64')},${newer.toString('base64')}`)).toEqual([older, newer])
})
