// One run of a plan at a time, from any node, and no plan stuck after a worker's death. Nodes share a PostgreSQL: the
// embedded database serves one process only, whose death scenarios/kill.test.ts is about.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { type RunningCommand, startCommand } from '../../../test/processes.ts'
import { createTestDatabase, type TestDatabase, testBackend } from '../../../test/template.ts'
import { startOptimization } from './solve.job.ts'

const depot = { lat: 47.14, lng: 9.52 }
const shift = { start_location: depot, end_location: depot, time_window: [28_800, 61_200] }
const stops = Array.from({ length: 160 }, (_, index) => ({
  location: { lat: 47.1 + (index % 16) * 0.004, lng: 9.48 + Math.floor(index / 16) * 0.007 },
}))

describe.skipIf(testBackend === 'pglite')('several nodes on one database', () => {
  let database: TestDatabase
  let nodes: (TestServer & { stop(): Promise<void> })[]
  let account: Account
  const workers: RunningCommand[] = []
  const directories: string[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    const options = { database, realClock: true, config: { role: 'api' as const } }
    nodes = [await startTestServer(options), await startTestServer(options)]
    account = await nodes[0]!.createAccount()
  })

  afterAll(async () => {
    for (const worker of workers) worker.child.kill('SIGKILL')
    await Promise.all(workers.map((worker) => worker.ended()))
    for (const node of nodes) await node.stop()
    await database.drop()
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  })

  /** A worker process of its own, as `server --role worker` starts it. */
  async function startWorker(): Promise<RunningCommand> {
    const directory = join(tmpdir(), `routewright-worker-${process.pid}-${workers.length}`)
    directories.push(directory)
    const worker = startCommand(['serve', '--json', '--port', '0'], {
      ROLE: 'worker',
      DATABASE_URL: database.databaseUrl,
      DATA_DIR: directory,
      LOG_LEVEL: 'error',
    })
    workers.push(worker)
    await worker.firstLine()
    return worker
  }

  /** Creates a plan of many stops on even routes, whose search uses the whole time limit, so that a test can interrupt it. */
  async function createPlan(seconds: number): Promise<string> {
    const answer = await nodes[0]!.call('POST', '/v2/plan', {
      key: account.key,
      query: { project_id: account.project_id },
      body: {
        stops,
        routes: [shift, shift, shift],
        optimizer_config: { time_limit_seconds: seconds, balance_services: true },
      },
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id
  }

  const optimize = (node: number, planId: string) =>
    nodes[node]!.call('POST', `/v2/plan/${planId}/optimize/async`, { key: account.key })
  const running = async (planId: string) =>
    (await nodes[1]!.call('GET', `/v2/plan/${planId}/running_optimization`, { key: account.key })).body
  const listRuns = (planId: string) =>
    nodes[0]!.services.database.db.selectFrom('optimization_runs').selectAll().where('plan_id', '=', planId).execute()

  test('ten optimize calls at once on two nodes give exactly one run', async () => {
    const plan = await createPlan(1)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => optimize(index % 2, plan)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      const messageId = 'highway.optimization.error.sync_optimization_already_progress'
      expect({ status, message_id: body.message_id }).toEqual({ status: 400, message_id: messageId })
    }
    expect(await listRuns(plan)).toHaveLength(1)
    await nodes[0]!.call('DELETE', `/v2/plan/${plan}/running_optimization`, { key: account.key })
  })

  test('a worker killed in the middle leaves no plan stuck: another takes the run over', async () => {
    const plan = await createPlan(6)
    const first = await startWorker()
    await optimize(0, plan)
    await until('progress', async () => (await running(plan)).cost > 0, 30)
    first.child.kill('SIGKILL')
    await first.ended()
    expect((await running(plan)).finished).toBe(false)
    const second = await startWorker()
    const end = await until(
      'the end',
      async () => {
        const run = await running(plan)
        return run.finished && run
      },
      60,
    )
    expect(end).toMatchObject({ status: 'success', unassigned_stops: 0 })
    const [run, ...others] = await listRuns(plan)
    expect(others).toEqual([])
    expect(run!.attempts).toBe(2)
    const full = await nodes[0]!.call('GET', `/v2/plan/${plan}`, { key: account.key })
    expect(full.body.stops.every((stop: { route_id?: string }) => stop.route_id)).toBe(true)
    second.child.kill('SIGKILL')
    await second.ended()
  })

  test('a worker that is told to stop gives its run back unfinished, and another finishes it', async () => {
    const plan = await createPlan(4)
    const first = await startTestServer({ database, realClock: true, listen: true })
    await optimize(0, plan)
    await until('progress', async () => (await running(plan)).cost > 0, 30)
    await first.stop()
    expect((await running(plan)).finished).toBe(false)
    const second = await startTestServer({ database, realClock: true, listen: true })
    const end = await until('the end', async () => (await running(plan)).finished && running(plan), 60)
    await second.stop()
    expect(end).toMatchObject({ status: 'success', unassigned_stops: 0 })
  })

  test('a run whose worker died with no other at hand makes way for the next call', async () => {
    const plan = await createPlan(1)
    await optimize(0, plan)
    const { db } = nodes[0]!.services.database
    const dead = { attempts: 1, heartbeat_at: new Date(Date.now() - 60_000) }
    await db.updateTable('optimization_runs').set(dead).where('plan_id', '=', plan).execute()
    expect((await optimize(1, plan)).status).toBe(200)
    const statuses = (await listRuns(plan)).map((run) => run.status).sort()
    expect(statuses).toEqual(['failed', 'in progress'])
  })

  test('a run that killed five workers is given up', async () => {
    const plan = await createPlan(1)
    await optimize(0, plan)
    const { db } = nodes[0]!.services.database
    const dead = { attempts: 5, heartbeat_at: new Date(Date.now() - 60_000) }
    await db.updateTable('optimization_runs').set(dead).where('plan_id', '=', plan).execute()
    const stop = await startOptimization(nodes[0]!.services)
    const end = await until('the end', async () => (await running(plan)).finished && running(plan), 30)
    await stop()
    expect(end).toMatchObject({ status: 'failed', error: { message_id: 'highway.optimization.error.failed' } })
  })
})
