// The changes of a release, and what may not ship; the whole is tested by `node scripts/release.mjs VERSION --dry-run`.

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
// The scripts are plain JavaScript, as they begin on a Node without type stripping.
const { listWorkspaces } = await import(new URL('../scripts/lib/paths.mjs', import.meta.url).href)
const { releaseChangelog, releaseNotes, setVersion, whyNoSuccessor } = await import(
  new URL('../scripts/lib/release-version.mjs', import.meta.url).href
)
const { cutBill, licencesText, listForbidden, listShipped } = await import(
  new URL('../scripts/lib/shipped.mjs', import.meta.url).href
)

const { missingEntrances } = await import(new URL('../scripts/lib/pack.mjs', import.meta.url).href)

let copy: string
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'routewright-release-'))
})
afterEach(() => rmSync(copy, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

const readJson = (path: string) => JSON.parse(readFileSync(join(copy, path), 'utf8'))

describe('a release', () => {
  test('writes its version wherever the repository has the old one, and nothing else', () => {
    const workspaces: string[] = listWorkspaces()
    const chart = 'deploy/helm/routewright/Chart.yaml'
    const manifests = ['package.json', ...workspaces.map((path) => `${path}/package.json`)]
    const python = 'clients/python/pyproject.toml'
    const paths = [...manifests, 'package-lock.json', chart, python]
    for (const path of paths) cpSync(join(root, path), join(copy, path), { recursive: true })
    expect(setVersion(copy, workspaces, '97.98.99').toSorted()).toEqual(paths.toSorted())

    const own = manifests.map((path) => readJson(path).name)
    for (const manifest of [
      ...manifests.map(readJson),
      ...workspaces.map((path) => readJson('package-lock.json').packages[path]),
    ]) {
      expect(manifest.version).toBe('97.98.99')
      for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
        expect(range === '97.98.99', name).toBe(own.includes(name))
      }
    }
    expect(readFileSync(join(copy, chart), 'utf8')).toMatch(/^version: 97\.98\.99\nappVersion: 97\.98\.99$/m)
    expect(readFileSync(join(copy, python), 'utf8')).toMatch(/^version = "97\.98\.99"$/m)
    for (const path of paths) {
      const back = readFileSync(join(copy, path), 'utf8').replaceAll(
        '97.98.99',
        readJsonIn(root, 'package.json').version,
      )
      expect(back, path).toBe(readFileSync(join(root, path), 'utf8'))
    }
  })

  test.each([
    ['0.2.0', '0.1.9', undefined],
    ['0.1.0', '0.1.0', undefined],
    ['0.10.0', '0.9.0', undefined],
    ['1.0.0', '1.0.1', '1.0.0 is lower than 1.0.1'],
    ['1.0', '0.1.0', '1.0 is not three numbers like 1.2.3'],
    ['v1.0.0', '0.1.0', 'v1.0.0 is not three numbers like 1.2.3'],
  ])('%s after %s: %s', (version, current, why) => {
    expect(whyNoSuccessor(version, current)).toBe(why)
  })

  test('dates what is unreleased, leaves an empty heading for what follows, and refuses to release nothing', () => {
    const before = '# Changelog\n\n## Unreleased (0.1.0)\n\n- New.\n\n## 0.0.1 (2026-01-01)\n\n- Old.\n'
    const after = '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-24)\n\n- New.\n\n## 0.0.1 (2026-01-01)\n\n- Old.\n'
    expect(releaseChangelog(before, '0.2.0', '2026-12-24')).toBe(after)
    expect(() => releaseChangelog(after, '0.3.0', '2026-12-25')).toThrow('nothing below "## Unreleased"')
    expect(() => releaseChangelog('# Changelog\n', '0.3.0', '2026-12-25')).toThrow('nothing below "## Unreleased"')
    expect(releaseNotes(after, '0.2.0')).toBe('- New.\n')
    expect(releaseNotes(after, '0.0.1')).toBe('- Old.\n')
    expect(() => releaseNotes(after, '0.2')).toThrow('no "## 0.2"')
  })

  test('of the changelog as it is has notes, grouped, one line for each thing', () => {
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    const notes: string = releaseNotes(releaseChangelog(changelog, '97.98.99', '2026-12-24'), '97.98.99')
    const [users = '', programs = ''] = notes.split('### Interface')
    expect(users.match(/^### .+$/gm)?.length).toBeGreaterThan(0)
    expect(users.split('\n').filter((line) => line.startsWith('  '))).toEqual([])
    expect(notes).not.toMatch(/decisions?\/\d{4}/)
    expect(programs).toContain('/docs/changes')
  })
})

function readJsonIn(folder: string, path: string) {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'))
}

describe('what ships', () => {
  const licenced = (licence: string | undefined) => [{ name: 'a', version: '1.0.0', path: 'node_modules/a', licence }]

  test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC AND BSD-3-Clause', 'OFL-1.1'])('may be under %s', (licence) => {
    expect(listForbidden(licenced(licence))).toEqual([])
  })

  test.each(['GPL-3.0', 'MIT AND GPL-3.0', '(LGPL-3.0 OR SSPL-1.0)', 'SEE LICENSE IN terms.txt', undefined])(
    'may not be under %s',
    (licence) => {
      expect(listForbidden(licenced(licence))).toEqual([expect.stringContaining('a@1.0.0 is under')])
    },
  )

  test('is what is installed and not for development only, with its licence texts and those of the map data', () => {
    const packages = {
      '': { name: 'root' },
      'apps/server': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/b/node_modules/@c/a': { version: '2.0.0', license: 'ISC' },
      'node_modules/for-tests': { version: '1.0.0', license: 'GPL-3.0', dev: true },
      'node_modules/for-another-platform': { version: '1.0.0', license: 'MIT', optional: true },
      'node_modules/ours': { resolved: 'packages/ours', link: true },
    }
    write('package-lock.json', JSON.stringify({ packages }))
    write('node_modules/a/LICENSE.md', 'Words of the licence of a.')
    write('node_modules/a/license-checker.js', 'no licence')
    write('node_modules/b/node_modules/@c/a/NOTICE', 'Notice of c.')
    write('node_modules/for-tests/LICENSE', 'never shown')
    write('packages/roads/extracts/somewhere/LICENSE', 'Words of the licence of the map.')
    const shipped = listShipped(copy)
    expect(shipped.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`)).toEqual([
      '@c/a@2.0.0',
      'a@1.0.0',
    ])
    const text = licencesText(copy, shipped)
    for (const words of [
      'a 1.0.0: MIT\n\nWords of the licence of a.',
      'Notice of c.',
      'Map data of somewhere',
      'of the map.',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toMatch(/never shown|no licence/)
  })

  test('is what the bill of materials has, and nothing else', () => {
    const component = (name: string) => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0' })
    const bill = {
      metadata: { component: { 'bom-ref': 'root@1.0.0' } },
      components: ['a', 'b', 'for-tests'].map(component),
      dependencies: [
        { ref: 'root@1.0.0', dependsOn: ['a@1.0.0', 'for-tests@1.0.0'] },
        { ref: 'a@1.0.0', dependsOn: ['b@1.0.0'] },
        { ref: 'for-tests@1.0.0', dependsOn: ['b@1.0.0'] },
      ],
    }
    const shipped = ['a', 'b'].map((name) => ({ name, version: '1.0.0' }))
    expect(cutBill(bill, shipped)).toEqual({
      ...bill,
      components: ['a', 'b'].map(component),
      dependencies: [
        { ref: 'root@1.0.0', dependsOn: ['a@1.0.0'] },
        { ref: 'a@1.0.0', dependsOn: ['b@1.0.0'] },
      ],
    })
    expect(() => cutBill(bill, [...shipped, { name: 'c', version: '2.0.0' }])).toThrow('lacks c@2.0.0')
  })
})

test('a package must hold every file that its manifest says it is entered by', () => {
  const { publishConfig } = JSON.parse(readFileSync(join(root, 'packages/client/package.json'), 'utf8'))
  const built = ['dist/index.js', 'dist/index.d.ts', 'dist/cjs/index.js', 'dist/cjs/index.d.ts']
  expect(missingEntrances(publishConfig, built)).toEqual([])
  expect(missingEntrances(publishConfig, ['package.json', 'README.md']).sort()).toEqual([...built].sort())
  expect(missingEntrances(publishConfig, built.slice(1))).toEqual(['dist/index.js'])
})
