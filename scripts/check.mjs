// `npm run check`: everything that can be said about the code without running the service.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { listWorkspaces, ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run, runTool } from './lib/run.mjs'
import { say } from './lib/say.mjs'

await prepare()
const checks = [
  ['types', () => runTool('typescript/bin/tsc', ['-p', '.'])],
  ['types of the web applications', () => runTool('typescript/bin/tsc', ['-p', 'tsconfig.web.json'])],
  ["types of the recipients' page", () => runTool('typescript/bin/tsc', ['-p', 'apps/tracking'])],
  ['format and lint', () => runTool('@biomejs/biome/bin/biome', ['check', '.'])],
  ['unused files, exports and dependencies', () => runTool('knip/bin/knip.js', ['--no-progress'])],
  ['import and repository rules', () => runTool('vitest/vitest.mjs', ['run', '--project=unit', 'test/architecture'])],
  ['licences of everything that ships', () => run(process.execPath, [join(ROOT, 'scripts/licences.mjs')])],
  ...listGenerators().map((path) => [
    `generated pages of ${path}`,
    () => run(process.execPath, [join(ROOT, path), '--check']),
  ]),
]

const failures = []
for (const [name, check] of checks) {
  say(`Checking ${name} …`)
  if ((await check()) !== 0) failures.push(name)
}
for (const name of failures) console.log(`FAILED: ${name}`)
console.log(`${checks.length - failures.length} of ${checks.length} checks passed`)
process.exit(failures.length > 0 ? 1 : 0)

/** Scripts that write pages of docs/ from the code; each takes --check and fails when a page is stale. */
function listGenerators() {
  return listWorkspaces().flatMap((workspace) => {
    const folder = join(ROOT, workspace, 'scripts')
    if (!existsSync(folder)) return []
    const files = readdirSync(folder).filter((name) => /^generate-.*\.ts$/.test(name))
    return files.map((name) => `${workspace}/scripts/${name}`)
  })
}
