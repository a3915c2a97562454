// Starts `webhook-server.ts` with an empty folder, and ends both.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Serving } from './served.ts'

/** The service with this number of subscriptions, `/0` and so on of the receiver. */
export async function startWebhookServer(receiverUrl: string, subscriptions: number) {
  const directory = mkdtempSync(join(tmpdir(), 'routewright-webhooks-'))
  const child = fork(new URL('./webhook-server.ts', import.meta.url), [directory, receiverUrl, String(subscriptions)])
  const [serving] = (await once(child, 'message')) as [Serving]
  return {
    serving,
    async stop() {
      child.send({ type: 'stop' })
      await once(child, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
