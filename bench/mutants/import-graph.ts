// Says which files a file uses: relative imports, and imports from packages followed to the file that declares the name.

import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import type { RepositoryFile } from '../../test/architecture/source-files.ts'

/** Imported files by path: the paths of the files that a file uses values of. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

interface Parsed {
  /** Each value import: where from, and which name; `*` is the whole file. */
  imports: { specifier: string; name: string }[]
  /** Names that the file declares itself. */
  declared: Set<string>
  /** Names passed on: under which name, where from, and which one there; `*` is every name. */
  passedOn: { name: string; specifier: string; from: string }[]
}

/** Reads the imports of all given sources. `workspaces` are folders with a manifest, such as `packages/contract`. */
export function readImportGraph(
  files: readonly RepositoryFile[],
  root: string,
  workspaces: readonly string[],
): ImportGraph {
  const parsed = new Map(files.map((file) => [file.path, parse(file)]))
  const entries = readEntries(root, workspaces)
  const locate = (from: string, specifier: string) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : entries.get(specifier)
  /** Finds the file that declares a name, through files that pass it on. */
  const findDeclarer = (path: string | undefined, name: string): string | undefined => {
    const file = path === undefined ? undefined : parsed.get(path)
    if (!file || name === '*' || file.declared.has(name)) return path
    for (const passed of file.passedOn) {
      if (passed.name !== name && passed.name !== '*') continue
      const found = findDeclarer(locate(path!, passed.specifier), passed.name === '*' ? name : passed.from)
      const isFound = passed.name === name || (found !== undefined && parsed.get(found)?.declared.has(name))
      if (isFound) return found
    }
    return path
  }
  return new Map(
    [...parsed].map(([path, { imports, passedOn }]) => {
      const used = imports.map(({ specifier, name }) => findDeclarer(locate(path, specifier), name))
      const passed = passedOn.map(({ specifier }) => locate(path, specifier))
      return [path, new Set([...used, ...passed].filter((target) => target !== undefined && target !== path))] as const
    }),
  ) as ImportGraph
}

/** Turns the graph round: by path, the files that use it. */
export function turnRound(graph: ImportGraph): ImportGraph {
  const users = new Map<string, Set<string>>()
  for (const [path, used] of graph)
    for (const target of used) users.set(target, (users.get(target) ?? new Set()).add(path))
  return users
}

function parse(file: RepositoryFile): Parsed {
  const { module } = parseSync(file.path, file.text)
  const imports = module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const values = entries.filter((entry) => !entry.isType)
    const names = entries.length === 0 ? ['*'] : values.map(({ importName }) => importName.name ?? '*')
    return names.map((name) => ({ specifier: moduleRequest.value, name }))
  })
  const threads = /(?:\bimport\(\s*|new URL\(\s*)(['"])([^'"]+\.[cm]?[jt]sx?|@routewright[^'"]*)\1/g
  const loaded = [...file.text.matchAll(threads)].map((match) => ({ specifier: match[2]!, name: '*' }))
  const exported = module.staticExports.flatMap(({ entries }) => entries.filter((entry) => !entry.isType))
  return {
    imports: [...imports, ...loaded],
    declared: new Set(exported.flatMap((entry) => (entry.moduleRequest ? [] : (entry.exportName.name ?? 'default')))),
    passedOn: exported.flatMap(({ moduleRequest, exportName, importName }) =>
      moduleRequest
        ? { name: exportName.name ?? '*', specifier: moduleRequest.value, from: importName.name ?? '*' }
        : [],
    ),
  }
}

/** Reads under which names packages offer which files: `@routewright/contract/breaks` is `packages/contract/src/breaks.ts`. */
function readEntries(root: string, workspaces: readonly string[]): Map<string, string> {
  const entries = new Map<string, string>()
  for (const folder of workspaces) {
    const path = join(root, folder, 'package.json')
    if (!existsSync(path)) continue
    const { name, exports = {} } = JSON.parse(readFileSync(path, 'utf8')) as { name: string; exports?: object }
    for (const [entry, target] of Object.entries(exports)) {
      if (typeof target === 'string') entries.set(posix.join(name, entry), posix.join(folder, target))
    }
  }
  return entries
}
