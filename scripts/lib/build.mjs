// Builds the workspaces that have a build script and whose sources are newer than what they built. The server has none.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listWorkspaces, ROOT } from './paths.mjs'
import { runNpm } from './run.mjs'
import { fail, say } from './say.mjs'

/** Runs `npm run build` where needed; apps depend on packages, so packages come first. */
export async function buildStale() {
  const stale = listWorkspaces().filter((workspace) => hasBuild(workspace) && isStale(workspace))
  for (const workspace of stale) {
    say(`Building ${workspace} …`)
    const code = await runNpm(['run', '--silent', 'build', '-w', workspace])
    if (code !== 0) fail(`Building ${workspace} failed with code ${code}.`)
  }
}

function hasBuild(workspace) {
  return Boolean(JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')).scripts?.build)
}

/** Whether any source of the workspace, or of the packages it may use, is younger than its dist folder. */
function isStale(workspace) {
  const dist = join(ROOT, workspace, 'dist')
  if (!existsSync(dist)) return true
  const builtMs = oldestMs(dist)
  const used = listWorkspaces().filter((path) => path.startsWith('packages/') && path !== workspace)
  const sources = [workspace, ...used].map((path) => join(ROOT, path))
  return [join(ROOT, 'package-lock.json'), ...sources].some((path) => newestMs(path) > builtMs)
}

function newestMs(path) {
  return fold(path, Math.max, 0)
}

function oldestMs(path) {
  return fold(path, Math.min, Number.POSITIVE_INFINITY)
}

function fold(path, pick, start) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return start
  if (!stat.isDirectory()) return pick(start, stat.mtimeMs)
  let result = start
  for (const name of readdirSync(path)) {
    if (name === 'node_modules' || name === 'dist' || name.startsWith('.')) continue
    result = fold(join(path, name), pick, result)
  }
  return result
}
