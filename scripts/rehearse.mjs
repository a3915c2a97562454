// `npm run rehearse [-- --apis 3 --workers 2 --clients 12 --calm 5 --drain 5 --upgrade-from FOLDER]`: several nodes, each restarted once under load.

import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { fail } from './lib/say.mjs'

await prepare()
// Imported only now: it needs the installed dependencies.
const { providePostgres } = await import('./lib/test-postgres.mjs')
const postgres = await providePostgres()
if (!postgres.url) fail(`Several processes share a PostgreSQL, and there is none: ${postgres.why}`)
const env = { ...process.env, TEST_DATABASE_URL: postgres.url }
const program = join(ROOT, 'apps/server/test/scenarios/rehearse.ts')
const code = await run(process.execPath, [program, ...process.argv.slice(2)], { env })
postgres.stop()
process.exit(code)
