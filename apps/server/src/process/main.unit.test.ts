// The server as a process: it starts from its environment, refuses bad settings, and ends in order.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../test/harness.ts'
import { createInstallation } from '../../test/template.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const children: ChildProcess[] = []
const directory = mkdtempSync(join(tmpdir(), 'routewright-main-'))

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data
    })
  }
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { child, exited, output: () => output }
}

// Less than a connection is kept for its next call.
test('it serves, and on SIGTERM answers what runs and ends with 0', { timeout: 60_000 }, async () => {
  await createInstallation(directory)
  const server = start({ DATA_DIR: directory, PORT: '0', OSM_FILE: 'none' })
  const address = await until('the address', () => /"address":"(http:[^"]+)"/.exec(server.output())?.[1], 100)
  // Browsers open connections in advance and send nothing over them. This one is accepted before the call after it.
  await once(
    connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {}),
    'connect',
  )
  expect((await fetch(`${address}/health`)).status).toBe(200)
  const running = Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/v2/plans?private_key=x`)))
  const half = request(`${address}/app/v1/session`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: { 'content-type': 'application/json', 'content-length': 2, origin: address },
  })
  half.write('{')
  await fetch(`${address}/health`)
  server.child.kill('SIGTERM')
  await until('the stop', () => server.output().includes('"msg":"stopping"'), 100)
  half.end('}')
  const [answer] = (await once(half, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(400)
  answer.resume()
  expect(await server.exited).toBe(0)
  expect((await running).map(({ status }) => status)).toEqual(Array(20).fill(401))
  await expect(fetch(`${address}/health`)).rejects.toThrow()
})

test('it refuses unusable settings with a message for people and status 1', { timeout: 60_000 }, async () => {
  const server = start({ DATA_DIR: directory, PORT: 'eighty' })
  expect(await server.exited).toBe(1)
  expect(server.output()).toContain('PORT: must be a whole number 0..65535')
  expect(server.output()).not.toContain('    at ')
})
