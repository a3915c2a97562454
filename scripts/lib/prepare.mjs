// The first two steps of every script: dependencies in place, then Node 24. Free of dependencies itself, fit for Node 20.

import { ensureInstalled } from './install.mjs'
import { continueOnNode24 } from './runtime.mjs'

/** Returns under Node 24 with everything installed. */
export async function prepare() {
  await ensureInstalled()
  await continueOnNode24()
}
