// The Python client against the real service, over the network, by Python's own unittest.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { signatureHeaders } from '../../src/telling/webhooks/send.ts'
import { useTestServer } from '../harness.ts'
import { writeAddresses } from '../road-town.ts'

const client = join(import.meta.dirname, '../../../../clients/python')
const folder = mkdtempSync(join(tmpdir(), 'routewright-python-'))
afterAll(() => rmSync(folder, { recursive: true }))
const museum = { lat: 47.1393, lng: 9.5222, street: 'Städtle', number: '32' }
const server = useTestServer({
  listen: true,
  realClock: true,
  config: { osmFiles: [writeAddresses(folder, [museum])] },
})
const python = findPython()
if (python === undefined)
  console.warn('NOT TESTED: the Python client; there is no python3 of version 3.9 or later here.')

/** The system's Python first: packages of the system, such as pandas, belong to it. */
function findPython(): string | undefined {
  const isNew = 'import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)'
  return ['/usr/bin/python3', 'python3'].find((command) => {
    try {
      execFileSync(command, ['-c', isNew], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

function hasModule(name: string): boolean {
  try {
    execFileSync(python!, ['-c', `import ${name}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A delivery as the service signs it, for `tests/test_webhooks.py`. */
function signedDelivery() {
  const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
  const body = JSON.stringify({ event_id: 'svc.planner.2.plan.created', data: { label: 'Überfahrt' } })
  const now = Date.parse('2026-11-23T08:12:31.000Z')
  const outgoing = { deliveryId: '691f1a2e6d40b97c135f8ea2', body, signingSecret: secret, url: 'https://shop.example' }
  return { body, secret, now: now / 1000, headers: signatureHeaders(outgoing, new Date(now)) }
}

/** Runs a module of the client's tests with an organization of its own; returns what unittest reports. */
async function unittest(module: string): Promise<string> {
  const account = await server.createAccount()
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: join(client, 'src'),
    PYTHONDONTWRITEBYTECODE: '1',
    ROUTEWRIGHT_URL: server.address,
    ROUTEWRIGHT_KEY: account.key,
    ROUTEWRIGHT_PROJECT: account.project_id,
    ROUTEWRIGHT_DELIVERY: JSON.stringify(signedDelivery()),
  }
  const run = promisify(execFile)(python!, ['-m', 'unittest', '-v', `tests.${module}`], { cwd: client, env })
  return (await run).stderr
}

describe.skipIf(python === undefined)('the Python client', () => {
  test.each(['test_operations', 'test_face', 'test_webhooks'])('passes %s', async (module) => {
    expect(await unittest(module)).toMatch(/^OK$/m)
  })
})

const hasPandas = python !== undefined && hasModule('pandas')
if (!hasPandas)
  console.warn('NOT TESTED: data frames of the Python client and their tutorial; there is no pandas here.')
describe.skipIf(!hasPandas)('with pandas', () => {
  test.each(['test_frames', 'test_tutorial'])('the Python client passes %s', async (module) => {
    expect(await unittest(module)).toMatch(/^OK$/m)
  })
})

const hasMypy = python !== undefined && hasModule('mypy')
if (!hasMypy) console.warn('NOT TESTED: the types of the Python client; there is no mypy here.')
test.skipIf(!hasMypy)('mypy finds nothing in its modules', () => {
  const cache = join(folder, 'mypy')
  const printed = execFileSync(python!, ['-m', 'mypy', '--cache-dir', cache], { cwd: client })
  expect(printed.toString()).toContain('Success: no issues found')
})
