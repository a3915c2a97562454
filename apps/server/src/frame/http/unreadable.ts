// Responds to bytes that never become a request: no HTTP, or too long headers.
import type { Socket } from 'node:net'
import { ApiError } from '../platform/api-error.ts'

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'must not have an address and headers of more than 16 KiB',
}

/** Refuses like any other request, and closes the connection with notice, so that the caller does not reuse it. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const reason = reasons[error.code ?? ''] ?? 'is not readable as HTTP'
  const { message, messageId } = new ApiError('highway.validation.error.invalid_parameter', {
    place: 'request',
    reason,
  })
  const body = JSON.stringify({ message, message_id: messageId })
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
