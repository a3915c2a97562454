// Additional ports that need no key: on loopback unless another address is set.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Log } from '../platform/log.ts'

export interface OpenPort {
  port: number
  close(): Promise<void>
}

export interface OpenPortOptions {
  host: string
  /** 0 lets the system choose. */
  port: number
  log: Log
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Programs that know only GET send a thousand places in one address. */
const maxHeaderBytes = 1_048_576

/** Listens until it is closed. A call that fails is logged and gets a 500. Rejects when the port cannot be had. */
export async function openPort({ host, port, log, answer }: OpenPortOptions): Promise<OpenPort> {
  const server = createServer({ maxHeaderSize: maxHeaderBytes }, async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      log.error({ err: error }, 'a call on an open port failed')
      if (!response.headersSent) response.writeHead(500)
      response.end()
    }
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, listening)
  })
  const address = server.address()
  return {
    port: address && typeof address === 'object' ? address.port : port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
