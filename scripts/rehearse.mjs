// `npm run rehearse [-- --apis 3 --workers 2 --clients 12 --calm 5 --drain 5 --upgrade-from FOLDER --pgbouncer]`: several nodes,
// each restarted once under load; with --pgbouncer through a pooler.

import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { fail } from './lib/say.mjs'

await prepare()
// Imported only now: it needs the installed dependencies.
const { providePostgres } = await import('./lib/test-postgres.mjs')
const { providePgbouncer } = await import('./lib/test-pgbouncer.mjs')
const postgres = await providePostgres()
if (!postgres.url) fail(`Several processes share a PostgreSQL, and there is none: ${postgres.why}`)
const env = { ...process.env, TEST_DATABASE_URL: postgres.url }
const args = process.argv.slice(2)
const isPooled = args.includes('--pgbouncer')
const pgbouncer = isPooled ? await providePgbouncer(postgres.url) : undefined
if (isPooled && !pgbouncer.url) fail(`There is no PgBouncer: ${pgbouncer.why}`)
if (isPooled) env.TEST_POOLER_URL = pgbouncer.url
const program = join(ROOT, 'apps/server/test/scenarios/rehearse.ts')
const code = await run(process.execPath, [program, ...args.filter((arg) => arg !== '--pgbouncer')], { env })
pgbouncer?.stop()
postgres.stop()
process.exit(code)
