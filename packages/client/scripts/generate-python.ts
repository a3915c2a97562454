// Writes the generated part of the Python client, clients/python/src/routewright/interface, from the description
// at /openapi.json; with --check it changes nothing and fails when a file is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clientPart, type Endpoint, endpoints, openApi31 } from '@routewright/contract'
import { pythonName, pythonType, pythonTypes } from './python-types.ts'
import type { Schema } from './wire-types.ts'

const notice = '# Generated from the interface by packages/client/scripts/generate-python.ts. Do not edit.\n'
const shown = endpoints.filter(({ visibility }) => visibility === 'public')
// Read back as programs read it: parts without a word in TypeScript are plain JSON.
const { components, paths, webhooks }: Description = JSON.parse(
  JSON.stringify(openApi31(shown, { baseUrl: '', part: clientPart })),
)
const { schemas } = components
const folder = fileURLToPath(new URL('../../../clients/python/src/routewright/interface/', import.meta.url))
const files = { 'types.py': typesModule(), 'operations.py': operationsModule() }

const stale = Object.entries(files).filter(([name, text]) => readFile(folder + name) !== text)
if (!process.argv.includes('--check')) for (const [name, text] of stale) writeFileSync(folder + name, text)
else if (stale.length > 0) {
  const names = stale.map(([name]) => name).join(', ')
  console.error(`stale: ${names} of the Python client; run node packages/client/scripts/generate-python.ts`)
  process.exitCode = 1
}

interface Description {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, DescribedOperation>>
  webhooks: Record<string, { post: DescribedOperation }>
}

interface DescribedParameter {
  in: string
  name: string
  required?: boolean
  schema: Schema
}

interface DescribedOperation {
  parameters: readonly DescribedParameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

function readFile(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function typesModule(): string {
  const events = Object.values(webhooks).map(({ post }) => {
    return pythonType(post.requestBody?.content['application/json']?.schema ?? {})
  })
  return [
    notice,
    '"""Records and inputs of the interface: plain dictionaries, typed."""\n',
    'from __future__ import annotations\n',
    'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n\n',
    `${pythonTypes(schemas)}\n\n`,
    '# Body of a webhook delivery; "event_id" tells which. Events and fields that are not known may come: pass over them.',
    `WebhookEvent = Union[${events.join(', ')}]\n`,
  ].join('\n')
}

function operationsModule(): string {
  const methods = shown.flatMap((endpoint) => {
    const described = paths[endpoint.path]![endpoint.method.toLowerCase()]!
    return [getMethod(endpoint, described), ...getIterator(endpoint, described)]
  })
  return [
    notice,
    '"""One method for each operation of the interface, and one that reads each list to its end."""\n',
    'from __future__ import annotations\n',
    'from typing import Any, Dict, Iterator, List, Literal, Optional, Union\n',
    'from ..exchange import Exchange, Operation',
    'from . import types\n\n',
    'class Operations(Exchange):',
    methods.join('\n\n'),
    '',
  ].join('\n')
}

/** Arguments of a method: path parameters and body by position, query parameters by name. */
interface Signature {
  /** Python source of each argument. */
  positional: string[]
  named: string[]
  path: string
  query: string
  body: string
}

function getSignature(
  endpoint: Endpoint,
  { parameters, requestBody }: DescribedOperation,
  leftOut: readonly string[] = [],
): Signature {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inQuery = parameters.filter((parameter) => parameter.in === 'query' && !leftOut.includes(parameter.name))
  const schema = requestBody?.content['application/json']?.schema
  const bodyArgument =
    schema && (requestBody?.required ? `body: ${typeIn(schema)}` : `body: Optional[${typeIn(schema)}] = None`)
  const positional = [...inPath.map(({ name }) => `${pythonName(name)}: str`)]
  if (endpoint.upload) positional.push('file: bytes')
  if (bodyArgument) positional.push(bodyArgument)
  const named = inQuery
    .toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false))
    .map(({ name, schema: type, required }) => {
      return required ? `${pythonName(name)}: ${typeIn(type)}` : `${pythonName(name)}: Optional[${typeIn(type)}] = None`
    })
  return {
    positional,
    named,
    path: getDictionary(inPath.map(({ name }) => name)),
    query: getDictionary(inQuery.map(({ name }) => name)),
    body: endpoint.upload ? ', file=file' : schema ? ', body=body' : '',
  }
}

function getMethod(endpoint: Endpoint, described: DescribedOperation): string {
  const { positional, named, path, query, body } = getSignature(endpoint, described)
  const repeatable = isReading(endpoint) ? [] : ['repeatable: bool = False']
  const keywords = [...named, ...repeatable]
  const parameters = ['self', ...positional, ...(keywords.length > 0 ? ['*', ...keywords] : [])]
  const answer = answerType(described)
  const call = `self._call(${getOperation(endpoint)}, ${path}, ${query}${body}${repeatable.length > 0 ? ', repeatable=repeatable' : ''})`
  return [
    `    def ${snakeCase(endpoint.operationId)}(`,
    ...parameters.map((parameter) => `        ${parameter},`),
    `    ) -> ${answer}:`,
    `        """${writeDocstring(endpoint)}"""`,
    answer === 'None' ? `        ${call}` : `        answer: ${answer} = ${call}`,
    ...(answer === 'None' ? [] : ['        return answer']),
  ].join('\n')
}

/** The method that reads a list page by page, where the operation takes offset and limit. */
function getIterator(endpoint: Endpoint, described: DescribedOperation): string[] {
  const isSearch = endpoint.operationId === 'searchStops'
  if (!isSearch && !described.parameters.some(({ name }) => name === 'offset')) return []
  const { positional, named, path, query } = getSignature(endpoint, described, ['offset', 'limit'])
  const record = recordType(described)
  const parameters = ['self', ...positional, '*', ...named, 'page_size: int = 200']
  const isSorted = described.parameters.some(({ name }) => name === 'sort')
  const page = isSearch ? ', body=body' : isSorted ? ', sorted_by="created_at:asc"' : ''
  const name = snakeCase(endpoint.operationId).replace(/^(list|search)_/, (verb) =>
    verb === 'list_' ? 'iterate_' : 'iterate_search_',
  )
  return [
    [
      `    def ${name}(`,
      ...parameters.map((parameter) => `        ${parameter},`),
      `    ) -> Iterator[${record}]:`,
      `        """Every record of ${snakeCase(endpoint.operationId)}, read page by page${isSorted || isSearch ? ', the oldest first unless sorted otherwise' : ''}."""`,
      `        return self._iterate(${getOperation(endpoint)}, ${path}, ${query}, page_size${page})`,
    ].join('\n'),
  ]
}

function getOperation(endpoint: Endpoint): string {
  const { operationId, method, path } = endpoint
  return `Operation("${snakeCase(operationId)}", "${method}", "${path}", ${isReading(endpoint) ? 'True' : 'False'})`
}

function isReading({ method, readsOnly }: Endpoint): boolean {
  return method === 'GET' || readsOnly === true
}

function writeDocstring({ summary, method, path, deprecated }: Endpoint): string {
  return `${summary}: ${method} ${path}.${deprecated ? ` Deprecated: use ${deprecated.instead}.` : ''}`.replaceAll(
    '\\',
    '\\\\',
  )
}

/** The type of all success responses. */
function answerType({ responses }: DescribedOperation): string {
  const types = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content }]) => {
      const schema = content?.['application/json']?.schema
      return schema ? typeIn(schema) : 'None'
    })
  return [...new Set(types)].join(' | ')
}

/** The type of one record of a page or of a plain list. */
function recordType({ responses }: DescribedOperation): string {
  const schema = responses['200']?.content?.['application/json']?.schema
  const name = schema?.$ref?.split('/').at(-1)
  const items = name === undefined ? schema?.items : schemas[name]?.properties?.docs?.items
  return items ? typeIn(items) : 'Any'
}

/** Types as the operations name them: those of the interface stand in their module. */
function typeIn(schema: Schema): string {
  return pythonType(schema).replace(/"(\w+)"/g, (quoted, name: string) => (name in schemas ? `types.${name}` : quoted))
}

function getDictionary(names: readonly string[]): string {
  return `{${names.map((name) => `"${name}": ${name}`).join(', ')}}`
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
