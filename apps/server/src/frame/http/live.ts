// Live pages: server-sent events to one connection, and notifications about a plan for modules with streams of their own.
import type { FastifyReply } from 'fastify'
import type { App } from './server.ts'

export interface EventStream {
  /** Returns false when the connection is too slow and nothing was written. */
  send(event: string, data: unknown, id?: string): boolean
  /** True when everything written so far has been sent. */
  readonly isDrained: boolean
  readonly isClosed: boolean
  close(): void
}

/** Most bytes that may wait for a slow reader. */
const mostWaitingBytes = 4 * 1024 * 1024
/** A reader whose buffer stays full for this long counts as gone. */
const stuckMilliseconds = 60_000

/** Ends every stream of the server, after sending the reason. */
export function closeStreams(app: App): void {
  for (const stream of [...app.streams]) {
    stream.send('end', { reason: 'shutting_down' })
    stream.close()
  }
}

/**
 * Calls `onNews` after every committed change of the plan, in whatever process, and whenever one may have been missed; until the
 * returned function is called. The caller reads the changes itself.
 */
export function followPlan(app: App, planId: string, onNews: () => void): () => void {
  return app.services.live.subscribe({ planId }, { onNotice: onNews, onMissed: onNews })
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Reverse proxies must pass every event on at once.
  'x-accel-buffering': 'no',
  // A stopping server must not wait for further requests over this connection.
  connection: 'close',
}

/** Responds with a stream; `onClose` runs once, whichever side ends it. */
export function openEventStream(app: App, reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, streamHeaders)
  raw.socket?.setTimeout(0)
  raw.socket?.setNoDelay(true)
  let isClosed = false
  let behindSince: number | undefined
  const close = () => {
    if (isClosed) return
    isClosed = true
    app.streams.delete(stream)
    onClose()
    raw.end()
  }
  raw.on('close', close)
  raw.on('error', close)
  raw.write('retry: 2000\n\n')
  const stream: EventStream = {
    send(event, data, id) {
      if (isClosed) return false
      if (raw.writableLength > mostWaitingBytes) {
        behindSince ??= Date.now()
        if (Date.now() - behindSince > stuckMilliseconds) raw.destroy()
        return false
      }
      behindSince = undefined
      const text = typeof data === 'string' ? data : JSON.stringify(data)
      raw.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${text}\n\n`)
      return true
    },
    get isDrained() {
      return raw.writableLength === 0
    },
    get isClosed() {
      return isClosed
    },
    close,
  }
  app.streams.add(stream)
  return stream
}
