// Makes clients of the running service with generators that others wrote, compiles each, and lets each make a plan, optimize it and
// report a stop: `ROUTEWRIGHT_URL=… ROUTEWRIGHT_KEY=… node tools/generators/try-generators.mjs [name]`, both printed by `npm start`.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GENERATORS } from './generators.mjs'

const { ROUTEWRIGHT_URL: url, ROUTEWRIGHT_KEY: key } = process.env
if (!url || !key) {
  console.error(
    'Set ROUTEWRIGHT_URL and ROUTEWRIGHT_KEY to a running service and a key of it; `npm start` prints both.',
  )
  process.exit(2)
}

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
async function tryGenerator({ packages, needs, isOnlyRead, steps }) {
  const missing = needs.find((one) => !isThere(one))
  if (missing) return `left out: there is no ${missing} here`
  const folder = mkdtempSync(join(tmpdir(), 'routewright-generator-'))
  try {
    prepareFolder(folder, packages)
    const install = 'npm install --no-audit --no-fund --loglevel=error'
    for (const [step, command] of Object.entries({ install, ...steps })) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
      if (status !== 0) return `FAILS at ${step}: ${`${stdout}${stderr}`.trim().slice(0, 2_000)}`
    }
    return isOnlyRead ? 'works: generated, and read by a compiler' : 'works: generated, planned, optimized and reported'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a program, or a file by its whole path, is there. */
function isThere(one) {
  return one.startsWith('/') ? existsSync(one) : spawnSync('sh', ['-c', `command -v ${one}`]).status === 0
}

function prepareFolder(folder, packages) {
  cpSync(fileURLToPath(new URL('days', import.meta.url)), folder, { recursive: true })
  mkdirSync(join(folder, 'generated'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies: packages }))
  for (const [name, text] of descriptions) writeFileSync(join(folder, 'generated', name), text)
}
