// The solver's searches change routes by moves that are listed and audited only: whoever relinks a route tells what move it is.

import { parseSync } from 'oxc-parser'
import { isSource, type RepositoryFile } from './source-files.ts'

const SEARCH = 'packages/solver/src/search/'

/** The ways to relink routes. Whoever calls one applies a move, unless it is one of them itself. */
const RELINKING = new Set(['link', 'tie', 'turn', 'exchangeTails', 'swapRoutes', 'moveRoute', 'replaceRoute'])

/** Methods that hand the move on to `MoveAudit`. */
const TELLING = new Set(['record', 'finish', 'place'])

/** Functions that change links without being a move, because their price is not announced. */
const NO_MOVES = new Map([
  ['unlink', 'a search takes stops off before it puts them back'],
  ['remove', 'the same in a population'],
  ['setRoute', 'takes over a route that was found elsewhere'],
  ['load', 'takes over a plan likewise'],
  ['rollback', 'takes a whole step back'],
  ['reset', 'empties the plan'],
  ['clear', 'the same in a population'],
])

/** One sentence for every function of the search that relinks routes without telling a move. */
export function listUntoldMoves(files: readonly RepositoryFile[]): string[] {
  const searched = files.filter(
    (file) => isSource(file) && file.path.startsWith(SEARCH) && !file.path.includes('.test.'),
  )
  return searched.flatMap((file) =>
    listFunctions(file).flatMap(({ name, calls, isRelinking }) => {
      if (RELINKING.has(name) || NO_MOVES.has(name)) return []
      const isMove = isRelinking || calls.some((call) => RELINKING.has(call))
      if (!isMove || calls.some((call) => TELLING.has(call))) return []
      return [`${file.path}#${name} changes routes, but tells the audit of no move`]
    }),
  )
}

interface SearchFunction {
  name: string
  /** Names of the methods and functions that it calls, those inside nested functions too. */
  calls: string[]
  /** Writes to `next[…]` itself. */
  isRelinking: boolean
}

function listFunctions(file: RepositoryFile): SearchFunction[] {
  const found: SearchFunction[] = []
  const visit = (node: unknown, within: SearchFunction | undefined): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, within)
    if (!isNode(node)) return
    let current = within
    if (node.type === 'MethodDefinition' || node.type === 'FunctionDeclaration') {
      current = { name: getName(node.key ?? node.id), calls: [], isRelinking: false }
      found.push(current)
    }
    if (node.type === 'CallExpression') current?.calls.push(getName(node.callee))
    if (node.type === 'AssignmentExpression' && current !== undefined) {
      const { left } = node
      if (isNode(left) && left.computed === true && getName(left.object) === 'next') current.isRelinking = true
    }
    for (const child of Object.values(node)) visit(child, current)
  }
  visit(parseSync(file.path, file.text).program, undefined)
  return found
}

interface SyntaxNode {
  type: string
  [field: string]: unknown
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns the name of an identifier, or the last one of `a.b.c`; empty for anything else. */
function getName(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return node.computed === true ? '' : getName(node.property)
  return typeof node.name === 'string' ? node.name : ''
}
