// Writes docs/status.md: the declared operations without a handler. With --check it only tells whether the page is stale.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { statusPage } from '@routewright/contract'
import { readConfig } from '../src/frame/platform/config.ts'
import { createServer } from '../src/process/server.ts'

const file = new URL('../../../docs/status.md', import.meta.url)

/** Lists the operations that a server in memory really mounts. */
async function listMounted(): Promise<string[]> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-status-'))
  const server = await createServer(readConfig({}, { dataDirectory, logLevel: 'fatal' }), { inMemory: true })
  const mounted = [...server.app.mounted.keys()]
  await server.stop()
  rmSync(dataDirectory, { recursive: true, force: true })
  return mounted
}

const page = statusPage(await listMounted())
if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/status.md is stale; run node apps/server/scripts/generate-status.ts')
  process.exitCode = 1
}
