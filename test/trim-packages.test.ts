// What the image's packages lose, and what they keep.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const { listNeedless } = await import(new URL('../scripts/trim-packages.mjs', import.meta.url).href)
const folder = mkdtempSync(join(tmpdir(), 'routewright-trim-'))
afterAll(() => rmSync(folder, { recursive: true }))

const kept = [
  'plain/package.json',
  'plain/LICENSE.md',
  'plain/lib/index.js',
  // A module that is called like a folder of tests.
  'plain/lib/test/runner.js',
  '@scope/one/index.js',
  '@fontsource/noto-sans/files/latin.woff2',
  'world-atlas/countries-50m.json',
  'outer/node_modules/inner/index.js',
]
const dropped = [
  'plain/README.md',
  'plain/lib/index.js.map',
  'plain/lib/index.d.ts',
  'plain/test/index.js',
  'plain/.github/workflow.yml',
  '@scope/one/docs/guide.md',
  '@fontsource/noto-sans/files/latin.woff',
  'world-atlas/land-10m.json',
  'outer/node_modules/inner/examples/one.js',
]

test('source maps, types, tests, documentation and parts for browsers go; modules and licences stay', () => {
  for (const path of [...kept, ...dropped]) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), '')
  }
  for (const path of listNeedless(folder)) rmSync(join(folder, path), { recursive: true, force: true })
  expect(kept.filter((path) => !existsSync(join(folder, path)))).toEqual([])
  expect(dropped.filter((path) => existsSync(join(folder, path)))).toEqual([])
})

test('the extensions that the embedded database is opened with stay', () => {
  const worker = readFileSync(new URL('../apps/server/src/platform/pglite-worker.ts', import.meta.url), 'utf8')
  const names = [...worker.matchAll(/pglite\/contrib\/(\w+)'/g)].map(([, name]) => name)
  expect(names).not.toEqual([])
  const needless: string[] = listNeedless(fileURLToPath(new URL('../node_modules', import.meta.url)))
  const extensions = needless.filter(
    (path) => path.startsWith('@electric-sql/pglite/dist/') && path.endsWith('.tar.gz'),
  )
  expect(extensions.length).toBeGreaterThan(20)
  expect(names.filter((name) => extensions.some((path) => path.endsWith(`/${name}.tar.gz`)))).toEqual([])
})
