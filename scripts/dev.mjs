// `npm run dev`: the service with its demo day, started again whenever a source changes.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listWorkspaces, ROOT, ROUTEWRIGHT_BIN } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'

await prepare()
const watched = listWorkspaces()
  .flatMap((path) => ['src', 'migrations'].map((folder) => join(ROOT, path, folder)))
  .filter((path) => existsSync(path))
  .map((path) => `--watch-path=${path}`)
const code = await run(process.execPath, [
  '--watch',
  '--watch-preserve-output',
  ...watched,
  ROUTEWRIGHT_BIN,
  'start',
  ...process.argv.slice(2),
])
process.exit(code)
