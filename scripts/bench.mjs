// `npm run bench [-- name [options]]`: one benchmark by name, or the quick form of all of them.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { listWorkspaces, ROOT } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { run } from './lib/run.mjs'
import { fail, say } from './lib/say.mjs'

await prepare()
const benches = listBenches()
const [name, ...options] = process.argv.slice(2)
if (name === '--list') {
  for (const bench of benches) console.log(`${bench.name.padEnd(16)} ${bench.path}`)
  process.exit(0)
}
const asked = name && !name.startsWith('-') ? benches.filter((bench) => bench.name === name) : benches
if (asked.length === 0) fail(`No benchmark is called "${name}". There are: ${benches.map((b) => b.name).join(', ')}`)
// Without a name everything runs, and then each in its quick form unless an option says otherwise.
const passed = asked === benches ? (process.argv.length > 2 ? process.argv.slice(2) : ['--quick']) : options

let worst = 0
for (const bench of asked) {
  say(`${bench.name}: ${bench.path} ${passed.join(' ')}`)
  const code = await run(process.execPath, ['--expose-gc', join(ROOT, bench.path), ...passed])
  if (code !== 0) say(`${bench.name} ended with code ${code}`)
  worst = Math.max(worst, code)
}
process.exit(worst)

/** A package's bench.ts is called like its workspace, an app's benchmarks like their files; what they import is none. */
function listBenches() {
  return listWorkspaces().flatMap((workspace) => {
    const folder = join(ROOT, workspace, 'bench')
    if (!existsSync(folder)) return []
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'))
    const isBench = (file) => file === 'bench.ts' || !texts.some((text) => text.includes(`./${file}`))
    return files
      .filter((file) => (workspace.startsWith('apps/') ? isBench(file) : file === 'bench.ts'))
      .sort()
      .map((file) => ({
        name: file === 'bench.ts' ? basename(workspace) : basename(file, '.ts'),
        path: `${workspace}/bench/${file}`,
      }))
  })
}
