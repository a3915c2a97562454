// What the planner's first page fetches before anybody has signed in: no schemas of the interface, and no reader of tables.

import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const packages: Record<string, Record<string, string>> = Object.fromEntries(
  ['client', 'contract', 'reading', 'ui'].map((name) => {
    const { exports } = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'))
    return [`@routewright/${name}`, exports]
  }),
)

/** The file of the repository that an import names; undefined for packages of others and for styles. */
function findFile(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const [scope, name, ...path] = specifier.split('/')
  const exported = packages[`${scope}/${name}`]?.[['.', ...path].join('/')]
  return typeof exported === 'string' ? posix.join('packages', name ?? '', exported) : undefined
}

/** Files that are loaded with the first one, and packages of others; what is imported later, by `import()`, is not. */
function listLoaded(first: string): Set<string> {
  const loaded = new Set([first])
  for (const path of loaded) {
    if (!/\.tsx?$/.test(path) || !/^(apps|packages)\//.test(path)) continue
    const { staticImports, staticExports } = parseSync(path, readFileSync(path, 'utf8')).module
    const imported = staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value)
    const passedOn = staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : moduleRequest.value)),
    )
    for (const specifier of [...imported, ...passedOn]) loaded.add(findFile(path, specifier) ?? specifier)
  }
  return loaded
}

test('is small: neither the schemas of the interface nor the readers of tables come with it', () => {
  const loaded = [...listLoaded('apps/planner/src/main.tsx')]
  expect(loaded).toContain('packages/client/src/generated/app-operations.ts')
  expect(loaded.filter((path) => path === 'typebox' || path.startsWith('packages/reading/'))).toEqual([])
})
