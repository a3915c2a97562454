// The only error that calls throw, whatever the cause.

export interface FailureDetails {
  operation: string
  /** HTTP status; 0 when no response arrived. */
  status: number
  /** Stable code, highway.<context>.error.<reason>: branch on it. Undefined for 429, 500 and lost responses. */
  messageId?: string
  /** The response's x-request-id, which is also in the service's log. */
  requestId?: string
  cause?: unknown
}

/** A rejected or failed call. Never contains the address of the request, because the key is part of it. */
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
