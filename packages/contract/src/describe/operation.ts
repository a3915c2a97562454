// Parts of an operation's description shared by both formats, as texts and lists.
import type { Endpoint } from '../endpoints/endpoint.ts'
import { pathParameters } from '../endpoints/endpoint.ts'
import { errors, type MessageId } from '../errors.ts'
import { MESSAGE_ID_KEYWORD, MESSAGE_IDS_KEYWORD } from '../keywords.ts'
import { bodyBytes } from '../limits.ts'
import { type JsonSchema, plain } from './components.ts'
import { exampleRefusal } from './refusal-examples.ts'

export const interfaceInfo = {
  title: 'Routewright',
  version: '7.12.55',
  description: [
    'Plans, dispatches and tracks daily delivery and field-service work.',
    '',
    'Every request carries the query parameter `private_key`; the Authorization header is not accepted. Bodies are JSON.',
    'Ids are strings of 24 lowercase hexadecimal characters, timestamps are ISO 8601 in UTC, times of day are seconds since',
    "midnight in the project's time zone. Distances are metres, weights kilograms, volumes cubic metres.",
    '',
    'Read-only and unknown fields in a body are ignored. A PUT changes the fields sent; `null` clears a field.',
    'A refusal carries `{message, message_id}`: branch on `message_id`. 2,000 requests per rolling minute and key are',
    'accepted; beyond, the answer is 429: back off exponentially.',
  ].join('\n'),
}

const license = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' }

/** General information of a description; the contact is the operator at `baseUrl`. */
export function infoAt(baseUrl: string, info: { title: string; version: string; description: string } = interfaceInfo) {
  return { ...info, license, contact: { name: 'Who runs this service', url: `${baseUrl.replace(/\/+$/, '')}/docs` } }
}

export const tags = [
  { name: 'Plans', description: 'The routes and stops executed in one day or shift.' },
  { name: 'Routes', description: 'Ordered sequences of stops for one driver and vehicle.' },
  { name: 'Stops', description: 'Deliveries, pickups and visits.' },
  { name: 'Reports', description: "Drivers' records of attempts at stops." },
  { name: 'Tasks', description: 'Sub-operations inside stops.' },
  { name: 'Vehicles', description: 'The fleet of a project.' },
  { name: 'Projects', description: 'Workspaces.' },
  { name: 'Zones', description: 'Polygons that only some routes serve.' },
  { name: 'Clients', description: 'The address book of a project.' },
  { name: 'Webhooks', description: 'Subscriptions to events.' },
]

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

/** Path and query parameters. Those with a default are optional. */
export function listParameters(endpoint: Endpoint): Parameter[] {
  const path = pathParameters(endpoint.path).map((name) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: plain(endpoint.params.properties[name]!),
  }))
  const required: readonly string[] = endpoint.query?.required ?? []
  const query = Object.entries(endpoint.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema: plain(schema),
  }))
  return [...path, ...query]
}

/** Description of an operation, with its own limits. */
export function describeOperation(endpoint: Endpoint): string {
  const sentences = [endpoint.description ?? `${endpoint.summary}.`]
  if (endpoint.ratePerMinute) sentences.push(`At most ${endpoint.ratePerMinute} calls a minute and key.`)
  if (endpoint.maxBodyBytes !== bodyBytes.other) {
    sentences.push(`Body of at most ${endpoint.maxBodyBytes.toLocaleString('en-GB')} bytes.`)
  }
  if (endpoint.deprecated) {
    const { since, sunset, instead } = endpoint.deprecated
    sentences.push(`Deprecated since ${since}, withdrawn on ${sunset}; use ${instead}.`)
  }
  if (endpoint.visibility === 'internal') sentences.push(...describeTerms(endpoint))
  return sentences.join(' ')
}

const callers: Record<Endpoint['auth'], string> = {
  api_key: 'Called with an API key, or by whoever is signed in.',
  session: 'Called by whoever is signed in.',
  admin: 'Called with the secret of the machine.',
  driver: "Called with the token of a driver's link.",
  tracking: 'Called with the token of a link, in the path.',
  none: 'Called without a credential.',
}

/** Whether an operation beyond the interface changes as the interface does. */
export function isKept({ isStable, isForOlderClients }: Endpoint): boolean {
  return isStable === true || isForOlderClients === true
}

/** Credential and stability of an operation beyond the interface. */
function describeTerms(endpoint: Endpoint): string[] {
  const older = endpoint.isForOlderClients ? ['Only for organizations that use clients of the original service.'] : []
  return [callers[endpoint.auth], ...older, isKept(endpoint) ? 'Stable.' : 'May change with a version.']
}

/** Error codes that an operation may return with a status, including those of every operation of its kind. */
export function messageIds(endpoint: Endpoint, status: 400 | 403 | 404): MessageId[] {
  const general: MessageId[] = ['highway.project.error.forbidden', 'highway.user.error.forbidden']
  const missing: MessageId[] = ['highway.domain.error.not_found']
  const invalid: MessageId[] = []
  const parameters = listParameters(endpoint)
  if (parameters.some(({ schema }) => schema.minLength === 24)) invalid.push('highway.validation.error.invalid_id')
  const hasTextInPath = parameters.some(({ in: where, schema }) => where === 'path' && schema.minLength !== 24)
  if (endpoint.query || hasTextInPath) invalid.push('highway.validation.error.invalid_parameter')
  const hasBody = endpoint.body || endpoint.readsBytes
  if (hasBody) {
    invalid.push('highway.validation.error.invalid_payload', 'highway.request.error.malformed_json')
  }
  if (hasBody || endpoint.upload) invalid.push('highway.request.error.payload_too_large')
  const marked = [endpoint.query, endpoint.body].flatMap((schema) => (schema ? markedIds(schema) : []))
  const all = [...invalid, ...general, ...missing, ...endpoint.errors, ...marked]
  return [...new Set(all)].filter((messageId) => errors[messageId].status === status)
}

/** Error codes that a schema, or a part of it, names for violations. */
function markedIds(schema: object): MessageId[] {
  return Object.entries(schema).flatMap(([keyword, value]): MessageId[] => {
    if (keyword === MESSAGE_ID_KEYWORD) return [value as MessageId]
    if (keyword === MESSAGE_IDS_KEYWORD) return Object.values(value as Record<string, MessageId>)
    return typeof value === 'object' && value !== null ? markedIds(value) : []
  })
}

const meanings = {
  400: 'The request is not valid, or the state of the record does not allow it.',
  403: 'The user of the key may not do this, or not in this project.',
  404: 'The record does not exist (any more).',
}

/** Meaning of an error status and its codes, for readers. */
export function describeRefusal(endpoint: Endpoint, status: 400 | 403 | 404): string {
  const codes = messageIds(endpoint, status).map((messageId) => `- \`${messageId}\``)
  return codes.length === 0 ? meanings[status] : `${meanings[status]}\n\n${codes.join('\n')}`
}

/** One example body per code. */
export function refusalExamples(endpoint: Endpoint, status: 400 | 403 | 404): Record<string, { value: unknown }> {
  return Object.fromEntries(
    messageIds(endpoint, status).map((messageId) => [messageId, { value: exampleRefusal(messageId) }]),
  )
}

export const unauthorized = 'The API key is missing or not valid.'
/** The only error code of a 401. */
export const keyRefusal: MessageId = 'highway.apiKey.error.not_found'
export const tooManyRequests =
  'A rate limit is reached. The body does not follow the envelope; there is no Retry-After.'
export const internalError = 'Internal error, without a body.'

/** Success statuses with their schemas, ascending. */
export function successes(endpoint: Endpoint): { status: number; schema: JsonSchema | null; words: string }[] {
  const words: Record<number, string> = { 200: 'Done.', 201: 'Created.', 204: 'Done, without a body.' }
  return Object.entries(endpoint.response).map(([status, schema]) => ({
    status: Number(status),
    schema: schema === null ? null : plain(schema),
    words: words[Number(status)] ?? 'Done.',
  }))
}
