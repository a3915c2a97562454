// A refusal: thrown by rules, turned into the error envelope by one handler (http/errors.ts).
import { type ErrorDetails, errorBody, errors, type MessageId } from '@routewright/contract'

export class ApiError extends Error {
  readonly messageId: MessageId
  readonly details: ErrorDetails
  readonly status: number

  constructor(messageId: MessageId, details: ErrorDetails = {}) {
    super(errorBody(messageId, details).message)
    this.name = 'ApiError'
    this.messageId = messageId
    this.details = details
    this.status = errors[messageId].status
  }
}

/** The refusal with this id; `details` fill the placeholders of its text. */
export function apiError(messageId: MessageId, details?: ErrorDetails): ApiError {
  return new ApiError(messageId, details)
}

/** 404 `highway.domain.error.not_found`: the record does not exist, was deleted, or is another organization's. */
export function notFound(resource: string, id: string): ApiError {
  return new ApiError('highway.domain.error.not_found', { resource, id })
}
