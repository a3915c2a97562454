// Writes src/generated from the contract; the folder is not in the repository. `scripts/lib/generate.mjs` runs this when the folder is
// stale.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clientPart, type Endpoint, endpoints, eventSchemas, openApi31, pathParameters } from '@routewright/contract'
import { getType, type Schema, writeInterface } from './wire-types.ts'

const notice = '// Generated from the contract by scripts/generate-sources.ts. Do not edit.\n'
/** Operations beyond the described interface that a shop or a workflow needs to promise a time (docs/slots.md). */
const slotOperations = ['findSlots', 'holdSlot', 'getSlotPromise', 'bookSlot', 'moveSlot', 'releaseSlot']
const shown = endpoints
  .filter(({ visibility, operationId }) => visibility === 'public' || slotOperations.includes(operationId))
  .map((endpoint): Endpoint => ({ ...endpoint, visibility: 'public' }))
const { components, paths } = openApi31(shown, { baseUrl: '', part: clientPart })

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
mkdirSync(folder, { recursive: true })
const sources = { 'operations.ts': operationTable(), 'wire.ts': wireTypes(), 'app-operations.ts': appOperations() }
for (const [name, text] of Object.entries(sources)) writeFileSync(folder + name, text)

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

/** The only part of the contract that remains at run time: the address of each operation, and which may be repeated. */
function operationTable(): string {
  const lines = shown.map(({ operationId, method, path }) => `  ${operationId}: '${method} ${path}',`)
  const reading = shown.filter(({ readsOnly }) => readsOnly).map(({ operationId }) => `'${operationId}'`)
  return [
    notice,
    '/** Method and path of every public operation, and of those on slots. */',
    'export const operations = {',
    ...lines,
    '} as const',
    '',
    '/** Operations that only read although they are no GET. */',
    `export const readingOperations: readonly string[] = [${reading.join(', ')}]`,
    '',
  ].join('\n')
}

/** Every operation, including internal ones, as a separate constant: a page contains only those that it calls. */
function appOperations(): string {
  return [
    notice,
    ...endpoints.map((endpoint) => `export const ${endpoint.operationId} = '${endpoint.method} ${endpoint.path}'`),
    '',
  ].join('\n')
}

function wireTypes(): string {
  const records = Object.entries(components.schemas as Record<string, Schema>)
  return [
    notice,
    ...records.map(([name, schema]) => writeInterface(name, schema)),
    '/** Body of a webhook delivery; `event_id` tells which. Unknown events and fields are to be ignored: both may be added. */',
    `export type WebhookEvent = ${Object.values(eventSchemas as Record<string, { title?: string }>)
      .map(({ title }) => title)
      .join(' | ')}`,
    '',
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
  if (body) fields.push(`      body${bodyOptional ? '?' : ''}: ${getType(body, '      ')}`)
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
    return `${words}      ${name}${isRequired ? '' : '?'}: ${getType(schema)}`
  }
}

/** The types of all success responses. */
function answerType({ responses }: DescribedOperation): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = successes.map(([, { content }]) => {
    const schema = content?.['application/json']?.schema
    return schema ? getType(schema, '    ') : 'undefined'
  })
  return [...new Set(types)].join(' | ')
}
