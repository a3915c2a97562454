// `node scripts/build.mjs`: installs, generates and builds what the service needs, and starts nothing. For images and packages.

import { buildStale } from './lib/build.mjs'
import { prepare } from './lib/prepare.mjs'

await prepare()
await buildStale()
