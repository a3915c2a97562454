// `npm run chaos [-- --kills 100 --troubles 20 --only kills,bookings,restarts,network,disk,disk-postgres,clock --seed 1 --database pglite,postgres]`:
// kill -9 in full swing, last places that many ask for, restarts of the database, a broken network, full disks, a wrong clock, and what is left afterwards.

import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { say } from './lib/say.mjs'

await prepare()
// Imported only now: it needs the installed dependencies.
const { providePostgres } = await import('./lib/test-postgres.mjs')
const postgres = await providePostgres()
const args = process.argv.slice(2)
if (!postgres.url && !args.includes('--database')) {
  say(`LEFT OUT: PostgreSQL (${postgres.why}); only the embedded database is put through it.`)
  args.push('--database', 'pglite')
}
// For what is restarted and filled up: not the one that others use.
const OWN_POSTGRES_MODULE = new URL('lib/test-postgres.mjs', import.meta.url).href
const env = {
  ...process.env,
  OWN_POSTGRES_MODULE,
  ...(postgres.url ? { TEST_DATABASE_URL: postgres.url, TEST_DATABASE: 'postgres' } : {}),
}
const code = await run(process.execPath, [join(ROOT, 'apps/server/test/scenarios/chaos.ts'), ...args], { env })
postgres.stop?.()
process.exit(code)
