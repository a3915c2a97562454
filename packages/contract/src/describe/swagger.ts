// The description of the public interface as Swagger 2.0, for tools that support nothing newer.
import type { Endpoint } from '../endpoints/endpoint.ts'
import {
  ApiError,
  asSpecified,
  collectComponents,
  componentName,
  isNullable,
  type JsonSchema,
  mapChildren,
  plain,
  TooManyRequests,
} from './components.ts'
import {
  describeOperation,
  describeRefusal,
  infoAt,
  internalError,
  keyRefusal,
  listParameters,
  messageIds,
  successes,
  tags,
  tooManyRequests,
  unauthorized,
} from './operation.ts'
import { exampleRefusal } from './refusal-examples.ts'

const refusals = [400, 403, 404] as const

/** A Swagger 2.0 document of the public operations among these; `baseUrl` is the address of the service. */
export function swagger20(endpoints: readonly Endpoint[], { baseUrl }: { baseUrl: string }) {
  const shown = endpoints.filter((endpoint) => endpoint.visibility === 'public')
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of shown) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  const { protocol, host, pathname } = new URL(baseUrl)
  return {
    swagger: '2.0',
    info: infoAt(baseUrl),
    host,
    basePath: pathname.replace(/\/+$/, '') || '/',
    schemes: [protocol.replace(':', '')],
    consumes: ['application/json'],
    produces: ['application/json'],
    tags,
    security: [{ private_key: [] }],
    securityDefinitions: {
      private_key: { type: 'apiKey', in: 'query', name: 'private_key', description: 'An API key, api_key_…' },
    },
    paths,
    definitions: definitions(shown),
    responses: {
      Unauthorized: {
        description: unauthorized,
        schema: convert(plain(ApiError)),
        examples: { 'application/json': exampleRefusal(keyRefusal) },
      },
      TooManyRequests: { description: tooManyRequests, schema: convert(plain(TooManyRequests)) },
      InternalError: { description: internalError },
    },
  }
}

function definitions(endpoints: readonly Endpoint[]): Record<string, JsonSchema> {
  const components = [...collectComponents(endpoints)]
  return Object.fromEntries(
    components.map(([name, schema]) => [name, downgrade(mapChildren(asSpecified(schema), convert))]),
  )
}

function operation(endpoint: Endpoint): object {
  const responses: Record<string, object> = {}
  for (const { status, schema, words } of successes(endpoint)) {
    const example = endpoint.examples?.response
    const examples = example === undefined ? {} : { examples: { 'application/json': example } }
    responses[status] =
      schema === null ? { description: words } : { description: words, schema: convert(schema), ...examples }
  }
  for (const status of refusals) {
    const [messageId] = messageIds(endpoint, status)
    responses[status] = {
      description: describeRefusal(endpoint, status),
      schema: convert(plain(ApiError)),
      ...(messageId === undefined ? {} : { examples: { 'application/json': exampleRefusal(messageId) } }),
    }
  }
  responses[401] = { $ref: '#/responses/Unauthorized' }
  responses[429] = { $ref: '#/responses/TooManyRequests' }
  responses[500] = { $ref: '#/responses/InternalError' }
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: describeOperation(endpoint),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    ...(endpoint.upload ? { consumes: ['multipart/form-data'] } : {}),
    parameters: [...parameters(endpoint), ...bodyParameters(endpoint)],
    responses,
  }
}

function parameters(endpoint: Endpoint): object[] {
  return listParameters(endpoint).map(({ schema, ...parameter }) => ({ ...parameter, ...convert(schema) }))
}

function bodyParameters(endpoint: Endpoint): object[] {
  if (endpoint.upload) return [{ name: 'file', in: 'formData', required: true, type: 'file' }]
  if (!endpoint.body) return []
  const schema = convert(plain(endpoint.body))
  const example = endpoint.examples?.body
  const body = schema.$ref === undefined ? { ...schema, ...(example === undefined ? {} : { example }) } : schema
  return [
    {
      name: 'body',
      in: 'body',
      required: endpoint.bodyOptional !== true,
      schema: body,
      ...(example === undefined ? {} : { 'x-example': example }),
    },
  ]
}

/** Replaces named records by references, and JSON Schema keywords that 2.0 lacks by the nearest equivalent. */
function convert(schema: JsonSchema): JsonSchema {
  const name = componentName(schema)
  if (name === undefined) return downgrade(mapChildren(schema, convert))
  const $ref = `#/definitions/${name}`
  return isNullable(schema) ? { type: 'object', allOf: [{ $ref }], 'x-nullable': true } : { $ref }
}

/**
 * 2.0 has no null type, no choice of types, no negation. Uniqueness of list items is left to the descriptions: generators for 2.0 turn such
 * lists into sets, which the code they generate cannot send.
 */
function downgrade(schema: JsonSchema): JsonSchema {
  const { type, enum: choices, anyOf, not: _not, uniqueItems: _once, deprecated, examples, ...rest } = schema
  const converted: JsonSchema = rest
  if (Array.isArray(type)) {
    converted.type = type.find((entry) => entry !== 'null')
    converted['x-nullable'] = true
  } else if (type !== undefined) converted.type = type
  if (Array.isArray(choices)) converted.enum = choices.filter((choice) => choice !== null)
  if (Array.isArray(anyOf)) converted['x-any-of'] = anyOf
  if (deprecated === true) converted['x-deprecated'] = true
  if (Array.isArray(examples)) converted.example = examples[0]
  return converted
}
