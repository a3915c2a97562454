// A backup of a running service is one moment: no half plan, no report without its picture; and it comes back whole, on either database.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startObjectStore } from '../../../test/object-store.ts'
import { jpeg } from '../../../test/pictures.ts'
import { type CommandResult, type RunningCommand, runCommand, startCommand } from '../../../test/processes.ts'
import { type Caller, createCaller } from '../../../test/scenarios/http-caller.ts'
import { createEmptyPostgres, createInstallation, testBackend } from '../../../test/template.ts'

// Every test starts processes.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 300_000 })

type Settings = Record<string, string | undefined>

const directory = mkdtempSync(join(tmpdir(), 'routewright-backup-'))
const fileAt = (name: string) => join(directory, name)
const databases: { drop(): Promise<void> }[] = []
let settings: Settings
let service: RunningCommand
let call: Caller
let key: string
let projectId: string
let vehicleId: string

const settingsFor = (name: string) => ({ DATA_DIR: fileAt(name), LOG_LEVEL: 'error', REQUESTS_PER_MINUTE: '0' })

/** Settings of an installation that was never started: its database has no tables. */
async function newInstallation(name: string, backend = testBackend): Promise<Settings> {
  const own = settingsFor(name)
  if (backend === 'pglite') return own
  const database = await createEmptyPostgres()
  databases.push(database)
  return { ...own, DATABASE_URL: database.databaseUrl }
}

/** Settings of an installation with every table and nothing in them. */
async function startedInstallation(name: string): Promise<Settings> {
  const own = settingsFor(name)
  const database = await createInstallation(own.DATA_DIR)
  databases.push(database)
  return { ...own, DATABASE_URL: database.databaseUrl }
}

async function serve(own: Settings): Promise<{ service: RunningCommand; call: Caller }> {
  const started = startCommand(['serve', '--port', '0', '--json'], own)
  return {
    service: started,
    call: createCaller((JSON.parse(await started.firstLine()) as { base_url: string }).base_url),
  }
}

async function run(own: Settings, ...args: string[]): Promise<CommandResult> {
  const result = await runCommand(args, own)
  expect(result, args.join(' ')).toMatchObject({ code: 0, stderr: '' })
  return result
}

const readBack = <T>(result: CommandResult) => JSON.parse(result.stdout) as T

beforeAll(async () => {
  settings = await startedInstallation('data')
  const created = await run(settings, 'org', 'create', 'Acme', '--json')
  ;({ api_key: key, project_id: projectId } = readBack<{ api_key: string; project_id: string }>(created))
  ;({ service, call } = await serve(settings))
  const vehicle = await call('POST', '/v2/vehicle', { key, query: { project_id: projectId }, body: { label: 'Van' } })
  vehicleId = vehicle.expect(201).id
})
afterAll(async () => {
  service.child.kill('SIGKILL')
  await service.ended()
  for (const database of databases) await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

const stopsOfPlan = 4
const photo = `data:image/jpeg;base64,${jpeg(64, 64).toString('base64')}`

/** A plan with a route, all of its stops on it, and a report with a photo: each is one call. */
async function makePlan(number: number): Promise<void> {
  const plan = (
    await call('POST', '/v2/plan', { key, query: { project_id: projectId }, body: { label: `${number}` } })
  ).expect(201)
  const inPlan = { key, query: { plan_id: plan.id } }
  const places = Array.from({ length: stopsOfPlan }, (_, at) => ({ location: { lat: 47.1 + at / 100, lng: 9.5 } }))
  const stops = (await call('POST', '/v2/stops', { ...inPlan, body: places })).expect(201) as { id: string }[]
  const [route] = (await call('POST', '/v2/routes', { ...inPlan, body: [{ vehicle_id: vehicleId }] })).expect(201)
  const order = { stops: stops.map(({ id }) => id) }
  ;(await call('PUT', `/v2/route/${route.id}/stops`, { key, body: order })).expect(200)
  const report = { type: 'service_report_completed', images: [photo] }
  ;(await call('POST', `/v3/stop/${stops[0]!.id}/report`, { key, body: report })).expect(201)
}

/** Writes concurrently until it is told to stop; returns how many plans were made. */
function writeOn(): () => Promise<number> {
  let isWriting = true
  let made = 0
  const writers = [1, 2].map(async () => {
    while (isWriting) {
      made += 1
      await makePlan(made)
    }
  })
  return async () => {
    isWriting = false
    await Promise.all(writers)
    return made
  }
}

interface Stop {
  id: string
  route_id: string | null
  reports: { images: { url: string }[] }[]
}

/** Reads every plan over the interface; returns their number and that of the pictures. */
async function lookAtPlans(restored: Caller): Promise<{ plans: number; pictures: number }> {
  let pictures = 0
  const plans: { id: string; total_stops: number }[] = []
  for (let offset = 0; ; offset += 100) {
    const query = { project_id: projectId, limit: 100, offset }
    const page = (await restored('GET', '/v2/plans', { key, query })).expect(200).docs
    plans.push(...page)
    if (page.length < 100) break
  }
  for (const plan of plans) {
    const stops = (await restored('GET', `/v2/plan/${plan.id}/stops`, { key })).expect(200) as Stop[]
    expect([0, stopsOfPlan]).toContain(stops.length)
    expect(plan.total_stops).toBe(stops.length)
    const routes = (await restored('GET', `/v2/plan/${plan.id}/routes`, { key })).expect(200)
    for (const route of routes as { stops: { id: string }[] }[]) {
      const ids = new Set(stops.map(({ id }) => id))
      expect([0, stopsOfPlan]).toContain(route.stops.length)
      for (const { id } of route.stops) expect(ids.has(id)).toBe(true)
    }
    for (const { url } of stops.flatMap(({ reports }) => reports.flatMap(({ images }) => images))) {
      const picture = await restored('GET', new URL(url).pathname)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      pictures += 1
    }
  }
  return { plans: plans.length, pictures }
}

async function lookAtInstallation(own: Settings): Promise<{ plans: number; pictures: number }> {
  const restored = await serve(own)
  try {
    return await lookAtPlans(restored.call)
  } finally {
    restored.service.child.kill('SIGKILL')
    await restored.service.ended()
  }
}

/** Lists the tables of a database, those of the queues included. */
async function listTables(databaseUrl: string | undefined): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(
    `select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

interface Told {
  rows: number
  files: number
  missing: string[]
}

test('of a service that is written to, a backup has whole plans only, and every picture of a report', async () => {
  await makePlan(0)
  const stop = writeOn()
  const backup = readBack<Told>(await run(settings, 'backup', fileAt('running.backup'), '--json'))
  const made = await stop()
  expect(backup.missing).toEqual([])
  const other = await newInstallation('restored')
  const restored = readBack<Told>(await run(other, 'restore', fileAt('running.backup'), '--json'))
  expect(restored.rows).toBe(backup.rows)
  const found = await lookAtInstallation(other)
  expect(found.plans).toBeGreaterThan(0)
  expect(2 * found.pictures).toBe(restored.files)
  // The service that was backed up has it all, and goes on.
  expect((await lookAtPlans(call)).plans).toBe(made + 1)
})

test('a verified, encrypted backup goes from one database into the other', async () => {
  const { stdout: recipient } = await run(settings, 'backup-key', fileAt('secret.key'))
  writeFileSync(fileAt('public.key'), recipient)
  const [secretHalf, publicHalf] = ['secret.key', 'public.key'].map((name) => ['--key-file', fileAt(name)])
  const wrote = await run(settings, 'backup', fileAt('sealed.backup'), '--verify', '--encrypt', ...secretHalf!)
  expect(wrote.stdout).toMatch(/^Wrote and verified .*: \d+ rows of \d+ tables, \d+ files\n$/)
  expect(readFileSync(fileAt('sealed.backup')).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const other = await newInstallation('other-kind', testBackend === 'pglite' ? 'postgres' : 'pglite')
  const refused = await runCommand(['restore', fileAt('sealed.backup'), ...publicHalf!], other)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('no line with the secret half')
  await run(other, 'restore', fileAt('sealed.backup'), ...secretHalf!)
  expect(await lookAtInstallation(other)).toEqual(await lookAtPlans(call))
})

// Once: which database wrote the file makes no difference to what is refused.
test.runIf(testBackend === 'pglite')(
  'a backup that was cut off or changed is refused, and leaves neither tables nor files; nor is a database overwritten',
  async () => {
    await run(settings, 'backup', fileAt('good.backup'))
    const good = readFileSync(fileAt('good.backup'))
    const changed = Buffer.from(good)
    changed[changed.length >> 1]! ^= 1
    const other = await newInstallation('from damaged', 'postgres')
    for (const bytes of [good.subarray(0, -300), changed]) {
      writeFileSync(fileAt('damaged.backup'), bytes)
      const refused = await runCommand(['restore', fileAt('damaged.backup')], other)
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).not.toMatch(/\n\s+at /)
      expect(await listTables(other.DATABASE_URL)).toEqual([])
      expect(existsSync(other.DATA_DIR!) ? readdirSync(other.DATA_DIR!, { recursive: true }) : []).toEqual([])
    }
    await run(other, 'restore', fileAt('good.backup'))
    const again = await runCommand(['restore', fileAt('good.backup')], other)
    expect(again.stderr).toContain('The database is not empty')
    const running = await runCommand(['restore', fileAt('good.backup')], settings)
    expect(running.stderr).toMatch(/is not empty|A service runs on this database/)
    const nothing = await runCommand(['restore', fileAt('nowhere.backup')], other)
    expect(nothing.stderr).toBe(`There is no file ${fileAt('nowhere.backup')}.\n`)
  },
)

test('a service that is told a folder makes a verified backup by itself, and keeps the newest ones', async () => {
  const folder = fileAt('nightly')
  mkdirSync(folder)
  const older = ['27', '28'].map((day) => `routewright-2026-02-${day}T033000Z.backup`)
  for (const name of older) writeFileSync(join(folder, name), 'old')
  const own = { ...(await startedInstallation('scheduled')), BACKUP_FOLDER: folder, BACKUP_KEEP: '2' }
  const { service: scheduled } = await serve(own)
  try {
    const names = () => readdirSync(folder).toSorted()
    // Written under its name only when it is whole; deleting follows verifying.
    await expect.poll(names, { timeout: 300_000, interval: 200 }).toEqual([older[1], expect.not.stringMatching('02-2')])
    const { code } = await runCommand(['restore', join(folder, names()[1]!), '--verify'], settings)
    expect(code).toBe(0)
  } finally {
    scheduled.child.kill('SIGKILL')
    await scheduled.ended()
  }
})

test('a backup goes to a bucket as well, and is restored from there', async () => {
  const store = await startObjectStore()
  try {
    const env = Object.entries(store.env).map(([name, value]) => [`BACKUP_${name}`, value])
    const bucket = Object.fromEntries(env) as Record<string, string>
    const own = { ...(await startedInstallation('sent')), ...bucket }
    await run(own, 'org', 'create', 'Sent', '--json')
    await run(own, 'backup', fileAt('to-bucket.backup'), '--verify', '--to-bucket')
    const { stdout } = await run(own, 'doctor', '--json')
    expect(stdout).toContain(`also in the bucket ${store.settings.bucket}`)
    const back = { ...(await newInstallation('from-bucket')), ...bucket }
    await run(back, 'restore', 'bucket:to-bucket.backup')
    expect((await run(back, 'org', 'list', '--json')).stdout).toContain('"Sent"')
    const unknown = await runCommand(['restore', 'bucket:other.backup'], back)
    expect(unknown.stderr).toMatch(
      /^There is no backup other\.backup in the bucket .* The newest there: to-bucket\.backup\.\n$/,
    )
  } finally {
    await store.stop()
  }
})
