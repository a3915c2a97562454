// Finds the places of a source where one small fault can be planted: a sign turned, a boundary moved, a number off by one,
// "and" for "or", and a negation left out.

import { parseSync } from 'oxc-parser'

export type FaultKind = 'sign' | 'boundary' | 'number' | 'logic' | 'negation'

export interface Fault {
  kind: FaultKind
  /** Offsets of the replaced text. */
  start: number
  end: number
  replacement: string
  /** From 1. */
  line: number
}

/** A node of the syntax tree, as far as it is looked at here. */
interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const TURNED: Readonly<Record<string, { kind: FaultKind; to: string }>> = {
  '+': { kind: 'sign', to: '-' },
  '-': { kind: 'sign', to: '+' },
  '+=': { kind: 'sign', to: '-=' },
  '-=': { kind: 'sign', to: '+=' },
  '<': { kind: 'boundary', to: '<=' },
  '<=': { kind: 'boundary', to: '<' },
  '>': { kind: 'boundary', to: '>=' },
  '>=': { kind: 'boundary', to: '>' },
  '===': { kind: 'boundary', to: '!==' },
  '!==': { kind: 'boundary', to: '===' },
  '&&': { kind: 'logic', to: '||' },
  '||': { kind: 'logic', to: '&&' },
}

/** Properties that only people read: texts and examples of a schema. */
const ONLY_READ = new Set(['description', 'example', 'examples', 'summary', 'title'])
/** Calls whose number is only a waiting time. */
const WAITS = new Set(['setTimeout', 'setInterval'])
/** Calls that write a log or refuse a bug. */
const NOT_OBSERVED = /^(console\.\w+|(\w+\.)*log\.(trace|debug|info|warn|error|fatal)|assert\w*)$/

/**
 * Lists every fault place in the order of the text. Left out: types, texts and examples of schemas, what is called an example, log calls, conditions that only
 * throw a plain `Error` (a bug, not a refusal), waiting times, keys of objects, and numbers in attributes of elements.
 */
export function listFaults(path: string, text: string): Fault[] {
  const found: Fault[] = []
  const lines = lineStarts(text)
  const add = (kind: FaultKind, start: number, end: number, replacement: string) => {
    found.push({ kind, start, end, replacement, line: lineAt(lines, start) })
  }
  const visit = (value: unknown, isDrawn: boolean): void => {
    if (Array.isArray(value)) for (const child of value) visit(child, isDrawn)
    if (!isNode(value) || isLeftOut(value)) return
    addOwn(value, text, isDrawn, add)
    for (const child of listChildren(value)) visit(child, isDrawn || value.type === 'JSXAttribute')
  }
  visit(parseSync(path, text).program.body, false)
  return found.sort((a, b) => a.start - b.start)
}

/** Returns the text with the fault in place. */
export function plant(text: string, { start, end, replacement }: Fault): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** Returns the line of a fault, trimmed, before and after. */
export function showLine(text: string, fault: Fault): { before: string; after: string } {
  const from = text.lastIndexOf('\n', fault.start - 1) + 1
  const cut = (whole: string) => whole.slice(from, endOfLine(whole, fault.start)).trim()
  return { before: cut(text), after: cut(plant(text, fault)) }
}

/** Finds the fault that changes a line in a given way, wherever the line stands now. */
export function findFault(
  file: { path: string; text: string },
  wanted: { kind: string; before: string; after: string },
): Fault | undefined {
  return listFaults(file.path, file.text).find((fault) => {
    const { before, after } = showLine(file.text, fault)
    return fault.kind === wanted.kind && before === wanted.before && after === wanted.after
  })
}

type Add = (kind: FaultKind, start: number, end: number, replacement: string) => void

function addOwn(node: SyntaxNode, text: string, isDrawn: boolean, add: Add): void {
  const { type, operator } = node
  if (type === 'BinaryExpression' || type === 'LogicalExpression' || type === 'AssignmentExpression') {
    const turned = TURNED[String(operator)]
    const isJoined = turned?.kind === 'sign' && (isText(node.left) || isText(node.right))
    if (!turned || isJoined) return
    const [left, right] = [node.left as SyntaxNode, node.right as SyntaxNode]
    const at = text.slice(left.end, right.start).lastIndexOf(String(operator)) + left.end
    add(turned.kind, at, at + String(operator).length, turned.to)
  }
  if (type === 'UnaryExpression' && operator === '-') add('sign', node.start, node.start + 1, '')
  if (type === 'UnaryExpression' && operator === '!') add('negation', node.start, node.start + 1, '')
  if (type === 'Literal' && typeof node.value === 'number' && !isDrawn) {
    add('number', node.start, node.end, writeNumber(node.value + 1))
  }
}

/** Whether nothing below a node is looked at. */
function isLeftOut(node: SyntaxNode): boolean {
  if (/^TS(?!(As|Satisfies|NonNull)Expression)/.test(node.type) || node.type.startsWith('Import')) return true
  if (node.type === 'CallExpression') return NOT_OBSERVED.test(nameCalled(node))
  if (node.type === 'Property') return ONLY_READ.has(nameKey(node))
  if (node.type === 'VariableDeclarator') return /example/i.test(String((node.id as SyntaxNode).name))
  // Throws for a bug only: both the condition and what it says.
  return node.type === 'IfStatement' && !node.alternate && throwsPlainError(node.consequent)
}

const TYPES = new Set(['typeAnnotation', 'typeArguments', 'returnType', 'typeParameters'])

/** The parts of a node, without its types, the keys of objects and the waiting times of timers. */
function listChildren(node: SyntaxNode): unknown[] {
  if (node.type === 'CallExpression' && WAITS.has(nameCalled(node))) return [(node.arguments as unknown[])[0]]
  const looked = Object.entries(node).filter(([key]) => !TYPES.has(key) && (key !== 'key' || node.computed === true))
  return looked.map(([, child]) => child)
}

function throwsPlainError(value: unknown): boolean {
  const statement = isNode(value) && value.type === 'BlockStatement' ? (value.body as unknown[])[0] : value
  if (!isNode(statement) || statement.type !== 'ThrowStatement') return false
  const thrown = statement.argument as SyntaxNode
  return thrown.type === 'NewExpression' && (thrown.callee as SyntaxNode).name === 'Error'
}

/** Whether an operand is certainly text, so that + joins. */
function isText(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'TemplateLiteral') return true
  if (value.type === 'Literal') return typeof value.value === 'string'
  return value.type === 'BinaryExpression' && (isText(value.left) || isText(value.right))
}

/** The name of a called function with what it hangs on: `request.log.info`. */
function nameCalled({ callee }: SyntaxNode): string {
  const getName = (node: SyntaxNode): string => {
    if (node.type === 'MemberExpression')
      return `${getName(node.object as SyntaxNode)}.${getName(node.property as SyntaxNode)}`
    return node.type === 'ThisExpression' ? 'this' : String(node.name ?? '')
  }
  return getName(callee as SyntaxNode)
}

function nameKey({ key }: SyntaxNode): string {
  const { name, value } = key as SyntaxNode
  return String(name ?? value)
}

/** 0.1 + 1 is written 1.1, also where floating point would add digits. */
function writeNumber(value: number): string {
  return String(Number(value.toPrecision(15)))
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
}

function lineAt(starts: readonly number[], offset: number): number {
  const after = starts.findIndex((start) => start > offset)
  return after < 0 ? starts.length : after
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
