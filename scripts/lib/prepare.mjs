// The first steps of every script: dependencies in place, Node 24, generated sources. Free of dependencies itself, fit for Node 20.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { generateStale } from './generate.mjs'
import { ensureInstalled } from './install.mjs'
import { ROOT } from './paths.mjs'
import { continueOnNode24 } from './runtime.mjs'

/** Returns under Node 24 with everything installed and generated. */
export async function prepare() {
  await ensureInstalled()
  await continueOnNode24()
  await generateStale()
}

/**
 * npm changes to the repository's root; file names on the command line are meant from where the person stands.
 * Without a choice of their own the data stays in the clone, wherever the command was typed.
 */
export function standWhereTyped() {
  process.env.DATA_DIR ||= join(ROOT, '.routewright')
  const typedIn = process.env.INIT_CWD
  if (typedIn && existsSync(typedIn)) process.chdir(typedIn)
}
