// Notes which operations a database answered, so that a whole run of the tests can be held to have asked all of each database.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metrics } from '../src/frame/platform/metrics.ts'

/**
 * Leaves a file in the folder that ROUTEWRIGHT_TEST_ANSWERED names, with the operations that a server answered as they should be: not
 * with a refusal. Without that setting nobody wants to know.
 */
export async function noteAnswered(database: 'pglite' | 'postgres', { registry }: Metrics): Promise<void> {
  const folder = process.env.ROUTEWRIGHT_TEST_ANSWERED
  if (!folder) return
  const operations = await listAnswered(registry)
  writeFileSync(join(folder, `${randomBytes(8).toString('hex')}.json`), JSON.stringify({ database, operations }))
}

async function listAnswered(registry: Metrics['registry']): Promise<string[]> {
  const requests = await registry.getSingleMetric('http_request_duration_seconds')!.get()
  const answered = requests.values.filter(({ labels }) => Number(labels.status) < 400)
  return [...new Set(answered.map(({ labels }) => String(labels.operation)))]
}
