// Writes src/operations.ts and src/wire.ts from the contract; with --check it changes nothing and fails when one is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Endpoint, endpoints, openApi31, pathParameters } from '@routewright/contract'
import { interfaceOf, type Schema, typeOf } from './wire-types.ts'

const notice = '// Generated from the contract by scripts/generate-operations.ts. Do not edit.\n'
const whyLong =
  '// It is long because it holds every record and operation of the interface, for readers without the contract.\n'
const shown = endpoints.filter(({ visibility }) => visibility === 'public')
const { components, paths } = openApi31(shown, { baseUrl: '' })

interface DescribedParameter {
  name: string
  required: boolean
  description?: string
  schema: Schema
}

interface DescribedOperation {
  parameters: readonly DescribedParameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

const sources = { 'operations.ts': operationTable(), 'wire.ts': wireTypes() }
const stale = Object.entries(sources).filter(([name, text]) => readSource(name) !== text)

if (process.argv.includes('--check')) {
  const names = stale.map(([name]) => name)
  if (names.length > 0)
    console.error(`stale: ${names.join(', ')}; run node packages/client/scripts/generate-operations.ts`)
  process.exitCode = names.length > 0 ? 1 : 0
} else {
  for (const [name, text] of stale) writeFileSync(pathOf(name), text)
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../src/${name}`, import.meta.url))
}

function readSource(name: string): string | undefined {
  try {
    return readFileSync(pathOf(name), 'utf8')
  } catch {
    return undefined
  }
}

/** All that is left of the contract when the client runs: where each operation is, and which may be repeated. */
function operationTable(): string {
  const lines = shown.map(({ operationId, method, path }) => `  ${operationId}: '${method} ${path}',`)
  const reading = shown.filter(({ readsOnly }) => readsOnly).map(({ operationId }) => `'${operationId}'`)
  return [
    `${notice}`,
    '/** Method and path of every public operation. */',
    'export const operations = {',
    ...lines,
    '} as const',
    '',
    '/** Operations that only read although they are no GET. */',
    `export const readingOperations: readonly string[] = [${reading.join(', ')}]`,
    '',
  ].join('\n')
}

function wireTypes(): string {
  const records = Object.entries(components.schemas as Record<string, Schema>)
  return [
    `${notice}${whyLong}`,
    ...records.map(([name, schema]) => interfaceOf(name, schema)),
    '/** What each operation takes and answers. */',
    'export interface Operations {',
    ...shown.map(operationTypes),
    '}',
    '',
  ].join('\n')
}

function operationTypes({ operationId, path, method, summary, deprecated, upload, bodyOptional }: Endpoint): string {
  const described = paths[path]![method.toLowerCase()] as unknown as DescribedOperation
  const fields = described.parameters.map(parameterField)
  if (upload) fields.push('      /** The picture. */\n      file: Blob')
  const body = described.requestBody?.content['application/json']?.schema
  if (body) fields.push(`      body${bodyOptional ? '?' : ''}: ${typeOf(body, '      ')}`)
  return [
    `  /** ${summary}: ${method} ${path}${deprecated ? ` @deprecated ${deprecated.instead}` : ''} */`,
    `  ${operationId}: {`,
    `    input: {${fields.length === 0 ? '}' : `\n${fields.join('\n')}\n    }`}`,
    `    answer: ${answerType(described)}`,
    '  }',
  ].join('\n')

  function parameterField({ name, required, description, schema }: DescribedParameter): string {
    if (name === 'body' || name === 'file') throw new Error(`${operationId}: a parameter cannot be called ${name}.`)
    const words = description ? `      /** ${description} */\n` : ''
    const isRequired = required || pathParameters(path).includes(name)
    return `${words}      ${name}${isRequired ? '' : '?'}: ${typeOf(schema)}`
  }
}

/** The types of all success answers. */
function answerType({ responses }: DescribedOperation): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = successes.map(([, { content }]) => {
    const schema = content?.['application/json']?.schema
    return schema ? typeOf(schema, '    ') : 'undefined'
  })
  return [...new Set(types)].join(' | ')
}
