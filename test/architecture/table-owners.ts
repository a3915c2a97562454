// Writers of tables: one file of data/ for each table, and for the columns of status one file for the lifecycle alone.

import { posix } from 'node:path'
import { isSource, listImports, type RepositoryFile } from './source-files.ts'

const DATA = 'apps/server/src/data/'
/** Writes the status of records that have a lifecycle; for `lifecycle/` alone. */
const STATUSES = `${DATA}statuses.sql.ts`
const LIFECYCLE = 'apps/server/src/planning/lifecycle/'
/**
 * Write whatever table they are handed, and who hands it over is the writer; or all of them, when an organization goes or a backup
 * comes back.
 */
const MECHANISMS = new Set([
  ...['insert-rows', 'copy-rows', 'record-statements', 'organization-rows', 'project-files.sql'].map(
    (name) => `${DATA}${name}.ts`,
  ),
  ...['rows', 'restore-backup'].map((name) => `apps/server/src/process/backup/${name}.ts`),
])
/** Whose columns are divided: the source and its orders, where their files are fetched, and what their shops are told. */
const DIVIDED = new Set(['order_sources', 'source_orders'])
const WITH_LIFECYCLE = new Set(['plans', 'routes', 'stops', 'tasks', 'packages'])

interface Write {
  file: string
  /** Undefined where the statement takes its table from a variable. */
  table?: string
  setsStatus: boolean
}

/** One sentence for every statement that stands where it may not, and every import of statuses by others. */
export function listOwnerBreaches(files: readonly RepositoryFile[]): string[] {
  const sources = files.filter((file) => isSource(file) && isServerCode(file.path))
  const names = tableNames(sources)
  const writes = sources.flatMap((file) => listWrites(file, names))
  return [
    ...writes.flatMap((write) => whyMisplaced(write) ?? []),
    ...listSharedTables(writes),
    ...sources.flatMap(listOutsideReads),
    ...sources.flatMap(listStatusImports),
  ]
}

function isServerCode(path: string): boolean {
  return path.startsWith('apps/server/src/') && !path.endsWith('.test.ts')
}

/** Table by the name of the constant that declares it. */
function tableNames(files: readonly RepositoryFile[]): Map<string, string> {
  const declared = files.flatMap(({ text }) => [...text.matchAll(/export const (\w+Table) = table\('(\w+)'/g)])
  return new Map(declared.map(([, constant, name]) => [constant!, name!]))
}

const BUILDERS = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:'(\w+)'|[^'\s])/g
const COMMANDS =
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+(?:(\w+)|\$\{)|\bupdate\s+(\w+)\s+(?:as\s+\w+\s+)?set\b/gi
const HANDED_OVER =
  /\b(?:(?:insertRows|copyRows|insertRecords?|addRows|updateRecords?|changeRecords|setColumns|writeEach|deleteRecords|removeRows)\(\s*[\w.]+,\s*|projectRecords\(\s*)(\w+)/g

function listWrites({ path, text }: RepositoryFile, names: ReadonlyMap<string, string>): Write[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const found = [...code.matchAll(BUILDERS), ...code.matchAll(COMMANDS)].map((match) => ({
    file: path,
    table: match[1] ?? match[2],
    setsStatus: setsStatus(code.slice(match.index)),
  }))
  const handed = MECHANISMS.has(path) ? [] : [...code.matchAll(HANDED_OVER)]
  return [
    ...found,
    ...handed.map((match) => ({
      file: path,
      table: names.get(match[1]!),
      setsStatus: handsStatus(code.slice(match.index)),
    })),
  ]
}

/** Whether the call that the text begins with, of a mechanism that changes rows, names the column in its last argument. */
function handsStatus(call: string): boolean {
  if (!/^(?:updateRecords?|changeRecords|setColumns)\(/.test(call)) return false
  const written = listArguments(call)[3] ?? ''
  return /(?<![\w.'])status\s*[:,}]/.test(written)
}

/** The arguments of the call that the text begins with. */
function listArguments(call: string): string[] {
  const found: string[] = ['']
  let depth = 0
  for (const letter of call.slice(call.indexOf('('))) {
    if ('([{'.includes(letter)) depth += 1
    if (')]}'.includes(letter)) depth -= 1
    if (depth === 0) break
    if (depth === 1 && letter === ',') found.push('')
    else found[found.length - 1] += letter
  }
  return found
}

/** Whether the update that the text begins with names the column among what it sets. */
function setsStatus(statement: string): boolean {
  const built = /^\.updateTable\([^)]*\)\s*\.set\(([\s\S]*?)\n?\s*\.where\(/.exec(statement)
  const written = /^update\s+\w+\s+(?:as\s+\w+\s+)?set\b([\s\S]*?)\b(?:from|where)\b/i.exec(statement)
  return /(?<![\w.'])status\s*[:,=}]/.test(built?.[1] ?? written?.[1] ?? '')
}

function whyMisplaced({ file, table, setsStatus: isStatus }: Write): string | undefined {
  if (MECHANISMS.has(file)) return undefined
  if (table === undefined) return `${file} writes a table that it does not name`
  if (!file.startsWith(DATA) || !file.endsWith('.sql.ts'))
    return `${file} writes ${table}: statements that write stand in data/`
  if (isStatus && WITH_LIFECYCLE.has(table) && file !== STATUSES)
    return `${file} writes the status of ${table}: only the lifecycle does`
  return undefined
}

function listSharedTables(writes: readonly Write[]): string[] {
  const owners = new Map<string, Set<string>>()
  for (const { file, table } of writes) {
    if (table === undefined || file === STATUSES || MECHANISMS.has(file) || !file.startsWith(DATA)) continue
    owners.set(table, (owners.get(table) ?? new Set()).add(file))
  }
  return [...owners].flatMap(([table, files]) =>
    files.size > 1 && !DIVIDED.has(table)
      ? [`${table} is written in ${[...files].sort().join(' and ')}: a table has one owner`]
      : [],
  )
}

/** Finds out who calls before any rule runs, by statements of its own across keys, users and links. */
const PRINCIPALS = 'apps/server/src/frame/http/principals.ts'

/** Rules, mounts and pure functions ask data/ or their slice's *.sql.ts. */
function listOutsideReads({ path, text }: RepositoryFile): string[] {
  const mayAsk = path.startsWith(DATA) || path.endsWith('.sql.ts') || path === PRINCIPALS
  return !mayAsk && /\.selectFrom\(/.test(text)
    ? [`${path} reads tables: queries stand in data/ or in a slice's *.sql.ts`]
    : []
}

function listStatusImports(file: RepositoryFile): string[] {
  if (file.path.startsWith(LIFECYCLE)) return []
  const isImported = listImports(file).some(
    ({ target }) => target !== undefined && posix.normalize(target) === STATUSES,
  )
  return isImported ? [`${file.path} imports statuses.sql.ts: only the lifecycle does`] : []
}
