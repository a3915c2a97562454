// The description of the public interface as OpenAPI 3.1.
import type { Endpoint } from '../endpoints/endpoint.ts'
import { eventExamples } from '../endpoints/event-examples.ts'
import { allEventIds, allEvents, eventSchemas } from '../events.ts'
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
  isKept,
  keyRefusal,
  listParameters,
  refusalExamples,
  successes,
  tooManyRequests,
  unauthorized,
} from './operation.ts'
import { type DescribedPart, interfacePart } from './parts.ts'
import { exampleRefusal } from './refusal-examples.ts'

const refusals = [400, 403, 404] as const

/** How a caller shows who they are, by name. */
const credentials = {
  private_key: { type: 'apiKey', in: 'query', name: 'private_key', description: 'An API key, api_key_…' },
  session: { type: 'apiKey', in: 'cookie', name: 'rw_session', description: 'Whoever is signed in to the planner.' },
  link: { type: 'http', scheme: 'bearer', description: "The token of a driver's link." },
} as const

/** Credentials that an operation takes, one of them. */
const accepted: Record<Endpoint['auth'], readonly (keyof typeof credentials)[]> = {
  api_key: ['private_key', 'session'],
  session: ['session'],
  admin: ['private_key'],
  driver: ['link'],
  tracking: [],
  none: [],
}

/** An OpenAPI 3.1 document of one part of these operations; `baseUrl` is the address of the service. */
export function openApi31(
  endpoints: readonly Endpoint[],
  { baseUrl, part = interfacePart }: { baseUrl: string; part?: DescribedPart },
) {
  const shown = endpoints.filter((endpoint) => part.holds(endpoint))
  const isInterface = part === interfacePart
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of shown) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  const events = part.hasEvents ? Object.values(eventSchemas) : []
  const schemas = [...collectComponents(shown, events)].map(([name, schema]) => [
    name,
    mapChildren(isInterface ? asSpecified(schema) : schema, reference),
  ])
  const used = new Set<string>(shown.flatMap(({ auth }) => accepted[auth]))
  const { private_key } = credentials
  const schemes = Object.fromEntries(Object.entries(credentials).filter(([name]) => used.has(name)))
  return {
    openapi: '3.1.0',
    info: infoAt(baseUrl, part.info),
    servers: [{ url: baseUrl }],
    tags: part.tags,
    // Operations beyond the interface say it one by one.
    ...(isInterface && { security: [{ private_key: [] }] }),
    paths,
    ...(part.hasEvents && { webhooks: webhooks() }),
    components: {
      schemas: Object.fromEntries(schemas) as Record<string, JsonSchema>,
      securitySchemes: isInterface ? { private_key } : schemes,
      responses: {
        Unauthorized: { description: unauthorized, content: json(plain(ApiError), exampleRefusal(keyRefusal)) },
        TooManyRequests: { description: tooManyRequests, content: json(plain(TooManyRequests)) },
        InternalError: { description: internalError },
      },
    },
  }
}

function operation(endpoint: Endpoint): object {
  const responses: Record<string, object> = {}
  for (const [index, { status, schema, words }] of successes(endpoint).entries()) {
    const isShown = index === 0 || endpoint.visibility === 'public'
    const example = isShown ? endpoint.examples?.response : undefined
    const content = schema === null ? findContent(endpoint) : json(schema, example)
    responses[status] = { description: words, ...(content && { content }) }
  }
  for (const status of refusals) {
    const own = endpoint.response[status]
    if (own) {
      responses[status] = { description: describeRefusal(endpoint, status), content: json(plain(own)) }
      continue
    }
    const content = { schema: reference(plain(ApiError)), examples: refusalExamples(endpoint, status) }
    responses[status] = { description: describeRefusal(endpoint, status), content: { 'application/json': content } }
  }
  responses[401] = { $ref: '#/components/responses/Unauthorized' }
  responses[429] = { $ref: '#/components/responses/TooManyRequests' }
  responses[500] = { $ref: '#/components/responses/InternalError' }
  return {
    operationId: endpoint.operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: describeOperation(endpoint),
    ...(endpoint.visibility === 'internal' && {
      'x-stability': isKept(endpoint) ? 'stable' : 'may change',
      security: accepted[endpoint.auth].map((name) => ({ [name]: [] })),
    }),
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses,
  }
}

/** The content of a response that is a file, a page or a stream; undefined for one without a body. */
function findContent({ produces }: Endpoint): object | undefined {
  if (produces === undefined) return undefined
  const isText = /^text\/|json|xml|svg/.test(produces)
  return { [produces]: { schema: { type: 'string', ...(!isText && { format: 'binary' }) } } }
}

function parameters(endpoint: Endpoint): object[] {
  return listParameters(endpoint).map(({ schema, ...parameter }) => {
    const { description, ...rest } = schema
    const example = endpoint.examples?.query?.[parameter.name]
    return {
      ...parameter,
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    }
  })
}

function requestBody(endpoint: Endpoint): { requestBody?: object } {
  if (endpoint.upload) {
    const file = { type: 'string', format: 'binary' }
    const schema = { type: 'object', properties: { file }, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (!endpoint.body) return {}
  const content = json(plain(endpoint.body), endpoint.examples?.body)
  return { requestBody: { required: endpoint.bodyOptional !== true, content } }
}

function webhooks(): Record<string, object> {
  const described = allEventIds.map((eventId) => {
    const { resource, when, data } = allEvents[eventId]
    const content = json(plain(eventSchemas[eventId]), eventExamples[eventId])
    const webhook = {
      post: {
        operationId: eventId,
        tags: [`${resource[0]!.toUpperCase()}${resource.slice(1)}s`],
        summary: when,
        description: `${data} It may arrive more than once: drop repeats by (event_id, data.id, data.updated_at).`,
        security: [],
        requestBody: { required: true, content },
        responses: { '2XX': { description: 'Received.' } },
      },
    }
    return [eventId, webhook]
  })
  return Object.fromEntries(described)
}

function json(schema: JsonSchema, example?: unknown): object {
  return { 'application/json': { schema: reference(schema), ...(example === undefined ? {} : { example }) } }
}

/** Named records become references; one that may be null becomes a choice. */
function reference(schema: JsonSchema): JsonSchema {
  const name = componentName(schema)
  if (name === undefined) return mapChildren(schema, reference)
  const $ref = `#/components/schemas/${name}`
  return isNullable(schema) ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }
}
