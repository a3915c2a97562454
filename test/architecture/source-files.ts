// Reads the repository's own files, and what each source imports, for the rules that are checked over all of them.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

export interface RepositoryFile {
  /** Relative to the repository's root, with forward slashes. */
  path: string
  text: string
}

export interface ImportOf {
  from: string
  /** Specifier as written. */
  specifier: string
  /** Path of the imported file for a relative specifier. */
  target?: string
  isTypeOnly: boolean
}

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..')
const NOT_OURS = new Set(['node_modules', 'dist', 'generated', 'coverage', '.git', '.routewright', 'tmp'])
/** A running service keeps its things there; a room of the server has the same name. */
const DATA_OF_SERVICE = join(ROOT, 'data')
const TEXT = new Set(
  '.ts .tsx .mts .js .mjs .cjs .json .jsonc .md .sql .css .html .svg .yml .yaml .txt .sh .csv .npmrc .gitignore'.split(
    ' ',
  ),
)
const SOURCE = new Set(['.ts', '.tsx', '.mts', '.mjs', '.js'])

/** All text files of the repository, whether committed yet or not; generated and installed folders are left out. */
export function readRepository(): RepositoryFile[] {
  return listPaths(ROOT)
    .map((path) => relative(ROOT, path).split(sep).join('/'))
    .filter((path) => TEXT.has(extname(path) || posix.basename(path)) || path.startsWith('.ci/'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

function listPaths(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = join(folder, entry.name)
    if (path === DATA_OF_SERVICE) return []
    return entry.isDirectory() ? listPaths(path) : [path]
  })
}

/** Whether a file is program text, as opposed to pages, data and settings. */
export function isSource(file: RepositoryFile): boolean {
  return SOURCE.has(extname(file.path))
}

/** Every import of one file: static, re-exported, dynamic, type-only, and workers named by `new URL(…, import.meta.url)`. */
export function listImports(file: RepositoryFile): ImportOf[] {
  const { module } = parseSync(file.path, file.text)
  const found: { specifier: string; isTypeOnly: boolean }[] = []
  for (const statement of module.staticImports) {
    const isTypeOnly = statement.entries.length > 0 && statement.entries.every((entry) => entry.isType)
    found.push({ specifier: statement.moduleRequest.value, isTypeOnly })
  }
  for (const { entries } of module.staticExports) {
    for (const entry of entries) {
      if (entry.moduleRequest) found.push({ specifier: entry.moduleRequest.value, isTypeOnly: entry.isType })
    }
  }
  // Import types, dynamic imports and worker files are no part of the module record, or only as a position.
  for (const match of file.text.matchAll(/\bimport\(\s*(['"])([^'"]+)\1\s*\)/g)) {
    found.push({ specifier: match[2]!, isTypeOnly: false })
  }
  for (const match of file.text.matchAll(/new URL\(\s*(['"])(\.[^'"]+\.[cm]?[jt]s)\1\s*,\s*import\.meta\.url\s*\)/g)) {
    found.push({ specifier: match[2]!, isTypeOnly: true }) // a thread of its own: no cycle of evaluation
  }
  return found.map(({ specifier, isTypeOnly }) => ({
    from: file.path,
    specifier,
    isTypeOnly,
    ...(specifier.startsWith('.') ? { target: posix.join(posix.dirname(file.path), specifier) } : {}),
  }))
}
