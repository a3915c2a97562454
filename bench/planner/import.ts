// `npm run bench -- import [--rows 5000]`: how long the page is busy at a stretch while a large file is imported, in a real
// browser. It needs the planner built and a Chromium (CHROMIUM_PATH); the service runs in this process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, readConfig } from '@routewright/server'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { chromium, type Page } from 'playwright-core'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '5000' }, quick: { type: 'boolean', default: false } },
  strict: false,
})
const rowCount = values.quick ? 500 : Number(values.rows)
const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-bench-'))
const config = readConfig({}, { port: 0, dataDirectory, requestsPerMinute: 1_000_000, logLevel: 'warn' })
const server = await createServer(config)
const address = await server.start()
const login = { email: 'bench@example.test', password: 'a-long-bench-password' }
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
try {
  const { page, planId } = await openPlan()
  const file = join(dataDirectory, 'orders.csv')
  writeFileSync(file, orders())
  await page.goto(`${address}/planner/plan/${planId}/import`)
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  await measure(page, 'read the file', async () => {
    await page.setInputFiles('input[type=file]', file)
    await page.getByRole('button', { name: 'Check rows' }).waitFor()
  })
  await measure(page, 'check the rows', async () => {
    await page.getByRole('button', { name: 'Check rows' }).click()
    await page.locator('[data-count=create]').waitFor()
  })
  await measure(page, 'mend a cell and scroll', async () => {
    await page.getByRole('button', { name: 'Next problem' }).click()
    await page.locator('input[aria-invalid=true]:focus').fill('8-12')
    const table = page.getByRole('table')
    for (let turn = 0; turn < 10; turn += 1) {
      await table.hover()
      await page.mouse.wheel(0, 4_000)
      await page.waitForTimeout(60)
    }
  })
  await measure(page, 'send them', async () => {
    await page.getByRole('button', { name: /^Import / }).click()
    await page.getByRole('heading', { name: 'Import finished' }).waitFor({ timeout: 300_000 })
  })
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDirectory, { recursive: true, force: true })
}

/** One row is broken. */
function orders(): string {
  const lines = ['Order number,Customer,Latitude,Longitude,Time window,Phone,Weight (kg),Parcels,Comments']
  for (let row = 1; row <= rowCount; row += 1) {
    const place = `${(47 + (row % 100) * 0.002).toFixed(4)},${(9.4 + Math.floor(row / 100) * 0.002).toFixed(4)}`
    const window = row === 10 ? 'whenever' : '8-12'
    lines.push(`A-${row},Customer ${row},${place},${window},+423 555 ${row},2.5,P-${row},Ring twice`)
  }
  return lines.join('\n')
}

async function openPlan(): Promise<{ page: Page; planId: string }> {
  const send = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { api_key: string; project_id: string; id: string }
  }
  const secret = { authorization: `Bearer ${server.services.adminSecret}` }
  const account = await send('/app/v1/organizations', { name: 'Bench', ...login }, secret)
  const plan = `/v2/plan?project_id=${account.project_id}&private_key=${account.api_key}`
  const { id } = await send(plan, { label: 'Bench' }, {})
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.request.post(`${address}/app/v1/session`, { data: login, headers: { origin: address } })
  return { page: await context.newPage(), planId: id }
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  tdur?: number
  args: { name?: string }
}

/** The longest task of the page's own thread, by processor time: that of the clock tells of other work on the machine, too. */
async function measure(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  const started = performance.now()
  await work()
  const took = performance.now() - started
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const getThread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const isMain = (event: TraceEvent) => event.name === 'thread_name' && event.args.name === 'CrRendererMain'
  const mains = new Set(traceEvents.filter(isMain).map(getThread))
  const tasks = traceEvents.flatMap((event) => (event.tdur && mains.has(getThread(event)) ? [event.tdur / 1_000] : []))
  const long = tasks.filter((milliseconds) => milliseconds >= 50).length
  const longest = tasks.reduce((most, milliseconds) => Math.max(most, milliseconds), 0)
  console.log(
    `${name.padEnd(26)} ${took.toFixed(0)} ms, longest task ${longest.toFixed(0)} ms CPU, ${long} of 50 ms or more`,
  )
}
