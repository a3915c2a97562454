// Which modules of the server and the packages keep something between calls: what a process knows belongs to what it opens.

import { parseSync } from 'oxc-parser'
import { isSource, type RepositoryFile } from './source-files.ts'

const thread = 'runs in a thread of its own, which serves one search or one graph'
const pure = 'holds what is the same for whoever asks: nobody can tell who asked before'

/** Allowed state, by file and variable, and why. */
const ALLOWED: Record<string, string> = {
  'apps/server/src/annexes/slots/kept-days.ts#kept': 'belongs to the services of a process, and goes with them',
  'apps/server/src/frame/http/validate.ts#closedSchemas': pure,
  'apps/server/src/frame/paper/paper-fonts.ts#known': pure,
  'apps/server/src/frame/paper/paper-fonts.ts#found': pure,
  'apps/server/src/frame/paper/paper-fonts.ts#openFonts': pure,
  'apps/server/src/frame/paper/paper-fonts.ts#outlines': pure,
  'apps/server/src/frame/platform/local-time.ts#formats': pure,
  'apps/server/src/frame/platform/ids.ts#lastSeconds': 'ids rise within a process, whichever service of it makes them',
  'apps/server/src/frame/platform/ids.ts#high': 'as lastSeconds',
  'apps/server/src/frame/platform/ids.ts#low': 'as lastSeconds',
  'apps/server/src/frame/platform/ids.ts#unusedSteps': 'random numbers are drawn in advance, many at a time',
  'apps/server/src/frame/platform/ids.ts#usedLetterBytes': 'as unusedSteps',
  'apps/server/src/optimizing/solving/solve.worker.ts#ordersToldAt': thread,
  'apps/server/src/frame/platform/pglite-worker.ts#stats': thread,
  'packages/roads/src/addresses/countries.ts#codeOfName': pure,
  'packages/roads/src/addresses/edit-distance.ts#before':
    'working rows of one call, which are written before they are read',
  'packages/roads/src/addresses/edit-distance.ts#last': 'as before',
  'packages/roads/src/addresses/edit-distance.ts#current': 'as before',
  'packages/roads/src/pbf/primitive-block.ts#NO_TAGS': 'is empty, and stays so by its type',
  'packages/solver/src/answer/explain.ts#models': pure,
  'packages/solver/src/answer/explain.ts#evaluators': pure,
  'packages/solver/src/parallel/worker.ts#genetic': thread,
  'packages/ui/src/format.ts#made': pure,
  'packages/ui/src/map.ts#isPrepared': 'the map library is set up once for a page',
}

const WATCHED = /^(apps\/server\/src|packages\/[^/]+\/src)\//
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])
const MUTATORS = new Set(
  'set add delete clear push pop shift unshift splice fill sort reverse copyWithin getOrInsert'.split(' '),
)

/** One sentence for each variable of a module that changes while the process runs, and is not on the list. */
export function listModuleState(
  files: readonly RepositoryFile[],
  allowed: Readonly<Record<string, string>> = ALLOWED,
): string[] {
  const watched = files.filter(
    (file) => isSource(file) && /\.tsx?$/.test(file.path) && WATCHED.test(file.path) && !file.path.endsWith('.test.ts'),
  )
  const found = watched.flatMap((file) => listState(file).map((name) => `${file.path}#${name}`))
  const unused = Object.keys(allowed).filter((entry) => !found.includes(entry))
  return [
    ...found.filter((entry) => !(entry in allowed)).map((entry) => `${entry} changes while the process runs`),
    ...unused.map((entry) => `${entry} is on the list, but keeps nothing: take it off`),
  ]
}

/** A node of the syntax tree; only what is looked at. */
interface Node {
  type: string
  [field: string]: unknown
}

function listState({ path, text }: RepositoryFile): string[] {
  const { program } = parseSync(path, text)
  const statements = program.body as unknown as Node[]
  const candidates = statements.flatMap(listDeclared)
  const changed = new Set(listChanged(program as unknown as Node))
  const isState = ({ name, kind, start }: Declared) => kind !== 'const' || isEmptyCollection(start) || changed.has(name)
  return [...candidates.filter(isState).map(({ name }) => name), ...statements.flatMap(listStatics)]
}

interface Declared {
  name: string
  kind: string
  /** Initial value. */
  start: Node | null
}

function listDeclared(statement: Node): Declared[] {
  const declaration = (statement.declaration as Node | null | undefined) ?? statement
  if (declaration.type !== 'VariableDeclaration' || declaration.declare) return []
  return (declaration.declarations as { id: Node; init: Node | null }[]).flatMap(({ id, init }) =>
    id.type === 'Identifier' ? [{ name: id.name as string, kind: declaration.kind as string, start: init }] : [],
  )
}

/** Static fields of classes that can be assigned, or collect something. */
function listStatics(statement: Node): string[] {
  const declaration = (statement.declaration as Node | null | undefined) ?? statement
  if (declaration.type !== 'ClassDeclaration') return []
  const members = (declaration.body as Node).body as Node[]
  return members
    .filter(
      (member) =>
        member.type === 'PropertyDefinition' && member.static && (!member.readonly || isEmptyCollection(member.value)),
    )
    .map((member) => `${(declaration.id as Node).name}.${(member.key as Node).name}`)
}

function isEmptyCollection(value: unknown): boolean {
  const node = value as Node | null
  if (node?.type !== 'NewExpression') return false
  return COLLECTIONS.has((node.callee as Node).name as string) && (node.arguments as Node[]).length === 0
}

/** Names of which a member is assigned, or that a method changes. */
function listChanged(root: Node): string[] {
  const names: string[] = []
  const note = (target: unknown) => {
    const node = target as Node
    if (node?.type === 'MemberExpression' && (node.object as Node).type === 'Identifier') {
      names.push((node.object as Node).name as string)
    }
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one)
      return
    }
    if (!value || typeof (value as Node).type !== 'string') return
    const node = value as Node
    if (node.type === 'AssignmentExpression') note(node.left)
    if (node.type === 'UpdateExpression') note(node.argument)
    if (node.type === 'CallExpression' && isMutator(node.callee as Node)) note(node.callee)
    for (const child of Object.values(node)) visit(child)
  }
  visit(root)
  return names
}

function isMutator(callee: Node): boolean {
  return callee.type === 'MemberExpression' && MUTATORS.has((callee.property as Node).name as string)
}
