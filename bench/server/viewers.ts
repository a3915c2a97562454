// Hundreds of pages on one plan: how long a change is under way to their screens, what each page is sent, and whether
// writing suffers. Over two nodes where DATABASE_URL names a PostgreSQL, else on the embedded database of one.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findAdminSecret } from '../../apps/server/src/frame/platform/admin-secret.ts'
import { databaseUrl, type Serving } from './served.ts'
import { signIn } from './sign-in.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    pages: { type: 'string' },
    seconds: { type: 'string' },
  },
  strict: false,
})
const pageCount = Number(options.pages ?? (options.quick ? 100 : 500))
const seconds = Number(options.seconds ?? (options.quick ? 5 : 20))
const selectionsPerSecond = 10
const targets = { milliseconds: 500, bytes: 300_000 }
const json = { 'content-type': 'application/json' }

interface Page {
  bytes: number
  viewerId: string
}

const nodes: { child: ChildProcess; directory: string; serving: Serving }[] = []
const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
const pages: Page[] = []
/** When each change was asked for, by its label, and how long it took to each page. */
const begunAt = new Map<string, number>()
const delays: number[] = []
let labels = 0
try {
  for (let number = 0; number < (databaseUrl ? 2 : 1); number++) nodes.push(await startNode())
  const { cookie, key, planId } = await makePlan()
  const alone = await write(planId, key, 30)
  const opening = write(planId, key, 1_000_000, () => pages.length < pageCount)
  for (let number = 0; number < pageCount; number++) pages.push(await openPage(number, planId, cookie))
  const whileOpening = await opening
  await pause(1_000)
  delays.length = 0
  const end = Date.now() + seconds * 1_000
  const selecting = select(planId, cookie, end)
  const withAll = await write(planId, key, 1_000_000, () => Date.now() < end)
  await selecting
  await pause(1_000)
  tell(alone, whileOpening, withAll)
} finally {
  agent.destroy()
  for (const { child, directory } of nodes) {
    child.send({ type: 'stop' })
    await once(child, 'exit')
    rmSync(directory, { recursive: true, force: true })
  }
}

async function startNode() {
  const directory = mkdtempSync(join(tmpdir(), 'routewright-viewers-'))
  const child = fork(new URL('./viewer-server.ts', import.meta.url), [directory])
  const [serving] = (await once(child, 'message')) as [Serving]
  return { child, directory, serving }
}

/** An organization with somebody who signs in, and a plan. */
async function makePlan(): Promise<{ cookie: string; key: string; planId: string }> {
  const { directory, serving } = nodes[0]!
  const login = { email: `bench-${Date.now()}@example.test`, password: 'a-long-bench-password' }
  const made = await ask(
    'POST',
    '/app/v1/organizations',
    { name: 'Viewers', ...login },
    {
      authorization: `Bearer ${findAdminSecret(directory)}`,
    },
  )
  const { api_key: key, project_id } = (await made.json()) as { api_key: string; project_id: string }
  const cookie = await signIn(serving.address, login)
  const plan = await ask('POST', `/v2/plan?project_id=${project_id}&private_key=${key}`, { label: 'Bench' })
  return { cookie, key, planId: ((await plan.json()) as { id: string }).id }
}

async function ask(method: string, path: string, body: object, headers: object = {}, node = 0): Promise<Response> {
  const answer = await fetch(nodes[node]!.serving.address + path, {
    method,
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** Follows the plan; resolves once the stream has said who the page is. */
function openPage(number: number, planId: string, cookie: string): Promise<Page> {
  const { address } = nodes[number % nodes.length]!.serving
  const page: Page = { bytes: 0, viewerId: '' }
  return new Promise((resolve, reject) => {
    const request = get(`${address}/app/v1/plan/${planId}/live`, { agent, headers: { cookie } }, (response) => {
      response.setEncoding('utf8').on('data', (text: string) => {
        page.bytes += text.length
        const arrived = performance.now()
        for (const [, label] of text.matchAll(/"label":"(bench \d+)"/g)) delays.push(arrived - begunAt.get(label!)!)
        if (page.viewerId) return
        page.viewerId = /"viewer_id":"(\w+)"/.exec(text)?.[1] ?? ''
        if (page.viewerId) resolve(page)
      })
      if (response.statusCode !== 200) reject(new Error(`The stream answered ${response.statusCode}`))
      response.on('error', () => {})
    })
    request.on('error', reject)
  })
}

/** Renames the plan ten times a second; returns how long each call took, in milliseconds. */
async function write(planId: string, key: string, count: number, goOn = () => true): Promise<number[]> {
  const times: number[] = []
  while (times.length < count && goOn()) {
    const label = `bench ${labels++}`
    const begun = performance.now()
    begunAt.set(label, begun)
    await ask('PUT', `/v2/plan/${planId}?private_key=${key}`, { label })
    times.push(performance.now() - begun)
    await pause(Math.max(0, 100 - (performance.now() - begun)))
  }
  return times
}

/** Pages select something, one after the other. */
async function select(planId: string, cookie: string, end: number): Promise<void> {
  for (let turn = 0; Date.now() < end; turn++) {
    const number = (turn * 7) % pages.length
    const body = { viewer_id: pages[number]!.viewerId, stop_ids: [pages[turn % pages.length]!.viewerId] }
    const headers = { cookie, origin: nodes[number % nodes.length]!.serving.address }
    await ask('PUT', `/app/v1/plan/${planId}/presence`, body, headers, number % nodes.length)
    await pause(1_000 / selectionsPerSecond)
  }
}

function tell(alone: number[], whileOpening: number[], withAll: number[]): void {
  const at = (times: number[], share: number) => {
    const sorted = [...times].sort((a, b) => a - b)
    return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  }
  const told = (times: number[]) => `p50 ${at(times, 0.5)}, p99 ${at(times, 0.99)}, longest ${at(times, 1)} ms`
  const most = Math.max(...pages.map(({ bytes }) => bytes))
  const expected = withAll.length * pages.length
  const isGood = at(delays, 0.99) <= targets.milliseconds && most <= targets.bytes && delays.length >= expected
  const where = databaseUrl ? 'two nodes on PostgreSQL' : 'one node, embedded database'
  console.log(
    `${pages.length} pages on one plan, ${where}; ${selectionsPerSecond} selections and up to 10 writes a second`,
  )
  console.log(
    `a write alone: ${told(alone)}; while pages open: ${told(whileOpening)}; with all of them: ${told(withAll)}`,
  )
  console.log(
    `a change on screen: ${told(delays)} (goal ${targets.milliseconds}), ${delays.length} of ${expected} arrived`,
  )
  console.log(
    `most that a page was sent: ${Math.round(most / 1_000)} kB in all (goal ${targets.bytes / 1_000}), changes included`,
  )
  console.log(isGood ? 'good' : 'MISSED')
  if (!isGood) process.exitCode = 1
}
