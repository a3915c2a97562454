// `npm run demo:day`: a whole day of real work to watch, on a service of its own that is gone afterwards.

import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { say } from './lib/say.mjs'

await prepare()
say('Starting a service of its own …')
process.exit(
  await run(process.execPath, [join(ROOT, 'apps/server/test/scenarios/demo-day.ts'), ...process.argv.slice(2)]),
)
