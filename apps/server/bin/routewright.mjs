#!/usr/bin/env node
// The command `routewright`: says so when Node is too old for the sources, else hands over to them.

import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { continueWithFrugalAllocator } from './allocator.mjs'

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`Routewright needs Node 24 or newer; this is Node ${process.versions.node}.`)
  console.error('In a clone, `npm run --silent routewright -- …` brings the right one along.')
  process.exit(1)
}
const args = process.argv.slice(2)
if (args[0] === 'start' || args[0] === 'serve') continueWithFrugalAllocator()
// The sources are TypeScript: what Node makes of them is kept in the clone, so that every later start takes half the work.
// Set in the environment, so that worker threads use it too; where the folder is read-only, Node goes without.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/routewright', import.meta.url))
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
if (args[0] === 'solve') {
  // Loading the whole service would cost a second of the optimizer's time.
  const { solve } = await import('../src/process/cli/solve-command.ts')
  await solve(args.slice(1))
} else {
  const { runCommandLine } = await import('../src/process/cli/program.ts')
  await runCommandLine(args)
}
