// Makes the sources that are written from the contract and kept out of the repository, when one of them is missing or old.

import { join } from 'node:path'
import { newestMs, oldestMs } from './file-ages.mjs'
import { ROOT } from './paths.mjs'
import { run } from './run.mjs'
import { fail, say } from './say.mjs'

const GENERATOR = 'packages/client/scripts/generate-sources.ts'
const GENERATED = ['operations.ts', 'wire.ts', 'app-operations.ts'].map((name) =>
  join(ROOT, 'packages/client/src/generated', name),
)
const FROM = ['packages/contract/src', 'packages/client/scripts'].map((path) => join(ROOT, path))

/** A second at most, and only where something changed. */
export async function generateStale() {
  const madeMs = Math.min(...GENERATED.map((path) => oldestMs(path, 0)))
  if (FROM.every((path) => newestMs(path) < madeMs)) return
  say('Writing the typed operations from the contract …')
  const code = await run(process.execPath, [join(ROOT, GENERATOR)], { stdio: ['ignore', 2, 2] })
  if (code !== 0) fail(`${GENERATOR} failed with code ${code}.`)
}
