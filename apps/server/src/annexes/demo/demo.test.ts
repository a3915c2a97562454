import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullPlan, Page, Plan, Vehicle } from '@routewright/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand, startCommand } from '../../../test/processes.ts'
import { createCaller } from '../../../test/scenarios/http-caller.ts'
import { createEmptyPostgres, testBackend } from '../../../test/template.ts'

// Each test starts processes; on a busy machine every one of them takes seconds.
vi.setConfig({ testTimeout: 400_000 })

const ID = /^[0-9a-f]{24}$/
let directory: string
let settings: Record<string, string | undefined>
let dropDatabase = async () => {}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'routewright-demo-'))
  settings = { DATA_DIR: directory, LOG_LEVEL: 'error' }
  if (testBackend === 'pglite') return
  const database = await createEmptyPostgres()
  settings.DATABASE_URL = database.databaseUrl
  dropDatabase = () => database.drop()
})

afterAll(async () => {
  await dropDatabase()
  rmSync(directory, { recursive: true, force: true })
})

interface Ready {
  base_url: string
  organization_id: string
  project_id: string
  api_key: string
  login: { email: string; password: string }
}

type Get = <T>(path: string) => Promise<T>

/** Starts the service, looks at it, and stops it as a person does. */
async function started(args: string[], look: (ready: Ready, get: Get) => Promise<void>): Promise<Ready> {
  const command = startCommand(['start', '--port', '0', '--json', ...args], settings)
  try {
    const ready = JSON.parse(await command.firstLine()) as Ready
    const call = createCaller(ready.base_url)
    await look(ready, async (path) => (await call('GET', path, { key: ready.api_key })).expect(200))
    return ready
  } finally {
    command.child.kill('SIGINT')
    const result = await command.ended()
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(result.stdout.trimEnd().split('\n')).toHaveLength(1)
  }
}

/** The demo has one plan of 120 stops and a fleet of 8; returns the plan's id. */
async function expectWhole({ project_id }: Ready, get: Get): Promise<string> {
  const fleet = await get<Page<Vehicle>>(`/v2/vehicles?project_id=${project_id}`)
  expect(fleet.total).toBe(8)
  // Earlier days are created in the background.
  const plans = await get<Page<Plan>>(`/v2/plans?project_id=${project_id}&text=demo-day`)
  expect(plans.docs.map(({ label, total_stops }) => ({ label, total_stops }))).toEqual([
    { label: 'Demo day', total_stops: 120 },
  ])
  return plans.docs[0]!.id
}

let first: Ready
let planId: string

test('start prints one line with addresses, ids, key and login, and the demo day can be optimized whole', async () => {
  first = await started([], async (ready, get) => {
    expect(ready).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      organization_id: expect.stringMatching(ID),
      project_id: expect.stringMatching(ID),
      api_key: expect.stringMatching(/^api_key_/),
      login: { email: expect.any(String), password: expect.any(String) },
    })
    planId = await expectWhole(ready, get)
    const call = createCaller(ready.base_url)
    const key = ready.api_key
    // No limit of seconds: on a machine with much else to do 2 s left out a stop of this full fleet, and the search ends by its steps.
    const optimized = await call('POST', `/v2/plan/${planId}/optimize`, { key, body: {} })
    const plan = optimized.expect(200) as FullPlan
    expect(plan.stops.filter((stop) => stop.route_id === undefined).map((stop) => stop.optimization_warnings)).toEqual(
      [],
    )
    expect(plan.stops.flatMap((stop) => stop.optimization_warnings)).toEqual([])
    expect(plan.stops.flatMap((stop) => stop.phone_doubt ?? [])).toEqual([])
    const origin = ready.base_url
    const signIn = await call('POST', '/app/v1/session', { body: ready.login, headers: { origin } })
    expect(signIn.status).toBe(200)
  })
})

test('a restart keeps everything', async () => {
  const again = await started([], async (ready, get) => {
    expect(await expectWhole(ready, get)).toBe(planId)
  })
  expect({ ...again, base_url: '' }).toEqual({ ...first, base_url: '' })
})

// The files in the data folder are the same with either database.
const testOnEmbedded = test.runIf(testBackend === 'pglite')

testOnEmbedded(
  'what an interrupted start left out is made by the next one, and a lost note costs only a new key',
  async () => {
    const path = join(directory, 'demo.json')
    const { plan_id: _, ...unfinished } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
    writeFileSync(path, JSON.stringify(unfinished))
    await started([], async (ready, get) => {
      expect(await expectWhole(ready, get)).toBe(planId)
    })
    rmSync(path)
    const afterLoss = await started([], async (ready, get) => {
      expect(await expectWhole(ready, get)).toBe(planId)
    })
    expect(afterLoss.organization_id).toBe(first.organization_id)
    expect(afterLoss.api_key).not.toBe(first.api_key)
  },
)

testOnEmbedded('without the demo only the address is printed', async () => {
  const ready = await started(['--no-demo'], async () => {})
  expect(Object.keys(ready)).toEqual(['base_url'])
})

testOnEmbedded('once it was taken away no start brings it back, unless it is asked for', async () => {
  const removed = await runCommand(['demo', 'remove', '--json'], settings)
  expect(removed).toMatchObject({ code: 0, stderr: '' })
  const { setup_url, organization_id } = JSON.parse(removed.stdout) as Record<string, string>
  expect([setup_url, organization_id]).toEqual([expect.stringMatching(/\/setup\/\w+$/), first.organization_id])
  const ready = await started([], async () => {})
  expect(Object.keys(ready)).toEqual(['base_url', 'setup_url'])
  const again = await started(['--demo'], async (demo, get) => {
    await expectWhole(demo, get)
  })
  expect(again.organization_id).not.toBe(first.organization_id)
})
