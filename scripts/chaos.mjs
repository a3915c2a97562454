// `npm run chaos [-- --kills 100 --seed 1 --database pglite,postgres]`: kill -9 in full swing, and what is left afterwards.

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
  say(`LEFT OUT: PostgreSQL (${postgres.why}); only the embedded database is shot at.`)
  args.push('--database', 'pglite')
}
const env = { ...process.env, ...(postgres.url ? { TEST_DATABASE_URL: postgres.url } : {}) }
const code = await run(process.execPath, [join(ROOT, 'apps/server/test/scenarios/chaos.ts'), ...args], { env })
postgres.stop?.()
process.exit(code)
