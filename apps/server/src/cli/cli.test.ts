import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandResult, type RunningCommand, runCommand, startCommand } from '../../test/processes.ts'
import { createEmptyPostgres, testBackend } from '../../test/template.ts'

const ID = /^[0-9a-f]{24}$/
const isEmbedded = testBackend === 'pglite'
let directory: string
let settings: Record<string, string | undefined>
let dropDatabase = async () => {}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'routewright-cli-'))
  settings = { DATA_DIR: directory }
  if (isEmbedded) return
  const database = await createEmptyPostgres()
  settings.DATABASE_URL = database.databaseUrl
  dropDatabase = () => database.drop()
})

afterAll(async () => {
  await dropDatabase()
  rmSync(directory, { recursive: true, force: true })
})

async function json<T>(...args: string[]): Promise<T> {
  const result = await runCommand([...args, '--json'], settings)
  expect(result.stderr).toBe('')
  expect(result.code).toBe(0)
  expect(result.stdout.trimEnd().split('\n')).toHaveLength(1)
  return JSON.parse(result.stdout) as T
}

async function failure(...args: string[]): Promise<CommandResult> {
  const result = await runCommand(args, settings)
  expect(result.code).toBe(1)
  expect(result.stderr).not.toMatch(/\n\s+at /)
  return result
}

interface Organization {
  organization_id: string
  project_id: string
  api_key: string
}
interface Key {
  id: string
  label: string
  active: boolean
  key?: string
}

async function statusWith(baseUrl: string, key: string): Promise<number> {
  return (await fetch(`${baseUrl}/v2/projects?private_key=${key}`)).status
}

async function withService(work: (baseUrl: string, service: RunningCommand) => Promise<void>): Promise<CommandResult> {
  const service = startCommand(['serve', '--port', '0', '--json'], { ...settings, LOG_LEVEL: 'error' })
  try {
    await work((JSON.parse(await service.firstLine()) as { base_url: string }).base_url, service)
  } finally {
    service.child.kill('SIGINT')
  }
  return service.ended()
}

describe('administration without a running service', () => {
  let acme: Organization

  test('org create prints ids and key on one line', async () => {
    acme = await json<Organization>('org', 'create', 'Acme')
    expect(acme).toEqual({
      organization_id: expect.stringMatching(ID),
      project_id: expect.stringMatching(ID),
      api_key: expect.stringMatching(/^api_key_[A-Za-z0-9]{48}$/),
    })
  })

  test('keys are listed without their secrets, and the organization may be left out while there is one', async () => {
    const made = await json<Key>('keys', 'create', '--label', 'second')
    const listed = await runCommand(['keys', 'list', '--json'], settings)
    expect((JSON.parse(listed.stdout) as Key[]).map(({ id, label, active }) => ({ id, label, active }))).toEqual([
      { id: made.id, label: 'second', active: true },
      { id: expect.stringMatching(ID), label: 'First key', active: true },
    ])
    expect(listed.stdout).not.toContain(made.key)
    expect(listed.stdout).not.toContain(acme.api_key)
  })

  test('what does not exist, and a bad address, are refused in words and with exit code 1', async () => {
    const missing = await failure('keys', 'delete', '0123456789abcdef01234567')
    expect(missing.stderr).toContain('highway.domain.error.not_found')
    const noUrl = await failure('webhooks', 'create', 'not-an-address')
    expect(noUrl.stderr).toContain('highway.webhook.error.invalid_url')
    const noEvent = await failure('webhooks', 'create', 'https://example.com/hook', '--events', 'svc.nothing')
    expect(noEvent.stderr).toContain('highway.webhook.error.unknown_event')
  })

  test('webhooks are created and listed', async () => {
    const made = await json<{ id: string }>('webhooks', 'create', 'https://example.com/hook')
    expect((await json<{ id: string }[]>('webhooks', 'list')).map(({ id }) => id)).toEqual([made.id])
  })

  test('with two organizations one has to be named', async () => {
    const { organization_id } = await json<Organization>('org', 'create', 'Beta')
    expect((await failure('keys', 'list')).stderr).toContain('--org')
    expect(await json<Key[]>('keys', 'list', '--org', organization_id)).toHaveLength(1)
  })
})

describe('administration of a running service', () => {
  test('org create, and keys that work, are refused when deactivated, work again, and end when deleted', async () => {
    const result = await withService(async (baseUrl) => {
      const gamma = await json<Organization>('org', 'create', 'Gamma', '--base-url', baseUrl, '--data-dir', directory)
      expect(await statusWith(baseUrl, gamma.api_key)).toBe(200)
      const ofGamma = ['--org', gamma.organization_id, ...(isEmbedded ? [] : ['--base-url', baseUrl])]
      const { id, key } = await json<Key>('keys', 'create', ...ofGamma)
      expect(await statusWith(baseUrl, key!)).toBe(200)
      expect(await json<Key>('keys', 'deactivate', id, ...ofGamma)).toMatchObject({ id, active: false })
      expect(await statusWith(baseUrl, key!)).toBe(401)
      expect(await json<Key>('keys', 'activate', id, ...ofGamma)).toMatchObject({ id, active: true })
      expect(await statusWith(baseUrl, key!)).toBe(200)
      await json<Key>('keys', 'delete', id, ...ofGamma)
      expect(await statusWith(baseUrl, key!)).toBe(401)
    })
    expect(result).toMatchObject({ code: 0, stderr: '' })
  })

  test('another data directory has no or another secret', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'routewright-cli-'))
    await withService(async (baseUrl) => {
      const none = await failure('org', 'create', 'X', '--base-url', baseUrl, '--data-dir', elsewhere)
      expect(none.stderr).toContain('no admin secret')
      await runCommand(['org', 'list'], { DATA_DIR: elsewhere })
      const other = await failure('org', 'create', 'X', '--base-url', baseUrl, '--data-dir', elsewhere)
      expect(other.stderr).toContain('does not take this admin secret')
    })
    rmSync(elsewhere, { recursive: true, force: true })
  })

  test('nobody answering is said', async () => {
    const result = await failure('org', 'create', 'X', '--base-url', 'http://127.0.0.1:1', '--data-dir', directory)
    expect(result.stderr).toContain('No service answers at http://127.0.0.1:1')
  })
})

describe('serving', () => {
  test('one Ctrl-C that arrives twice stops in order', async () => {
    const result = await withService(async (_baseUrl, service) => {
      service.child.kill('SIGINT')
    })
    expect(result).toMatchObject({ code: 0, signal: null, stderr: '' })
  })

  test('a taken port is named', async () => {
    await withService(async (baseUrl) => {
      const elsewhere = mkdtempSync(join(tmpdir(), 'routewright-cli-'))
      const result = await runCommand(['serve', '--port', new URL(baseUrl).port], { ...settings, DATA_DIR: elsewhere })
      expect(result.code).toBe(1)
      expect(result.stderr).toContain(`Port ${new URL(baseUrl).port} is taken`)
      rmSync(elsewhere, { recursive: true, force: true })
    })
  })

  test.runIf(isEmbedded)('a second start on the same data directory is refused with a clear message', async () => {
    await withService(async () => {
      const result = await failure('serve', '--port', '0')
      expect(result.stderr).toContain(`The data directory ${directory} is in use by process`)
    })
  })
})

describe('doctor', () => {
  test('says that all is well', async () => {
    const findings = await json<{ name: string; state: string }[]>('doctor')
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(findings.map(({ name }) => name)).toContain('database')
  })

  test('names a bad setting, and a database and a mail server that do not answer', async () => {
    const badPort = await runCommand(['doctor'], { ...settings, PORT: 'eighty' })
    expect(badPort.code).toBe(1)
    expect(badPort.stdout).toContain('PORT')
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SMTP_URL: 'smtp://127.0.0.1:1' }
    const gone = await runCommand(['doctor', '--json'], { ...settings, ...unreachable })
    expect(gone.code).toBe(1)
    const failed = (JSON.parse(gone.stdout) as { name: string; state: string }[]).filter(
      ({ state }) => state === 'failed',
    )
    expect(failed.map(({ name }) => name)).toEqual(['database', 'mail'])
  })
})
