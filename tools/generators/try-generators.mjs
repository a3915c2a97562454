// Makes clients of the running service with generators that others wrote, compiles each strictly, and lets each make a plan, optimize
// it and report a stop: `ROUTEWRIGHT_URL=… ROUTEWRIGHT_KEY=… node tools/generators/try-generators.mjs [name]`, both printed by `npm start`.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMMON, GENERATORS } from './generators.mjs'

const { ROUTEWRIGHT_URL: url, ROUTEWRIGHT_KEY: key } = process.env
if (!url || !key) {
  console.error(
    'Set ROUTEWRIGHT_URL and ROUTEWRIGHT_KEY to a running service and a key of it; `npm start` prints both.',
  )
  process.exit(2)
}

const COMPILER = [
  '--noEmit',
  '--strict',
  '--noUncheckedIndexedAccess',
  '--skipLibCheck',
  '--resolveJsonModule',
  '--allowImportingTsExtensions',
]
const MODULES = [
  '--target',
  'es2022',
  '--module',
  'esnext',
  '--moduleResolution',
  'bundler',
  '--lib',
  'es2023,dom,dom.iterable',
  '--types',
  'node',
]

let failures = 0
const asked = GENERATORS.filter(({ name }) => !process.argv[2] || name.includes(process.argv[2]))
if (asked.length === 0) {
  console.error(
    `No generator is called "${process.argv[2]}". There are: ${GENERATORS.map(({ name }) => name).join(', ')}`,
  )
  process.exit(2)
}
// Once, before anything else: while a generator runs this process hears nothing, also not that the service hung up.
const descriptions = new Map()
for (const name of ['openapi.json', 'swagger.json']) {
  const answer = await fetch(new URL(`/${name}`, url))
  if (!answer.ok) throw new Error(`${url}/${name} answers ${answer.status}`)
  descriptions.set(name, await answer.text())
}
for (const generator of asked) {
  const outcome = await tryGenerator(generator)
  if (!outcome.startsWith('works') && !outcome.startsWith('left out')) failures += 1
  console.log(`${generator.name.padEnd(38)} ${outcome}`)
}
process.exit(failures === 0 ? 0 : 1)

/** In one sentence: works, left out because of something that is missing here, or at which step it failed and how. */
async function tryGenerator({ packages, needs, command, day }) {
  if (needs && spawnSync(needs, ['--version']).error) return `left out: ${needs} is not installed`
  const folder = mkdtempSync(join(tmpdir(), 'routewright-generator-'))
  try {
    prepareFolder(folder, packages)
    const steps = [
      ['install', ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error']],
      ...(command ? [['generate', command]] : []),
      ['compile', ['npx', 'tsc', ...COMPILER, ...MODULES, day]],
      [
        'bundle',
        [
          'npx',
          'esbuild',
          day,
          '--bundle',
          '--platform=node',
          '--format=esm',
          '--packages=external',
          '--outfile=day.mjs',
          '--log-level=error',
        ],
      ],
      ['plan, optimize, report', [process.execPath, 'day.mjs']],
    ]
    for (const [step, [program, ...options]] of steps) {
      const { status, stdout, stderr } = spawnSync(program, options, { cwd: folder, encoding: 'utf8' })
      if (status !== 0) return `FAILS at ${step}: ${`${stdout}${stderr}`.trim().slice(0, 2_000)}`
    }
    return 'works: generated, compiled, planned, optimized and reported'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function prepareFolder(folder, packages) {
  cpSync(fileURLToPath(new URL('days', import.meta.url)), folder, { recursive: true })
  mkdirSync(join(folder, 'generated'))
  const dependencies = { ...COMMON, esbuild: '0.27.0', ...packages }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies }))
  for (const [name, text] of descriptions) writeFileSync(join(folder, 'generated', name), text)
}
