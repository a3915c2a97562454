// The wheel of the Python client: its record tells the truth, pip installs it, and what it installs can be imported.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'

const { writeWheel } = await import(new URL('../scripts/lib/wheel.mjs', import.meta.url).href)
const source = join(import.meta.dirname, '../clients/python')
const out = mkdtempSync(join(tmpdir(), 'routewright-wheel-'))
afterAll(() => rmSync(out, { recursive: true }))
const wheel: string = writeWheel(source, out)
const files = unzipSync(readFileSync(wheel))
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
const getText = (path: string) => new TextDecoder().decode(files[path])

/** The first Python with pip. */
const python = ['/usr/bin/python3', 'python3'].find((command) => {
  try {
    execFileSync(command, ['-m', 'pip', '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})
if (python === undefined) console.warn('NOT TESTED: installing the wheel; there is no python3 with pip here.')

test('is named by the version of the release, and its record has each file with its hash and length', () => {
  expect(basename(wheel)).toBe(`routewright-${version}-py3-none-any.whl`)
  const record = `routewright-${version}.dist-info/RECORD`
  const lines = getText(record).trimEnd().split('\n')
  expect(lines.map((line) => line.split(',')[0]).toSorted()).toEqual(Object.keys(files).toSorted())
  for (const line of lines) {
    const [path = '', hash, length] = line.split(',')
    if (path === record) continue
    expect(hash).toBe(`sha256=${createHash('sha256').update(files[path]!).digest('base64url')}`)
    expect(Number(length)).toBe(files[path]!.length)
  }
})

test('holds every module, the mark of its types and the licence, and nothing of the tests', () => {
  const modules = globSync('**/*.py', { cwd: join(source, 'src') })
  expect(Object.keys(files)).toEqual(expect.arrayContaining([...modules, 'routewright/py.typed']))
  expect(Object.keys(files).filter((path) => path.includes('test'))).toEqual([])
  const metadata = getText(`routewright-${version}.dist-info/METADATA`)
  expect(metadata).toContain(`\nVersion: ${version}\n`)
  expect(metadata).toContain("\nRequires-Dist: pandas>=1.5; extra == 'pandas'\n")
  expect(getText(`routewright-${version}.dist-info/licenses/LICENSE`)).toContain('Apache License')
})

test('has the same bytes when it is made again', () => {
  const again = mkdtempSync(join(out, 'again-'))
  expect(readFileSync(writeWheel(source, again)).equals(readFileSync(wheel))).toBe(true)
})

test.skipIf(python === undefined)('is installed by pip, without an index, and can be imported', () => {
  const target = join(out, 'installed')
  const install = ['-m', 'pip', 'install', '--no-index', '--no-deps', '--no-compile', '--target', target, wheel]
  execFileSync(python!, install, { stdio: 'pipe' })
  const program = 'import routewright, sys; print(routewright.__file__, len(routewright.__all__))'
  const printed = execFileSync(python!, ['-c', program], { env: { PYTHONPATH: target, PYTHONDONTWRITEBYTECODE: '1' } })
  expect(printed.toString().trim()).toBe(`${join(target, 'routewright', '__init__.py')} 7`)
})
