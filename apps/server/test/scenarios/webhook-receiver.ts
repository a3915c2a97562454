// A webhook receiver on loopback: returns 204 and keeps every delivery, drops repeats as the specification says.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '@routewright/contract'

export interface Receiver {
  readonly url: string
  /** Every delivery in the order of arrival, repeats included. */
  readonly deliveries: readonly WebhookEvent[]
  /** The first delivery of each (event_id, data.id, data.updated_at), in the order of arrival. */
  distinct(): WebhookEvent[]
  close(): Promise<void>
}

export interface ReceiverOptions {
  /** Delay before it responds. */
  delayMilliseconds?: number
}

export async function openReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const deliveries: WebhookEvent[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      deliveries.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as WebhookEvent)
      setTimeout(() => response.writeHead(204).end(), options.delayMilliseconds ?? 0)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/events?token=known-to-both`,
    deliveries,
    distinct: () => [...new Map(deliveries.toReversed().map((event) => [getKey(event), event])).values()].reverse(),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The deduplication key of the specification. */
export function getKey({ event_id, data }: WebhookEvent): string {
  return `${event_id} ${data.id} ${data.updated_at}`
}
