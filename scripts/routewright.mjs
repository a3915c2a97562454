// `npm run --silent routewright -- …`: the command line of the service, from a clone.

import { pathToFileURL } from 'node:url'
import { ROUTEWRIGHT_BIN } from './lib/paths.mjs'
import { prepare, standWhereTyped } from './lib/prepare.mjs'

await prepare()
standWhereTyped()
process.argv[1] = ROUTEWRIGHT_BIN
await import(pathToFileURL(ROUTEWRIGHT_BIN).href)
