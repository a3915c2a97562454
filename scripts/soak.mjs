// `npm run soak [-- --minutes 120 --drivers 100 --pages 50 --database postgres|pglite --samples FILE]`: a mixed load for hours.

import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { fail, say } from './lib/say.mjs'

await prepare()
// Imported only now: it needs the installed dependencies.
const { providePostgres } = await import('./lib/test-postgres.mjs')
const args = process.argv.slice(2)
const isEmbedded = /--database[= ]pglite/.test(args.join(' '))
const postgres = isEmbedded ? {} : await providePostgres()
if (!isEmbedded && !postgres.url) fail(`There is no PostgreSQL (${postgres.why}). Add --database pglite.`)
const env = { ...process.env, ...(postgres.url ? { TEST_DATABASE_URL: postgres.url } : {}) }
say('Starting a service of its own …')
const code = await run(process.execPath, [join(ROOT, 'apps/server/test/soak/soak.ts'), ...args], { env })
postgres.stop?.()
process.exit(code)
