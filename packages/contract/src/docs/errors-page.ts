// docs/errors.md: every message_id with its status, its text and the operations that return it.

import { endpoints } from '../all-endpoints.ts'
import { messageIds } from '../describe/operation.ts'
import { type ErrorDeclaration, errors, type MessageId } from '../errors.ts'
import { CONTRACT_SCRIPT, code, page, table } from './markdown.ts'

const statuses = [400, 401, 403, 404, 410, 500] as const
const meanings: Record<(typeof statuses)[number], string> = {
  400: 'the request is not valid, or the state of the record does not allow it',
  401: 'the key is missing or not valid',
  403: 'the user of the key has no right',
  404: 'the record or the operation does not exist',
  410: 'the operation was withdrawn',
  500: 'the service failed',
}

export function errorsPage(): string {
  const sections = statuses.map((status) => `## ${status}: ${meanings[status]}\n\n${sectionTable(status)}`)
  return page(
    CONTRACT_SCRIPT,
    'Errors',
    [
      'A refusal carries `{"message": "…", "message_id": "highway.<context>.error.<reason>"}`. Branch on the whole',
      '`message_id`; the wording of `message` may change at any time. Words in braces are filled in.',
      '',
      'Outside this envelope: a 429 carries `{"statusCode":429,"error":"Too Many Requests","message":"…"}`, without',
      '`message_id` and without Retry-After; a 500 has an empty body unless it is one of those below.',
    ].join('\n'),
    ...sections,
  )
}

function sectionTable(status: ErrorDeclaration['status']): string {
  const rows = (Object.keys(errors) as MessageId[])
    .filter((messageId) => errors[messageId].status === status)
    .map((messageId) => [code(messageId), errors[messageId].text, getOperations(messageId)])
  return table(['message_id', 'Text', 'Operations'], rows)
}

/** Operations that return an error; general codes belong to nearly all and are not listed one by one. */
function getOperations(messageId: MessageId): string {
  const own = endpoints.filter((endpoint) => endpoint.errors?.includes(messageId))
  if (own.length > 0) return own.map(({ operationId }) => operationId).join(', ')
  const general = endpoints.some((endpoint) =>
    ([400, 403, 404] as const).some((status) => messageIds(endpoint, status).includes(messageId)),
  )
  if (general) return 'every operation that it fits'
  return messageId === 'highway.apiKey.error.not_found' ? 'every operation with a key' : 'any request'
}
