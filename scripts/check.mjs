// `npm run check`: everything that can be said about the code without running the service.
// `npm run check -- --after-tests` leaves out what `npm test`, which just ran, has checked.

import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { listWorkspaces, ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { runGathered } from './lib/run.mjs'
import { say } from './lib/say.mjs'

await prepare()
/** Title of each check, and its script with arguments. Long ones first, so that the others run meanwhile. */
const checks = [
  ['unused files, exports and dependencies', 'node_modules/knip/bin/knip.js', '--no-progress'],
  ['types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  ['types of the web applications', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json'],
  ["types of the recipients' page", 'node_modules/typescript/bin/tsc', '-p', 'apps/tracking'],
  ...(process.argv.includes('--after-tests') ? [] : [listTested()]),
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '.'],
  ['licences of everything that ships', 'scripts/licences.mjs'],
  ...listGenerators().map((path) => [`generated pages of ${path}`, path, '--check']),
]
const waiting = [...checks]
const failures = []
// One on each processor: few of them use more than one all the time.
await Promise.all(Array.from({ length: availableParallelism() }, checkNext))
for (const name of failures) console.log(`FAILED: ${name}`)
console.log(`${checks.length - failures.length} of ${checks.length} checks passed`)
process.exit(failures.length > 0 ? 1 : 0)

/** Takes one check after the other; what each says stands together, below its name. */
async function checkNext() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const [name, script, ...args] = check
    const { code, out } = await runGathered(process.execPath, [join(ROOT, script), ...args])
    say(`Checked ${name}.`)
    process.stdout.write(out)
    if (code !== 0) failures.push(name)
  }
}

/** Rules about imports and files, which are tests as well. */
function listTested() {
  return ['import and repository rules', 'node_modules/vitest/vitest.mjs', 'run', '--project=unit', 'test/architecture']
}

/** Scripts that write pages of docs/ from the code; each takes --check and fails when a page is stale. */
function listGenerators() {
  return listWorkspaces().flatMap((workspace) => {
    const folder = join(ROOT, workspace, 'scripts')
    if (!existsSync(folder)) return []
    const files = readdirSync(folder).filter((name) => /^generate-.*\.ts$/.test(name))
    return files.map((name) => `${workspace}/scripts/${name}`)
  })
}
