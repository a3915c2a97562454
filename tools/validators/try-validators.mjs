// Gives the descriptions of the running service to validators that others wrote, our package to two linters, and lets a run of our
// client go through a proxy that checks each call and answer:
// `ROUTEWRIGHT_URL=… ROUTEWRIGHT_KEY=… node tools/validators/try-validators.mjs [name]`, both printed by `npm start`.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findBroughtNode } from '../../scripts/lib/runtime.mjs'
import { DESCRIPTIONS, PROXY, VALIDATORS } from './validators.mjs'

const { ROUTEWRIGHT_URL: url, ROUTEWRIGHT_KEY: key } = process.env
if (!url || !key) {
  console.error(
    'Set ROUTEWRIGHT_URL and ROUTEWRIGHT_KEY to a running service and a key of it; `npm start` prints both.',
  )
  process.exit(2)
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const [wanted = ''] = process.argv.slice(2)
const asked = [...VALIDATORS, PROXY].filter(({ name }) => name.includes(wanted))
if (asked.length === 0) {
  console.error(
    `No validator is called "${wanted}". There are: ${[...VALIDATORS, PROXY].map(({ name }) => name).join(', ')}`,
  )
  process.exit(2)
}

const descriptions = new Map()
for (const [name, path] of Object.entries(DESCRIPTIONS)) {
  const answer = await fetch(new URL(path, url))
  if (!answer.ok) throw new Error(`${url}${path} answers ${answer.status}`)
  descriptions.set(name, await answer.text())
}

let failures = 0
for (const one of asked) {
  const folder = mkdtempSync(join(tmpdir(), 'routewright-validator-'))
  try {
    const outcome =
      prepareFolder(folder, one) ?? (one === PROXY ? await runThroughProxy(folder) : validate(folder, one))
    if (!outcome.startsWith('0 ')) failures += 1
    console.log(`${one.name.padEnd(38)} ${outcome}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
process.exit(failures === 0 ? 0 : 1)

/** In one sentence: nothing found, or which command failed and how. */
function validate(folder, { commands }) {
  for (const [program, ...options] of commands) {
    const { status, output } = run(program, options, folder)
    if (status !== 0) return `FAILS at ${options.join(' ')}: ${output.slice(0, 4_000)}`
  }
  return '0 findings'
}

/** Returns the failures, if any. */
function prepareFolder(folder, { packages }) {
  cpSync(fileURLToPath(new URL('checks', import.meta.url)), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true, dependencies: packages }))
  for (const [name, text] of descriptions) writeFileSync(join(folder, name), text)
  const installed = run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], folder)
  if (installed.status !== 0) return `FAILS at install: ${installed.output}`
  const packed = packClient(folder)
  return packed.status === 0 ? undefined : `FAILS at packing the client: ${packed.output}`
}

/** The package as a release packs it, with the address of a repository as a release has one. */
function packClient(folder) {
  const options = ['pack', '-w', 'packages/client', '--ignore-scripts=false', '--pack-destination', folder]
  const env = { ...process.env, REPOSITORY_URL: process.env.REPOSITORY_URL ?? 'https://git.example.com/routewright' }
  const packed = run('npm', options, ROOT, env)
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  if (tarball) renameSync(join(folder, tarball), join(folder, 'client.tgz'))
  return packed
}

async function runThroughProxy(folder) {
  const port = await freePort()
  const options = ['proxy', 'openapi.json', url, '--port', String(port)]
  const proxy = spawn(join(folder, 'node_modules/.bin/prism'), options, { cwd: folder, stdio: 'ignore' })
  try {
    const address = `http://127.0.0.1:${port}`
    await answering(`${address}/v2/projects?private_key=${key}`)
    const env = { ...process.env, ROUTEWRIGHT_URL: address, ROUTEWRIGHT_DIRECT: url, ROUTEWRIGHT_KEY: key }
    // The machine's own Node may be too old to read TypeScript.
    const node = findBroughtNode() ?? process.execPath
    const { status, output } = run(node, ['tools/validators/client-run.ts'], ROOT, env)
    if (status !== 0) return `FAILS: ${output.slice(0, 8_000)}`
    return `0 violations: ${output.split('\n')[0]}`
  } finally {
    proxy.kill()
  }
}

async function freePort() {
  const probe = createServer().listen(0)
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** The proxy reads the whole description first, which takes a while. */
async function answering(address) {
  for (let tries = 0; tries < 120; tries += 1) {
    const isThere = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await pause(1_000)
  }
  throw new Error('The checking proxy did not answer within two minutes.')
}

function run(program, options, cwd, env = process.env) {
  const { status, stdout, stderr } = spawnSync(program, options, { cwd, env, encoding: 'utf8', maxBuffer: 50_000_000 })
  return { status, output: `${stdout}${stderr}`.trim() }
}
