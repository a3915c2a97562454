// How much sooner optimizations are done by two worker nodes than by one: the same plans, the same steps of the search, each node on a
// core of its own, with the processor time of each.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRandom } from '../../apps/server/test/random.ts'
import {
  createTenant,
  type ServiceProcess,
  startService,
  type Tenant,
} from '../../apps/server/test/scenarios/service-process.ts'
import { databaseUrl } from './served.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    plans: { type: 'string' },
    stops: { type: 'string' },
  },
  strict: false,
})
const planCount = Number(options.plans ?? (options.quick ? 8 : 24))
const stopCount = Number(options.stops ?? (options.quick ? 20 : 40))
const target = 1.8
/** Far more than the steps of the search take: they end it, on however busy a machine. */
const secondsAtMost = 300

interface Result {
  /** From the first order to the end of the last run. */
  wallSeconds: number
  /** Processor seconds of each node while it worked on the plans. */
  cpuSeconds: number[]
  /** Share of the time between the first node's beginning and the last one's end in which all were at work. */
  overlap: number
  /** Runs that ended with all of their stops on a route. */
  planned: number
}

/** A clock tick of /proc, in seconds. */
const tickSeconds = 0.01

async function measure(nodeCount: number): Promise<Result> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-workers-'))
  // Read only now: it takes the address from the environment.
  const { createEmptyPostgres } = await import('../../apps/server/test/template.ts')
  const database = await createEmptyPostgres()
  const start = (role: string) =>
    startService({ dataDirectory, databaseUrl: database.databaseUrl, others: { ROLE: role, DRAIN_SECONDS: '0' } })
  const api = await start('api')
  const workers: ServiceProcess[] = []
  try {
    const tenant = await createTenant(api, 'Bench')
    const planIds: string[] = []
    for (let number = 0; number < planCount; number++) planIds.push(await createPlan(api, tenant, number))
    for (let node = 0; node < nodeCount; node++) {
      const worker = await start('worker')
      pinTo(worker, node)
      workers.push(worker)
    }
    const before = workers.map(computeCpuSeconds)
    const begun = performance.now()
    for (const id of planIds) {
      ;(await api.call('POST', `/v2/plan/${id}/optimize/async`, { key: tenant.api_key })).expect(200)
    }
    const { planned, overlap } = await untilAllEnded(api, tenant, planIds, workers)
    const wallSeconds = (performance.now() - begun) / 1_000
    return {
      wallSeconds,
      planned,
      overlap,
      cpuSeconds: workers.map((worker, at) => computeCpuSeconds(worker) - before[at]!),
    }
  } finally {
    for (const service of [...workers, api]) await service.stop()
    await database.drop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function createPlan(api: ServiceProcess, tenant: Tenant, number: number): Promise<string> {
  const random = createRandom(number)
  const place = () => ({ lat: 47.05 + random() * 0.18, lng: 9.49 + random() * 0.06 })
  const depot = { lat: 47.14, lng: 9.52 }
  const shift = { start_location: depot, end_location: depot, time_window: [25_200, 64_800] }
  const body = {
    stops: Array.from({ length: stopCount }, () => ({ location: place(), duration: 120 })),
    routes: Array.from({ length: Math.ceil(stopCount / 25) }, () => shift),
    optimizer_config: { time_limit_seconds: secondsAtMost },
  }
  const query = { project_id: tenant.project_id }
  return (await api.call('POST', '/v2/plan', { key: tenant.api_key, query, body })).expect(201).id
}

/** One node, one core: its threads run there only, and the optimizer counts one. */
function pinTo({ command }: ServiceProcess, node: number): void {
  const core = node % availableParallelism()
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', String(core), String(command.child.pid)])
  if (status !== 0) throw new Error(`A node could not be given a core of its own: ${stderr}`)
}

/** User and system time of the process, its threads included. */
function computeCpuSeconds({ command }: ServiceProcess): number {
  const fields = readFileSync(`/proc/${command.child.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickSeconds
}

const momentMilliseconds = 250

interface Moment {
  at: number
  cpuSeconds: number[]
}

async function untilAllEnded(
  api: ServiceProcess,
  { api_key: key }: Tenant,
  planIds: readonly string[],
  workers: readonly ServiceProcess[],
): Promise<{ planned: number; overlap: number }> {
  const look = (): Moment => ({ at: performance.now(), cpuSeconds: workers.map(computeCpuSeconds) })
  const moments = [look()]
  let open = [...planIds]
  let planned = 0
  while (open.length > 0) {
    await pause(momentMilliseconds)
    moments.push(look())
    const next: string[] = []
    for (const id of open) {
      const run = (await api.call('GET', `/v2/plan/${id}/running_optimization`, { key })).expect(200)
      if (!run.finished) next.push(id)
      else if (run.status === 'success' && run.unassigned_stops === 0) planned += 1
    }
    open = next
  }
  return { planned, overlap: computeOverlap(moments) }
}

/** A node is at work from the first twentieth of its processor time to the last. */
function computeOverlap(moments: readonly Moment[]): number {
  const first = moments[0]!.cpuSeconds
  const last = moments.at(-1)!.cpuSeconds
  const spans = first.map((begin, node) => {
    const share = ({ cpuSeconds }: Moment) => (cpuSeconds[node]! - begin) / (last[node]! - begin)
    return {
      from: moments.find((moment) => share(moment) > 0.05)!.at,
      to: moments.find((moment) => share(moment) >= 0.95)!.at,
    }
  })
  const all = Math.max(...spans.map(({ to }) => to)) - Math.min(...spans.map(({ from }) => from))
  const shared = Math.min(...spans.map(({ to }) => to)) - Math.max(...spans.map(({ from }) => from))
  return all > 0 ? Math.max(0, shared) / all : 1
}

function describe(name: string, { wallSeconds, cpuSeconds, overlap, planned }: Result): string {
  const times = cpuSeconds.map((seconds) => `${seconds.toFixed(1)} s`).join(' and ')
  return `${name}: ${wallSeconds.toFixed(1)} s by the clock; processor time ${times}; all at work in ${(overlap * 100).toFixed(0)} % of the time; ${planned} of ${planCount} plans complete`
}

if (!databaseUrl) {
  console.log('LEFT OUT: several worker nodes need a PostgreSQL; name one in DATABASE_URL.')
} else {
  process.env.TEST_DATABASE_URL ??= databaseUrl
  const one = await measure(1)
  const two = await measure(2)
  console.log(`${planCount} plans of ${stopCount} stops, each node on one core; load ${loadavg()[0]!.toFixed(1)}`)
  console.log(describe('one node ', one))
  console.log(describe('two nodes', two))
  // Others take unequal parts of the two cores, and the node with more of its core does more of the plans. On cores of their own the nodes
  // are as much sooner done as there are more of them, less what they worked in vain and the time in which not all were at work.
  const total = (result: Result) => result.cpuSeconds.reduce((sum, seconds) => sum + seconds, 0)
  const ratio = (total(one) / total(two)) * two.cpuSeconds.length * two.overlap
  const verdict = ratio >= target ? 'reached' : 'NOT REACHED'
  const byClock = (one.wallSeconds / two.wallSeconds).toFixed(2)
  console.log(
    `by processor time and overlap ${ratio.toFixed(2)} × (goal ${target}: ${verdict}), by the clock ${byClock} ×`,
  )
  const isComplete = one.planned === planCount && two.planned === planCount
  if (ratio < target || !isComplete) process.exitCode = 1
}
