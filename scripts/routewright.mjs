// `npm run --silent routewright -- …`: the command line of the service, from a clone.

import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ROUTEWRIGHT_BIN } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'

await prepare()
// npm changes to the repository's root; file names on the command line are meant from where the person stands.
const typedIn = process.env.INIT_CWD
if (typedIn && existsSync(typedIn)) process.chdir(typedIn)
process.argv[1] = ROUTEWRIGHT_BIN
await import(pathToFileURL(ROUTEWRIGHT_BIN).href)
