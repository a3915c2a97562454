// `npm start`: from a fresh clone to the running service with its demo day.

import { pathToFileURL } from 'node:url'
import { continueWithFrugalAllocator } from '../apps/server/bin/allocator.mjs'
import { buildStale } from './lib/build.mjs'
import { ROUTEWRIGHT_BIN } from './lib/paths.mjs'
import { prepare, standWhereTyped } from './lib/prepare.mjs'
import { say } from './lib/say.mjs'

// At the beginning: what watches over this process would not outlive a later one.
continueWithFrugalAllocator()
await prepare()
await buildStale()
standWhereTyped()
say('Starting Routewright …')
process.argv.splice(1, 1, ROUTEWRIGHT_BIN, 'start')
await import(pathToFileURL(ROUTEWRIGHT_BIN).href)
