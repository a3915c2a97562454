// A project of two million stops and a small one beside it, asked over HTTP from outside (100,000 stops with --quick).
// `npm run bench -- million` with DATABASE_URL of a PostgreSQL whose user is its superuser. It makes databases of its own,
// `<name>_both` and `<name>_small`, and drops them unless `--keep name` names them: then they are used again the next time.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createOrganization } from '../../apps/server/src/accounts/organizations/organizations.ts'
import { insertProject } from '../../apps/server/src/data/projects.sql.ts'
import { openDatabase } from '../../apps/server/src/frame/platform/db.ts'
import { createLog } from '../../apps/server/src/frame/platform/log.ts'
import { migrate } from '../../apps/server/src/frame/platform/migrate.ts'
import { bareSurroundings } from './bare-scope.ts'
import { type Call, type FileOrder, getCalls, listExports, listWrites, type Project } from './million-calls.ts'
import { countStops, type Extent, fillProjects } from './million-rows.ts'
import type { Serving } from './served.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    plans: { type: 'string' },
    runs: { type: 'string' },
    keep: { type: 'string' },
    /** Only calls whose names hold this. */
    only: { type: 'string', default: '' },
  },
  strict: false,
})
const runs = Number(options.runs ?? (options.quick ? 10 : 30))
const large = {
  mark: '00',
  plans: Number(options.plans ?? (options.quick ? 400 : 8_000)),
  plansPerDay: options.quick ? 1 : 20,
}
const small = { mark: '01', plans: 40, plansPerDay: 1 }
const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) {
  console.log('million: only on PostgreSQL; set DATABASE_URL to one whose user is its superuser.')
  process.exit(0)
}
/** How much slower the small project may be beside the large one. */
const mostSlower = 1.2

interface Filled {
  url: string
  extents: Extent[]
  drop(): Promise<void>
}

interface Times {
  p50: number
  p95: number
  answer: string
}

interface Service {
  child: ChildProcess
  serving: Serving
  stop(): Promise<void>
}

const name = typeof options.keep === 'string' ? options.keep : `million_${process.pid}`
const both = await fill(`${name}_both`, [large, small])
const alone = await fill(`${name}_small`, [small])
try {
  await measureBeside()
} finally {
  if (!options.keep) for (const filled of [both, alone]) await filled.drop()
}

/** The two services take turns call by call, so that they share whatever else the machine does. */
async function measureBeside(): Promise<void> {
  const beside = await start(both)
  const single = await start(alone)
  try {
    const largeProject = getProject(beside, both.extents[0]!)
    const smallBeside = getProject(beside, both.extents[1]!)
    const smallAlone = getProject(single, alone.extents[0]!)
    const rows = await measureCalls(largeProject, smallBeside, smallAlone)
    const missed = rows.filter(({ verdict }) => verdict !== '').map((row) => row.call)
    await measureWrites(beside, largeProject)
    let isGood = true
    for (const order of listExports(largeProject)) isGood = (await measureExport(beside, largeProject, order)) && isGood
    console.log(
      missed.length === 0 && isGood ? 'good' : `MISSED: ${[...missed, ...(isGood ? [] : ['export'])].join(', ')}`,
    )
    if (missed.length > 0 || !isGood) process.exitCode = 1
  } finally {
    await beside.stop()
    await single.stop()
  }
}

async function measureCalls(largeProject: Project, smallBeside: Project, smallAlone: Project) {
  const rows = []
  for (const call of getCalls(largeProject)) {
    if (!call.name.includes(String(options.only))) continue
    const [of, besideIt, on] = [largeProject, smallBeside, smallAlone].map(
      (project) => getCalls(project).find((other) => other.name === call.name)!,
    )
    const inLarge = await time(largeProject, of!)
    const [inSmall, inAlone] = (await timeInTurns([smallBeside, besideIt!], [smallAlone, on!])) as [Times, Times]
    const isSlow = inLarge.p50 > call.goal
    // A millisecond is the noise of the machine.
    const isHarmed = inSmall.p50 > inAlone.p50 * mostSlower + 1
    const verdict = [isSlow ? 'slow' : '', isHarmed ? 'small one harmed' : ''].filter(Boolean).join(', ')
    rows.push({ call: call.name, goal: call.goal, ...inLarge, small: inSmall.p50, alone: inAlone.p50, verdict })
    const cells = [inLarge.p50, inLarge.p95, inSmall.p50, inAlone.p50].map((value) => value.toFixed(1).padStart(9))
    console.log(
      `${call.name.padEnd(44)}${String(call.goal).padStart(6)}${cells.join('')}  ${inLarge.answer}  ${verdict}`,
    )
  }
  return rows
}

async function time(project: Project, call: Call): Promise<Times> {
  const taken: number[] = []
  let answer = ''
  // Calls that take seconds are not made thirty times.
  let left = 4_000 + call.goal * runs
  for (let turn = -1; turn < runs && left > 0; turn++) {
    const begun = performance.now()
    answer = call.tell(await ask(project, call, turn + 1))
    const milliseconds = performance.now() - begun
    left -= milliseconds
    if (turn >= 0 || milliseconds > 1_000) taken.push(milliseconds)
  }
  return { ...quantiles(taken), answer }
}

async function timeInTurns(...pairs: [Project, Call][]): Promise<Times[]> {
  const taken: number[][] = pairs.map(() => [])
  for (let turn = -2; turn < runs; turn++) {
    for (const [index, [project, call]] of pairs.entries()) {
      const begun = performance.now()
      await ask(project, call, turn + 2)
      if (turn >= 0) taken[index]!.push(performance.now() - begun)
    }
  }
  return taken.map((times) => ({ ...quantiles(times), answer: '' }))
}

function quantiles(taken: readonly number[]): { p50: number; p95: number } {
  const sorted = [...taken].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return { p50: at(0.5), p95: at(0.95) }
}

async function ask({ serving }: Project, call: Call, turn: number): Promise<string> {
  const { method = 'GET', path, body } = call.ask(turn)
  const url = `${serving.address}${path}${path.includes('?') ? '&' : '?'}private_key=${serving.key}`
  const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
  const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status >= 300) throw new Error(`${call.name} answered ${answer.status}: ${text.slice(0, 300)}`)
  return text
}

/** Cost of writing among so many stops: to be compared with the same before a change. */
async function measureWrites(service: Service, project: Project): Promise<void> {
  for (const write of listWrites(project)) {
    if (!write.name.includes(String(options.only))) continue
    const taken: number[] = []
    for (let turn = -1; turn < write.runs; turn++) {
      const prepared = await write.prepare((call) => ask(project, call, turn))
      const begun = performance.now()
      await ask(project, prepared, turn)
      if (turn >= 0) taken.push(performance.now() - begun)
    }
    const { p50, p95 } = quantiles(taken)
    console.log(`${write.name.padEnd(50)}${p50.toFixed(1).padStart(9)}${p95.toFixed(1).padStart(9)}`)
  }
  if (service.child.exitCode !== null) throw new Error('The service ended.')
}

/** How long the workbook takes, how much memory the service gains, and how long others wait meanwhile. */
async function measureExport(service: Service, project: Project, order: FileOrder): Promise<boolean> {
  if (!order.name.includes(String(options.only))) return true
  const before = residentMegabytes(service.child.pid!)
  let most = before
  const waits: number[] = []
  let isRunning = true
  const watch = (async () => {
    while (isRunning) {
      const begun = performance.now()
      await fetch(`${project.serving.address}/v2/plans?limit=1&private_key=${project.serving.key}`).then((response) =>
        response.text(),
      )
      waits.push(performance.now() - begun)
      most = Math.max(most, residentMegabytes(service.child.pid!))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const begun = performance.now()
  const bytes = await order.take(project)
  const seconds = (performance.now() - begun) / 1_000
  isRunning = false
  await watch
  const { p50, p95 } = quantiles(waits)
  console.log(
    `${order.name}: ${order.rows} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s (goal ${order.goalSeconds}); ` +
      `memory ${before} → ${most} MB (goal +${order.goalMegabytes}); another call meanwhile p50 ${p50.toFixed(0)}, ` +
      `p95 ${p95.toFixed(0)}, longest ${Math.max(...waits).toFixed(0)} ms`,
  )
  return seconds <= order.goalSeconds && most - before <= order.goalMegabytes
}

function residentMegabytes(pid: number): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024)
}

function getProject({ serving }: Service, extent: Extent): Project {
  return { serving, extent, stops: countStops(extent) }
}

async function start({ url, extents }: Filled): Promise<Service> {
  const directory = mkdtempSync(join(tmpdir(), 'routewright-million-'))
  const { organizationId, projectId } = extents[0]!
  const child = fork(new URL('./million-server.ts', import.meta.url), [directory, url, organizationId, projectId])
  const [serving] = (await once(child, 'message')) as [Serving]
  const stop = async () => {
    child.send({ type: 'stop' })
    await once(child, 'exit')
    rmSync(directory, { recursive: true, force: true })
  }
  return { child, serving, stop }
}

/** The database of that name with these projects in one organization, filled unless it is there already. */
async function fill(
  databaseName: string,
  sizes: readonly Pick<Extent, 'mark' | 'plans' | 'plansPerDay'>[],
): Promise<Filled> {
  const isThere = (await administer(`select 1 from pg_database where datname = '${databaseName}'`)).length > 0
  if (!isThere) await administer(`create database ${databaseName}`)
  const target = new URL(databaseUrl!)
  target.pathname = `/${databaseName}`
  const database = await openDatabase({
    databaseUrl: target.href,
    directory: tmpdir(),
    poolSize: 2,
    log: createLog({ level: 'error' }),
  })
  const migrating = performance.now()
  const migrated = await migrate(database.db)
  if (isThere && migrated.length > 0) {
    console.log(
      `${databaseName}: ${migrated.join(', ')} took ${((performance.now() - migrating) / 1_000).toFixed(1)} s`,
    )
  }
  try {
    const extents = await (isThere ? findProjects() : makeProjects())
    if (!isThere) {
      const begun = performance.now()
      await fillProjects(database.db, extents, (text) => console.log(text))
      const seconds = (performance.now() - begun) / 1_000
      const stops = extents.reduce((sum, extent) => sum + countStops(extent), 0)
      console.log(`${databaseName}: ${stops} stops filled in ${seconds.toFixed(0)} s`)
    }
    return {
      url: target.href,
      extents,
      drop: async () => void (await administer(`drop database ${databaseName} with (force)`)),
    }
  } finally {
    await database.close()
  }

  async function findProjects(): Promise<Extent[]> {
    const rows = await database.db.selectFrom('projects').select(['id', 'organization_id']).orderBy('label').execute()
    return sizes.map((size, index) => computeExtent(size, rows[index]!.organization_id, rows[index]!.id))
  }

  /** Their labels are in the order of the sizes. */
  async function makeProjects(): Promise<Extent[]> {
    const now = new Date()
    return database.transaction(async (tx) => {
      const surroundings = bareSurroundings(tx, now)
      const made = await createOrganization(surroundings, { name: 'Bench', project: { label: 'Project 0' } })
      const extents = [computeExtent(sizes[0]!, made.organization_id, made.project_id)]
      for (const [index, size] of sizes.slice(1).entries()) {
        const id = made.project_id.slice(0, -1) + (made.project_id.endsWith('0') ? '1' : '0')
        const scope = {
          ...surroundings,
          organizationId: made.organization_id,
          projects: 'all' as const,
          actor: { type: 'system' as const },
        }
        await insertProject(scope, {
          id,
          label: `Project ${index + 1}`,
          cancel_reasons: [],
          created_at: now,
          updated_at: now,
        })
        extents.push(computeExtent(size, made.organization_id, id))
      }
      return extents
    })
  }
}

function computeExtent(
  size: Pick<Extent, 'mark' | 'plans' | 'plansPerDay'>,
  organizationId: string,
  projectId: string,
): Extent {
  return { ...size, organizationId, projectId, vehicles: 200, clients: 20_000 }
}

async function administer(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}
