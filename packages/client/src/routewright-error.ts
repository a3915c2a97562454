// The one error that calls end with, whatever went wrong on the way.

export interface FailureDetails {
  operation: string
  /** HTTP status; 0 when no answer arrived. */
  status: number
  /** Stable code, highway.<context>.error.<reason>: branch on it. Missing for 429, 500 and lost answers. */
  messageId?: string
  /** The answer's x-request-id, which the service's log also has. */
  requestId?: string
  cause?: unknown
}

/** A refused or failed call. Never holds the address of the request, because the key is part of it. */
export class RoutewrightError extends Error {
  override readonly name = 'RoutewrightError'
  readonly operation: string
  readonly status: number
  readonly messageId: string | undefined
  readonly requestId: string | undefined

  constructor(message: string, { operation, status, messageId, requestId, cause }: FailureDetails) {
    super(message, cause === undefined ? undefined : { cause })
    this.operation = operation
    this.status = status
    this.messageId = messageId
    this.requestId = requestId
  }
}
