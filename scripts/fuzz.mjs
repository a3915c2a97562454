// `npm run fuzz [-- --requests 50000 --seed N]`: hostile requests to a service of its own; fails at any 5xx, hang or dropped connection.

import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { say } from './lib/say.mjs'

await prepare()
say('Starting a service of its own …')
process.exit(await run(process.execPath, [join(ROOT, 'apps/server/test/fuzz/fuzz.ts'), ...process.argv.slice(2)]))
