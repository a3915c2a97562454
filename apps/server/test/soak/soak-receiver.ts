// A receiver of webhooks that keeps nothing but counts, and may be told to be slow or to refuse.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '@routewright/contract'

export type Behaviour = 'well' | 'refusing' | 'slow'

export interface SoakReceiver {
  readonly url: string
  behaviour: Behaviour
  /** Deliveries it accepted, and those it refused on purpose. */
  readonly accepted: number
  readonly refused: number
  close(): Promise<void>
}

const slowMilliseconds = 4_000

export async function openSoakReceiver(onEvent: (event: WebhookEvent) => void = () => {}): Promise<SoakReceiver> {
  let accepted = 0
  let asked = 0
  let behaviour: Behaviour = 'well'
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    // A sender that is gone in the middle sends again.
    request.on('error', () => {})
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked += 1
    // Every second one: a receiver that refuses fifty times in a row would rightly be switched off.
    if (behaviour === 'refusing' && asked % 2 === 0) return void response.writeHead(503).end()
    accepted += 1
    onEvent(JSON.parse(Buffer.concat(chunks).toString('utf8')) as WebhookEvent)
    setTimeout(() => response.writeHead(204).end(), behaviour === 'slow' ? slowMilliseconds : 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events`,
    get behaviour() {
      return behaviour
    },
    set behaviour(next) {
      behaviour = next
    },
    get accepted() {
      return accepted
    },
    get refused() {
      return asked - accepted
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
