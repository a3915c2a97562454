// Refusals of the server: thrown ones, errors found by the database or the framework, and the one handler for all.
import { errorBody, tooManyRequestsBody } from '@routewright/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, apiError, invalidPayload } from '../platform/api-error.ts'

export class RateLimitError extends Error {}

/** Errors of PostgreSQL for input that passed validation: the caller's fault, not the server's. */
const inputStates: Record<string, string> = {
  '22P05': 'holds a character that cannot be stored',
  '22021': 'holds a character that cannot be stored',
  '22P02': 'holds a value of the wrong form',
  '22003': 'holds a number out of range',
  '22007': 'holds a date that cannot be read',
  '22008': 'holds a date out of range',
  '22001': 'holds a text that is too long',
  '54000': 'is too complex',
}

/** Returns the refusal that an error means, or undefined when it is a failure of the server. */
export function findRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code, statusCode, limit } = error as { code?: string; statusCode?: number; limit?: number }
  if (typeof code !== 'string') return undefined
  const reason = inputStates[code]
  if (reason) return invalidPayload('body', reason)
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return apiError('highway.request.error.payload_too_large', { limit })
  if (code.startsWith('FST_') && statusCode && statusCode >= 400 && statusCode < 500) {
    return apiError('highway.request.error.malformed_json', { reason: (error as Error).message })
  }
  return undefined
}

/** Responds to every error of every request. Failures are logged with their cause, which the response does not contain. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof RateLimitError) {
    sendJson(reply, 429, tooManyRequestsBody)
    return
  }
  const limit = request.routeOptions.bodyLimit
  const refusal = findRefusal(Object.assign(error, { limit }))
  if (refusal) {
    if (refusal.messageId === 'highway.plan.error.changed_meanwhile') tellWhoChanged(reply, refusal)
    if (refusal.details.broken !== undefined) tellBroken(reply, refusal)
    sendJson(reply, refusal.status, { message: refusal.message, message_id: refusal.messageId })
    return
  }
  if ((error as { code?: string }).code === 'ECONNRESET' && request.raw.complete === false) {
    // The client hung up in the middle of its body: nobody gets a response, and the server did not fail.
    request.log.info('the sender hung up')
    reply.code(400).send()
    return
  }
  request.log.error({ err: error }, 'request failed')
  if (request.server.disk.note(error)) {
    sendJson(reply, 500, errorBody('highway.storage.error.full'))
    return
  }
  reply.code(500).removeHeader('content-type')
  reply.send()
}

/** Adds headers for applications that show the conflict in their own words; the body stays the usual one of refusals. */
function tellWhoChanged(reply: FastifyReply, { details }: ApiError): void {
  const { who = '', at = '' } = details
  reply.header('x-changed-by', encodeURIComponent(String(who))).header('x-changed-at', String(at))
}

/** Adds a header with the first of the promises whose breaking requires consent. */
function tellBroken(reply: FastifyReply, { details }: ApiError): void {
  reply.header('x-broken-promises', encodeURIComponent(String(details.broken)))
}

/** Responds with 404: an unknown path and a known one with another method look alike (R14). */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  const { message, messageId } = unknownPath(request)
  sendJson(reply, 404, { message, message_id: messageId })
}

export function unknownPath({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): ApiError {
  return apiError('highway.api.error.not_found', { method, path: url.split('?', 1)[0]!.slice(0, 200) })
}

export function sendJson(reply: FastifyReply, status: number, body: unknown): void {
  reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body))
}
