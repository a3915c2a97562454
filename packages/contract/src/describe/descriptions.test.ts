// Both descriptions are valid, complete, and say the same.
import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../all-endpoints.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { allEventIds, eventIds } from '../events.ts'
import { ajvKeywords } from '../keywords.ts'
import { children, collectComponents, componentName, type JsonSchema, withoutNull } from './components.ts'
import { openApi31 } from './openapi.ts'
import { swagger20 } from './swagger.ts'

const shown: readonly Endpoint[] = endpoints.filter(({ visibility }) => visibility === 'public')
const at = { baseUrl: 'https://routes.example.com/base' }

interface Document {
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
}
interface Operation {
  operationId: string
  description: string
  parameters: { name: string; in: string; required: boolean; description?: string }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object; example?: unknown }> }
  responses: Record<string, { description?: string; $ref?: string; schema?: object; content?: object }>
}

/** The document as sent over the network: values that JSON drops do not count. */
const openApi = JSON.parse(JSON.stringify(openApi31(endpoints, at))) as Document & {
  webhooks: Record<
    string,
    { post: { requestBody: { content: Record<string, { schema: { $ref: string }; example: unknown }> } } }
  >
  components: { schemas: Record<string, JsonSchema> }
}
const swagger = JSON.parse(JSON.stringify(swagger20(endpoints, at))) as Document & {
  host: string
  basePath: string
  responses: Record<string, object>
}

function getOperation(document: Document, { path, method }: Endpoint): Operation {
  return document.paths[path]![method.toLowerCase()]!
}

test('OpenAPI 3.1 is valid', async () => {
  await SwaggerParser.validate(structuredClone(openApi) as never)
})

test('Swagger 2.0 is valid', async () => {
  await SwaggerParser.validate(structuredClone(swagger) as never)
  expect(swagger).toMatchObject({ host: 'routes.example.com', basePath: '/base', schemes: ['https'] })
})

test('an invalid document is noticed', async () => {
  for (const document of [openApi, swagger]) {
    const { info: _info, ...broken } = structuredClone(document)
    const isValid = await SwaggerParser.validate(broken as never).then(
      () => true,
      () => false,
    )
    expect(isValid).toBe(false)
  }
})

describe.each([
  ['OpenAPI 3.1', openApi],
  ['Swagger 2.0', swagger],
])('%s', (_, document: Document) => {
  test('its own version label is 7.12.55', () => {
    expect(document.info.version).toBe('7.12.55')
  })

  test('it holds every public operation and no internal one', () => {
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(shown.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test.each(shown.map((declared) => [declared.operationId, declared] as const))('%s is complete', (_id, declared) => {
    const operation = getOperation(document, declared)
    expect(operation.operationId).toBe(declared.operationId)
    expect(operation.description).not.toBe('')
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'path')
    const names = [...Object.keys(declared.params.properties), ...Object.keys(declared.query?.properties ?? {})]
    expect(parameters.map(({ name }) => name)).toEqual(names)
    const success = Object.keys(declared.response)
    expect(Object.keys(operation.responses).sort()).toEqual(
      [...success, '400', '401', '403', '404', '429', '500'].sort(),
    )
  })

  test('it offers private_key in the query as the only credential', () => {
    const text = JSON.stringify(document)
    expect(text).toContain('"private_key":{"type":"apiKey","in":"query","name":"private_key"')
    expect(text).not.toContain('"in":"header"')
  })
})

test('401 is declared as it answers, 500 has no body; 429 has one that never says a message_id', () => {
  const { responses } = (openApi as unknown as { components: { responses: Record<string, object> } }).components
  expect(responses.Unauthorized).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
  })
  expect(swagger.responses.Unauthorized).toMatchObject({ schema: { $ref: '#/definitions/ApiError' } })
  expect(responses.InternalError).not.toHaveProperty('content')
  expect(responses).toHaveProperty('TooManyRequests.content')
  const { properties, required } = openApi.components.schemas.TooManyRequests as {
    properties: Record<string, object>
    required: string[]
  }
  expect(properties.message_id).toMatchObject({ maxLength: 0 })
  expect(required).not.toContain('message_id')
})

test('the webhooks of 3.1 are the eight events and the optional ones, each with a schema of its own that names every field', () => {
  expect(Object.keys(openApi.webhooks)).toEqual(allEventIds)
  expect(eventIds).toHaveLength(8)
  const names = Object.values(openApi.webhooks).map(
    ({ post }) => post.requestBody.content['application/json']!.schema.$ref,
  )
  expect(new Set(names).size).toBe(allEventIds.length)
  for (const name of names) {
    const { properties } = openApi.components.schemas[name.slice(name.lastIndexOf('/') + 1)]!
    const { data } = properties as { data: { $ref: string } }
    expect(openApi.components.schemas[data.$ref.slice(data.$ref.lastIndexOf('/') + 1)]?.properties).toHaveProperty(
      'updated_at',
    )
  }
})

/** Every schema inside a value, with its path. */
function* listSchemas(value: unknown, place = ''): Generator<[place: string, schema: JsonSchema]> {
  if (typeof value !== 'object' || value === null) return
  yield [place, value as JsonSchema]
  for (const [name, inner] of Object.entries(value))
    if (!name.includes('example')) yield* listSchemas(inner, `${place}/${name}`)
}

test('what may be null has a type beside it, and no list lists the words of its items, which older generators trip over', () => {
  for (const document of [swagger, openApi]) {
    const all = [...listSchemas(document)]
    const untyped = all.filter(([, schema]) => schema['x-nullable'] === true && schema.type === undefined)
    const listed = all.filter(([, { type, items }]) => type === 'array' && (items as JsonSchema | undefined)?.enum)
    expect([untyped, listed].flat().map(([place]) => place)).toEqual([])
    expect(document.info).toMatchObject({ contact: { url: 'https://routes.example.com/base/docs' } })
  }
})

test('a route carries its stops always, but in the lists of a day and in events', () => {
  expect(openApi.components.schemas.Route!.required).toContain('stops')
  expect(openApi.components.schemas.DayRoute!.required).not.toContain('stops')
  expect(openApi.components.schemas.BareRoute!.properties).not.toHaveProperty('stops')
})

test('one name means one schema, everywhere', () => {
  const components = collectComponents(endpoints)
  const differing: string[] = []
  const visit = (schema: JsonSchema): void => {
    const name = componentName(schema)
    if (name !== undefined && JSON.stringify(withoutNull(schema)) !== JSON.stringify(components.get(name))) {
      differing.push(name)
    }
    for (const child of children(schema)) visit(child)
  }
  for (const { body, response } of endpoints as readonly Endpoint[]) {
    for (const schema of [body, ...Object.values(response)]) if (schema) visit(schema as unknown as JsonSchema)
  }
  expect([...new Set(differing)]).toEqual([])
})

test('the examples fit the schemas as described, references and all', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  for (const keyword of ajvKeywords) ajv.addKeyword(keyword as Parameters<Ajv2020['addKeyword']>[0])
  ajv.addSchema({ $id: 'doc', ...openApi })
  const events = Object.values(openApi.webhooks).map(({ post }) => ({ operationId: 'event', ...post, responses: {} }))
  const operations = shown.map((declared) => getOperation(openApi, declared))
  for (const { operationId, requestBody, responses } of [...operations, ...events]) {
    const contents = [requestBody, ...Object.values(responses)].flatMap((part) => {
      const json = (part as { content?: Record<string, { schema: object; example?: unknown }> })?.content?.[
        'application/json'
      ]
      return json?.example === undefined ? [] : [json]
    })
    for (const { schema, example } of contents) {
      const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/')) as object
      expect(ajv.validate(local, example), `${operationId}: ${ajv.errorsText()}`).toBe(true)
    }
  }
})

test('deprecated operations are marked in both', () => {
  const [first] = shown
  const deprecated: Endpoint = {
    ...first!,
    deprecated: { since: '2026-01-01', sunset: '2027-01-01', instead: 'another' },
  }
  for (const document of [openApi31([deprecated], at), swagger20([deprecated], at)] as unknown as Document[]) {
    const operation = getOperation(document, deprecated)
    expect(operation).toHaveProperty('deprecated', true)
    expect(operation.description).toContain('2027-01-01')
  }
})
