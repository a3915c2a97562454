// `node scripts/generate.mjs`: makes the generated sources, for what is not started by one of the other scripts (packing the client).

import { prepare } from './lib/prepare.mjs'

await prepare()
