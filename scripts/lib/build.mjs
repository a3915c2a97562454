// Builds the workspaces that have a build script and whose sources are newer than what they built. The server has none.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestMs, oldestMs } from './file-ages.mjs'
import { listWorkspaces, ROOT } from './paths.mjs'
import { runNpm } from './run.mjs'
import { fail, say } from './say.mjs'

/** Builds what was never built or is older than its sources. */
export async function buildStale() {
  await build(listWorkspaces().filter((workspace) => hasBuild(workspace) && isStale(workspace)))
}

/** Builds what was never built, for whom pages of an hour ago are good enough. */
export async function buildMissing() {
  await build(listWorkspaces().filter((workspace) => hasBuild(workspace) && !existsSync(join(ROOT, workspace, 'dist'))))
}

/** Runs `npm run build` in each; apps depend on packages, and packages come first. */
async function build(workspaces) {
  for (const workspace of workspaces) {
    say(`Building ${workspace} …`)
    const code = await runNpm(['run', '--silent', 'build', '-w', workspace])
    if (code !== 0) fail(`Building ${workspace} failed with code ${code}.`)
  }
}

function hasBuild(workspace) {
  return Boolean(readManifest(workspace).scripts?.build)
}

function readManifest(workspace) {
  return JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8'))
}

/** Whether any source of the workspace, or of the packages it may use, is younger than its dist folder; or of what its manifest names in `madeOf`. */
function isStale(workspace) {
  const dist = join(ROOT, workspace, 'dist')
  if (!existsSync(dist)) return true
  const builtMs = oldestMs(dist)
  const used = listWorkspaces().filter((path) => path.startsWith('packages/') && path !== workspace)
  const sources = [workspace, ...(readManifest(workspace).madeOf ?? used)].map((path) => join(ROOT, path))
  return [join(ROOT, 'package-lock.json'), ...sources].some((path) => newestMs(path) > builtMs)
}
