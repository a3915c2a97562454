// `npm run bench [-- name [options]]`: one benchmark by name, or the quick form of all of them.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildStale } from './lib/build.mjs'
import { ROOT } from './lib/paths.mjs'
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

// The service's measurements open its pages, which must be those of the sources.
if (asked.some(({ path }) => path.startsWith('bench/'))) await buildStale()

let worst = 0
for (const bench of asked) {
  say(`${bench.name}: ${bench.path} ${passed.join(' ')}`)
  const code = await run(process.execPath, ['--expose-gc', join(ROOT, bench.path), ...passed])
  if (code !== 0) say(`${bench.name} ended with code ${code}`)
  worst = Math.max(worst, code)
}
process.exit(worst)

/**
 * Lists the benchmarks. Those of optimizer and road engine are called like the package; two about addresses and three about whole
 * countries are next to it; the others are in bench/, called like their files. A file that another one imports is a part of that
 * one.
 */
function listBenches() {
  const ofPackages = ['solver', 'roads'].map((name) => ({ name, path: `packages/${name}/bench/bench.ts` }))
  const folders = readdirSync(join(ROOT, 'bench')).map((name) => `bench/${name}`)
  const besideRoads = ['addresses', 'streets', 'country', 'country-addresses', 'country-map'].map((name) => ({
    name,
    path: `packages/roads/bench/${name}.ts`,
  }))
  return [...folders.flatMap(listBenchesIn), ...ofPackages, ...besideRoads]
}

function listBenchesIn(folder) {
  const files = readdirSync(join(ROOT, folder)).filter((file) => file.endsWith('.ts'))
  const texts = files.map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))
  return files
    .filter((file) => !texts.some((text) => text.includes(`./${file}`)))
    .sort()
    .map((file) => ({ name: basename(file, '.ts'), path: `${folder}/${file}` }))
}
