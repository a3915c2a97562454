// `npm run docs`: builds the site of documents that the service shows at /docs. `npm run docs -- --serve 8090` builds and serves it, and again
// at every change; `--out FOLDER --base /ADDRESS/` builds it for another place.

import { join } from 'node:path'
import { ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'

await prepare()
process.exit(await run(process.execPath, [join(ROOT, 'apps/site/build/build-site.ts'), ...process.argv.slice(2)]))
