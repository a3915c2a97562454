// Which parts of packages the image drops, and which it keeps.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { fontRuns } from '../apps/server/src/frame/paper/paper-fonts.ts'

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
  '@fontsource/noto-sans/files/latin-400-normal.woff',
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
  '@fontsource/noto-sans/files/latin-400-normal.woff2',
  '@fontsource/noto-sans/files/latin-800-normal.woff',
  '@fontsource/noto-sans/files/latin-400-italic.woff',
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
  const worker = readFileSync(new URL('../apps/server/src/frame/platform/pglite-worker.ts', import.meta.url), 'utf8')
  const names = [...worker.matchAll(/pglite\/contrib\/(\w+)'/g)].map(([, name]) => name)
  expect(names).not.toEqual([])
  const needless: string[] = listNeedless(fileURLToPath(new URL('../node_modules', import.meta.url)))
  const extensions = needless.filter(
    (path) => path.startsWith('@electric-sql/pglite/dist/') && path.endsWith('.tar.gz'),
  )
  expect(extensions.length).toBeGreaterThan(20)
  expect(names.filter((name) => extensions.some((path) => path.endsWith(`/${name}.tar.gz`)))).toEqual([])
})

test('the fonts of paper stay', () => {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
  const needless = new Set(listNeedless(modules).map((path: string) => join(modules, path)))
  const text = 'Zoë Юлия Ελένη हिन्दी محمد שלום Հայ ქარ አማ বাং ગુજ ਪੰਜਾ ಕನ್ನ മല සිං தமி తెలు ខ្មែ ລາວ မြန် ไทย 🚚 김 王'
  const fonts = [...fontRuns(text, 400), ...fontRuns(text, 700)].map(({ font }) => font)
  expect(new Set(fonts).size).toBeGreaterThan(40)
  expect(fonts.filter((font) => needless.has(font) || !existsSync(font))).toEqual([])
})
