import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type CommandResult, type RunningCommand, runCommand, startCommand } from '../../../test/processes.ts'
import { createCaller } from '../../../test/scenarios/http-caller.ts'
import { createEmptyPostgres, createInstallation, testBackend } from '../../../test/template.ts'

// Each test starts processes; on a busy machine every one of them takes seconds.
vi.setConfig({ testTimeout: 400_000 })

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

test.skipIf(isEmbedded)(
  'migrate brings a new database up to date, and says so when there is nothing to do',
  async () => {
    const { databaseUrl, drop } = await createEmptyPostgres()
    const first = await runCommand(['migrate', '--json'], { DATABASE_URL: databaseUrl })
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect((JSON.parse(first.stdout) as { migrated: string[] }).migrated[0]).toMatch(/^0001_/)
    const second = await runCommand(['migrate'], { DATABASE_URL: databaseUrl })
    expect(second.stdout).toBe('The database is up to date.\n')
    await drop()
  },
)

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
  return (await createCaller(baseUrl)('GET', '/v2/projects', { key })).status
}

function startService(): RunningCommand {
  return startCommand(['serve', '--port', '0', '--json'], { ...settings, LOG_LEVEL: 'error' })
}

async function getBaseUrl(service: RunningCommand): Promise<string> {
  return (JSON.parse(await service.firstLine()) as { base_url: string }).base_url
}

describe('on a data directory without a running service', () => {
  test('org create prints ids and key on one line, and keys are listed without their secrets', async () => {
    const acme = await json<Organization>('org', 'create', 'Acme')
    expect(acme).toEqual({
      organization_id: expect.stringMatching(ID),
      project_id: expect.stringMatching(ID),
      api_key: expect.stringMatching(/^api_key_[A-Za-z0-9]{48}$/),
    })
    const made = await json<Key>('keys', 'create', '--label', 'second')
    const listed = await runCommand(['keys', 'list', '--json'], settings)
    expect((JSON.parse(listed.stdout) as Key[]).map(({ id, label, active }) => ({ id, label, active }))).toEqual([
      { id: made.id, label: 'second', active: true },
      { id: expect.stringMatching(ID), label: 'First key', active: true },
    ])
    expect(listed.stdout).not.toContain(made.key)
    expect(listed.stdout).not.toContain(acme.api_key)
  })
})

// With a running service the commands are calls, whatever its database.
describe.runIf(isEmbedded)('with a running service', () => {
  let service: RunningCommand
  let baseUrl: string

  beforeAll(async () => {
    service = startService()
    baseUrl = await getBaseUrl(service)
  })
  afterAll(async () => {
    service.child.kill('SIGKILL')
    await service.ended()
  })

  test('what does not exist, and a bad address, are refused in words and with exit code 1', async () => {
    const missing = await failure('keys', 'delete', '0123456789abcdef01234567')
    expect(missing.stderr).toContain('highway.domain.error.not_found')
    const noUrl = await failure('webhooks', 'create', 'not-an-address')
    expect(noUrl.stderr).toContain('highway.webhook.error.invalid_url')
    const noEvent = await failure('webhooks', 'create', 'https://example.com/h', '--events', 'svc.nothing')
    expect(noEvent.stderr).toContain('highway.webhook.error.unknown_event')
  })

  test('webhooks are created and listed', async () => {
    const made = await json<{ id: string }>('webhooks', 'create', 'https://example.com/hook')
    expect((await json<{ id: string }[]>('webhooks', 'list')).map(({ id }) => id)).toEqual([made.id])
  })

  test('org create, and keys that work, are refused when deactivated, work again, and end when deleted', async () => {
    const beta = await json<Organization>('org', 'create', 'Beta', '--base-url', baseUrl, '--data-dir', directory)
    expect(await statusWith(baseUrl, beta.api_key)).toBe(200)
    const ofBeta = ['--org', beta.organization_id]
    const { id, key } = await json<Key>('keys', 'create', ...ofBeta)
    expect(await statusWith(baseUrl, key!)).toBe(200)
    expect(await json<Key>('keys', 'deactivate', id, ...ofBeta)).toMatchObject({ id, active: false })
    expect(await statusWith(baseUrl, key!)).toBe(401)
    expect(await json<Key>('keys', 'activate', id, ...ofBeta)).toMatchObject({ id, active: true })
    expect(await statusWith(baseUrl, key!)).toBe(200)
    await json<Key>('keys', 'delete', id, ...ofBeta)
    expect(await statusWith(baseUrl, key!)).toBe(401)
    expect((await failure('keys', 'list')).stderr).toContain('There are 2 organizations')
  })

  test('another data directory has no or another secret', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'routewright-cli-'))
    const arguments_ = ['org', 'create', 'X', '--base-url', baseUrl, '--data-dir', elsewhere]
    expect((await failure(...arguments_)).stderr).toContain('no admin secret')
    writeFileSync(join(elsewhere, 'admin-secret'), 'rw_admin_something-else\n')
    expect((await failure(...arguments_)).stderr).toContain('does not take this admin secret')
    rmSync(elsewhere, { recursive: true, force: true })
  })

  test('the demo is not made where other machines reach it, unless that is asked for', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'routewright-cli-'))
    const env = { ...settings, DATA_DIR: elsewhere, KEEP_MAILS: 'yes' }
    const result = await runCommand(['start', '--host', '0.0.0.0', '--port', '0'], env)
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('The demo is for this machine only, and others reach 0.0.0.0. Add --no-demo')
    rmSync(elsewhere, { recursive: true, force: true })
  })

  test('a taken port is named', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'routewright-cli-'))
    await createInstallation(elsewhere)
    const result = await runCommand(['serve', '--port', new URL(baseUrl).port], { ...settings, DATA_DIR: elsewhere })
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(`Port ${new URL(baseUrl).port} is taken`)
    rmSync(elsewhere, { recursive: true, force: true })
  })

  test('a second start on the same data directory is refused with a clear message', async () => {
    const result = await failure('serve', '--port', '0')
    expect(result.stderr).toContain(`The data directory ${directory} is in use by process`)
  })
})

test.runIf(isEmbedded)('nobody answering is said', async () => {
  const result = await failure('org', 'create', 'X', '--base-url', 'http://127.0.0.1:1', '--data-dir', directory)
  expect(result.stderr).toContain('No service answers at http://127.0.0.1:1')
})

test('one Ctrl-C that arrives twice stops the service in order, even one started after a kill -9', async () => {
  const service = startService()
  await getBaseUrl(service)
  service.child.kill('SIGINT')
  service.child.kill('SIGINT')
  expect(await service.ended()).toMatchObject({ code: 0, signal: null, stderr: '' })
})

test.runIf(isEmbedded)('solve plans a problem file', async () => {
  const file = join(directory, 'tiny.json')
  const job = (id: number, longitude: number) => ({ id, location: [longitude, 47.1], service: 60 })
  const problem = { vehicles: [{ id: 1, start: [9.5, 47.1], end: [9.5, 47.1] }], jobs: [job(1, 9.51), job(2, 9.52)] }
  writeFileSync(file, JSON.stringify(problem))
  const solved = await json<{ unassigned: number[]; routes: number[][] }>('solve', file, '--seconds', '1')
  expect(solved.unassigned).toEqual([])
  expect(solved.routes.flat().toSorted()).toEqual([1, 2])
})

describe('doctor', () => {
  test('says that all is well', async () => {
    const findings = await json<{ name: string; state: string }[]>('doctor')
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['files', 'database', 'schema', 'tables', 'pictures']),
    )
  })

  test.skipIf(isEmbedded)('warns before an upgrade without a backup, and refuses a newer database', async () => {
    const client = new pg.Client({ connectionString: settings.DATABASE_URL })
    await client.connect()
    const schema = async () => {
      const { stdout } = await runCommand(['doctor', '--json'], settings)
      return (JSON.parse(stdout) as { name: string; state: string; message: string }[]).find(
        (entry) => entry.name === 'schema',
      )
    }
    const { rows } = await client.query('select * from kysely_migration order by name desc limit 1')
    await client.query('delete from kysely_migration where name = $1', [rows[0].name])
    expect(await schema()).toMatchObject({ state: 'warning', message: expect.stringContaining(rows[0].name) })
    writeFileSync(
      join(directory, 'last-backup.json'),
      JSON.stringify({ made_at: new Date().toISOString(), verified: true }),
    )
    expect(await schema()).toMatchObject({ state: 'ok', message: expect.stringContaining('verified') })
    await client.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [
      rows[0].name,
      rows[0].timestamp,
    ])
    await client.query(`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '')`)
    expect(await schema()).toMatchObject({ state: 'failed', message: expect.stringContaining('9999_of_tomorrow') })
    await client.query(`delete from kysely_migration where name = '9999_of_tomorrow'`)
    await client.end()
  })

  test.runIf(isEmbedded)('names a bad setting, and a database and a mail server that do not answer', async () => {
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
