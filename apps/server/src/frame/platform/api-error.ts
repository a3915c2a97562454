// A refusal: thrown by rules, and converted to the error body by one handler (http/errors.ts).
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

/** Error for an invalid value at this path of the body. */
export function invalidPayload(place: string, reason: string): ApiError {
  return new ApiError('highway.validation.error.invalid_payload', { place, reason })
}

/** The same for a parameter of the path or the query. */
export function invalidParameter(place: string, reason: string): ApiError {
  return new ApiError('highway.validation.error.invalid_parameter', { place, reason })
}

/** 404 `highway.domain.error.not_found`: the record does not exist, was deleted, or is another organization's. */
export function notFound(resource: string, id: string): ApiError {
  return new ApiError('highway.domain.error.not_found', { resource, id })
}
