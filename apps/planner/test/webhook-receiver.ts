// A program of the organization's that is told by webhooks, and checks who tells it.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ToldEvent {
  eventId: string
  // biome-ignore lint/suspicious/noExplicitAny: events of every shape
  data: any
  /** Whether it is signed with this secret, as Standard Webhooks 1.0 says. */
  isSignedWith(secret: string): boolean
}

export interface WebhookReceiver {
  url: string
  told: ToldEvent[]
  /** The status of responses from now on. */
  answerWith(status: number): void
  stop(): Promise<void>
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const told: ToldEvent[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { 'webhook-id': id, 'webhook-timestamp': moment, 'webhook-signature': signature } = request.headers
    const { event_id, data } = JSON.parse(body)
    told.push({
      eventId: event_id,
      data,
      isSignedWith(secret) {
        const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
        return signature === `v1,${createHmac('sha256', key).update(`${id}.${moment}.${body}`).digest('base64')}`
      },
    })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    told,
    answerWith(next) {
      status = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
