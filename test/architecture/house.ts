// Measures the house (long functions, circles of folders, what types do not say) against its bars: `node test/architecture/house.ts` prints the longest.

import { dirname, posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { placeInServer, SERVER } from './server-places.ts'
import { isSource, type RepositoryFile, readRepository } from './source-files.ts'

/** Upper limits of the measures. A limit is lowered when the measure falls, and never raised. */
export const BARS = {
  /** Functions of more than 50 lines. */
  longFunctions: 27,
  /** Functions of more than 120 lines that are not hot loops. */
  veryLongFunctions: 0,
  /** Groups of folders of one app or package that import each other in a circle. */
  circlesOfFolders: 0,
  /** Values that a `!` says are there although their type does not. */
  assertedValues: 5691,
  /** Values that an `as` gives another type; `as const` does not count. */
  casts: 977,
  /** Parameters that are flags. */
  flags: 226,
}

/**
 * Functions that may exceed 120 lines because a call in the innermost loop of a search costs more than it explains:
 * `path#function`. A name here that fits no such function is reported, so that the list does not outlive its reasons.
 */
export const HOT_LOOPS: readonly string[] = [
  'packages/solver/src/search/lean-kernel.ts#lookNear',
  'packages/solver/src/search/route-times.ts#run',
]

const LONG_LINES = 50
const VERY_LONG_LINES = 120

export interface MeasuredFunction {
  /** `path#function`: the function's own name, or that of what it is assigned or given to. */
  name: string
  firstLine: number
  lines: number
}

export interface House {
  /** Every function with a body in braces, the longest first. */
  functions: MeasuredFunction[]
  /** Each with the folder that they are in and the names of those that import each other. */
  circlesOfFolders: string[]
  assertedValues: number
  casts: number
  flags: number
}

/** Measures what ships: tests, test worlds, migrations, words, benches, tools and scripts do not count. */
export function measureHouse(files: readonly RepositoryFile[]): House {
  const counted = files.filter((file) => isSource(file) && counts(file.path))
  return {
    functions: counted.flatMap(measureFunctions).sort((a, b) => b.lines - a.lines),
    circlesOfFolders: listCirclesOfFolders(counted),
    ...countLooseTypes(counted),
  }
}

/** Counts claims about values that the types do not prove. */
function countLooseTypes(files: readonly RepositoryFile[]): Pick<House, 'assertedValues' | 'casts' | 'flags'> {
  const counts = { assertedValues: 0, casts: 0, flags: 0 }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child)
    if (!isNode(node)) return
    if (node.type === 'TSNonNullExpression') counts.assertedValues += 1
    if (node.type === 'TSAsExpression' && !isConst(node)) counts.casts += 1
    if (FUNCTIONS.has(node.type)) counts.flags += getFlags(node)
    for (const child of Object.values(node)) visit(child)
  }
  for (const { path, text } of files) visit(parseSync(path, text).program.body)
  return counts
}

function isConst({ typeAnnotation }: SyntaxNode): boolean {
  return typeAnnotation?.typeName?.name === 'const'
}

/** Parameters of a function that are declared as a boolean, or begin as one. */
function getFlags({ params = [] }: SyntaxNode): number {
  return params.filter((parameter) => {
    const [name, start] = parameter.type === 'AssignmentPattern' ? [parameter.left, parameter.right] : [parameter]
    return name?.typeAnnotation?.typeAnnotation?.type === 'TSBooleanKeyword' || typeof start?.value === 'boolean'
  }).length
}

/** One sentence for every bar that the house exceeds, and for every name in the list of hot loops that fits none. */
export function listBrokenBars(house: House, bars = BARS, hotLoops = HOT_LOOPS): string[] {
  const long = house.functions.filter(({ lines }) => lines > LONG_LINES)
  const veryLong = long.filter(({ lines, name }) => lines > VERY_LONG_LINES && !hotLoops.includes(name))
  return [
    ...problem(`functions over ${LONG_LINES} lines`, bars.longFunctions, long.map(describeFunction)),
    ...problem(`functions over ${VERY_LONG_LINES} lines`, bars.veryLongFunctions, veryLong.map(describeFunction)),
    ...problem('circles of folders', bars.circlesOfFolders, house.circlesOfFolders),
    ...(['assertedValues', 'casts', 'flags'] as const)
      .filter((kind) => house[kind] > bars[kind])
      .map((kind) => `${house[kind]} ${kind}, of which ${bars[kind]} may be`),
    ...hotLoops
      .filter((name) => !long.some((entry) => entry.name === name && entry.lines > VERY_LONG_LINES))
      .map((name) => `the list of hot loops names ${name}, which is no function over ${VERY_LONG_LINES} lines`),
  ]
}

function problem(what: string, bar: number, found: readonly string[]): string[] {
  return found.length > bar ? [`${found.length} ${what}, of which ${bar} may be:\n  ${found.join('\n  ')}`] : []
}

function describeFunction({ name, firstLine, lines }: MeasuredFunction): string {
  return `${lines} lines: ${name.replace('#', `:${firstLine} `)}`
}

function counts(path: string): boolean {
  if (!/^(apps|packages)\/.*\.(ts|tsx|mts)$/.test(path)) return false
  return !/\.test\.|\/(test|testing|bench|tools|migrations|words)\//.test(path)
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function measureFunctions({ path, text }: RepositoryFile): MeasuredFunction[] {
  const found: MeasuredFunction[] = []
  const visit = (node: unknown, nameAround: string): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, nameAround)
    if (!isNode(node)) return
    const name = node.id?.name ?? node.key?.name ?? nameAround
    if (FUNCTIONS.has(node.type) && node.body?.type === 'BlockStatement') {
      const lines = text.slice(node.start, node.end).split('\n').length
      found.push({ name: `${path}#${name}`, firstLine: text.slice(0, node.start).split('\n').length, lines })
    }
    for (const child of Object.values(node)) visit(child, name)
  }
  visit(parseSync(path, text).program.body, '')
  return found
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  id?: { name?: string } | null
  key?: { name?: string }
  body?: { type?: string }
  params?: SyntaxNode[]
  left?: SyntaxNode
  right?: SyntaxNode
  value?: unknown
  typeName?: { name?: string }
  typeAnnotation?: SyntaxNode
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Folders below an app's or package's src that reach each other by imports; a dynamic or type-only one does not count. */
function listCirclesOfFolders(files: readonly RepositoryFile[]): string[] {
  const imported = new Map<string, Set<string>>()
  for (const file of files) {
    const from = findFolder(file.path)
    if (!from) continue
    for (const specifier of listStaticImports(file)) {
      const to = findFolder(posix.join(dirname(file.path), specifier))
      if (!to || to === from || getOwner(to) !== getOwner(from)) continue
      imported.set(from, (imported.get(from) ?? new Set()).add(to))
    }
  }
  const reached = new Map([...imported.keys()].map((folder) => [folder, reachableFrom(folder, imported)]))
  const circles = [...reached].flatMap(([folder, others]) => {
    if (!others.has(folder)) return []
    const members = [...others]
      .filter((other) => reached.get(other)?.has(folder))
      .map((other) => other.slice(getOwner(other).length + 1))
    return [`${getOwner(folder)}: ${members.sort().join(' ↔ ')}`]
  })
  return [...new Set(circles)]
}

/** The slice of the server, or the folder directly below src, as a path; what mounts them belongs to none. */
function findFolder(path: string): string | undefined {
  const place = placeInServer(path)
  if (place) return place.layer === 'root' ? undefined : SERVER + place.slice
  return /^((?:apps|packages)\/[^/]+\/src\/[^/]+)\//.exec(path)?.[1]
}

/** The app or package, with its src. */
function getOwner(folder: string): string {
  return folder.split('/').slice(0, 3).join('/')
}

/** Relative ones whose values are used. */
function listStaticImports({ path, text }: RepositoryFile): string[] {
  const { staticImports, staticExports } = parseSync(path, text).module
  const used = staticImports.filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
  const passedOn = staticExports.flatMap(({ entries }) => entries.filter((entry) => !entry.isType))
  const specifiers = [...used, ...passedOn].flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])
  return specifiers.filter((specifier) => specifier.startsWith('.'))
}

function reachableFrom(folder: string, imported: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of imported.get(next) ?? []) {
      if (reached.has(other)) continue
      reached.add(other)
      open.push(other)
    }
  }
  return reached
}

if (import.meta.main) {
  const house = measureHouse(readRepository())
  const long = house.functions.filter(({ lines }) => lines > LONG_LINES)
  for (const entry of long) console.log(describeFunction(entry))
  for (const circle of house.circlesOfFolders) console.log(`circle in ${circle}`)
  const veryLong = long.filter(({ lines }) => lines > VERY_LONG_LINES)
  console.log(
    `${long.length} functions over ${LONG_LINES} lines (bar ${BARS.longFunctions}), ${veryLong.length} over ` +
      `${VERY_LONG_LINES} (bar ${BARS.veryLongFunctions} outside ${HOT_LOOPS.length} hot loops), ` +
      `${house.circlesOfFolders.length} circles of folders (bar ${BARS.circlesOfFolders}), ${house.assertedValues} asserted ` +
      `values (bar ${BARS.assertedValues}), ${house.casts} casts (bar ${BARS.casts}), ${house.flags} flags (bar ${BARS.flags})`,
  )
}
