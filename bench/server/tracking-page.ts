// The recipients' page as a slow phone gets it: bytes and requests to the first useful paint, paint times, blocking, accessibility.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { MapInformation } from '@routewright/contract'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import type { Serving } from './load-servers.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    runs: { type: 'string' },
    /** Only this state. */
    state: { type: 'string' },
    /** Folder of an installed lighthouse, which is no dependency of ours: its scores are then told, too. */
    lighthouse: { type: 'string' },
  },
  strict: false,
})
const runs = Number(options.runs ?? (options.quick ? 1 : 5))
/** Each told by itself: one bad run is what a reader sees, too. */
const lighthouseRuns = typeof options.lighthouse === 'string' ? (options.quick ? 1 : 3) : 0

/** A phone of the middle on slow 4G, as Lighthouse has them: round trips and bytes slowed by the browser, the processor four times. */
const network = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const processorSlowdown = 4
/** Goals (web.dev/vitals), and our own limit of bytes. */
const targets = { bytes: 100_000, firstPaint: 1_800, largestPaint: 2_500, layoutShift: 0.1, blocking: 200 }
const debuggingPort = 9_377
const columns = ['to 1st paint', 'requests', 'elsewhere', 'first paint', 'largest', 'layout shift', 'blocking', 'axe']

/** Runs in the page, before anything of it. */
const watchPaints = `(() => {
  const seen = { firstPaint: 0, largestPaint: 0, layoutShift: 0, tasks: [] }
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.firstPaint = startTime })
  watch('largest-contentful-paint', ({ startTime }) => { seen.largestPaint = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.layoutShift += value })
  watch('longtask', (task) => { seen.tasks.push(task) })
  window.watched = () => {
    const { tasks, ...rest } = seen
    const beyond = ({ startTime, duration }) => Math.max(0, Math.min(duration - 50, startTime + duration - seen.firstPaint))
    return { ...rest, blocking: tasks.reduce((sum, task) => sum + beyond(task), 0), origin: performance.timeOrigin }
  }
})()`

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const directory = mkdtempSync(join(tmpdir(), 'routewright-tracking-'))
const child = fork(new URL('./load-servers.ts', import.meta.url), ['ours', directory])
let browser: Browser | undefined
try {
  const [serving] = (await once(child, 'message')) as [Serving]
  browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArgs, `--remote-debugging-port=${debuggingPort}`],
  })
  console.log(`${'state'.padEnd(12)} ${columns.map((name) => name.padStart(13)).join(' ')}`)
  await waitForMap(serving)
  for (const [state, url] of Object.entries(await createStates(serving))) {
    if (options.state !== undefined && options.state !== state) continue
    const seen: Seen[] = []
    for (let run = 0; run < runs; run++) seen.push(await look(browser, url))
    tell(state, middle(seen))
    for (let run = 0; run < lighthouseRuns; run++) await tellScores(String(options.lighthouse), state, url)
  }
} finally {
  await browser?.close()
  child.send({ type: 'stop' })
  await once(child, 'exit')
  rmSync(directory, { recursive: true, force: true })
}

/** With OSM_FILE=<extract of Vaduz> the map has streets; without one it is plain ground, which is less to draw. */
async function waitForMap({ address }: Serving): Promise<void> {
  for (;;) {
    const answer = await fetch(`${address}/map/information.json`)
    const { tiles } = (await answer.json()) as MapInformation
    if (tiles?.state === 'failed') throw new Error(`no map: ${tiles.reason}`)
    if (tiles?.state !== 'opening') return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** One recipient each: the day is planned, the driver is near, it is delivered with a photo. */
async function createStates(serving: Serving): Promise<Record<string, string>> {
  const { address, keys, project_id } = serving
  const send = async (method: string, path: string, body?: unknown, token?: string) => {
    const key = token ? '' : `${path.includes('?') ? '&' : '?'}private_key=${keys[0]}`
    const answer = await fetch(`${address}${path}${key}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body ?? {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
    return (await answer.json()) as any
  }
  const plan = await send('POST', `/v2/plan?project_id=${project_id}`)
  const stops = [47.1405, 47.1462, 47.1525, 47.1602].map((lat, index) => ({
    label: `Customer ${index}`,
    location: { lat, lng: 9.5168, street: `Landstrasse ${index + 1}`, postal_code: '9490', city: 'Vaduz' },
  }))
  const newRoute = { email: 'driver@example.test', start_location: { lat: 47.1335, lng: 9.5205 }, stops }
  const [route] = await send('POST', `/v2/routes?plan_id=${plan.id}`, [newRoute])
  const [waiting] = await send('POST', `/v2/routes?plan_id=${plan.id}`, [newRoute])
  const token = (await send('POST', `/v2/route/${route.id}/dispatch`)).public_link.split('/d/')[1]
  await send('POST', '/driver/v1/start', {}, token)
  const photo = `data:image/png;base64,${readFileSync(new URL('../../apps/driver/public/icon-512.png', import.meta.url), 'base64')}`
  const report = { type: 'service_report_completed', images: [photo] }
  await send('POST', `/v3/stop/${route.stops[0].id}/report`, report)
  const position = { lat: 47.1438, lng: 9.5189, recorded_at: new Date().toISOString() }
  await send('POST', '/driver/v1/positions', { positions: [position] }, token)
  return {
    pending: waiting.stops[1].tracking_url,
    approaching: route.stops[1].tracking_url,
    delivered: route.stops[0].tracking_url,
  }
}

interface Seen {
  /** Compressed, with headers, of what had come when the first content was painted. */
  bytes: number
  requests: number
  foreignRequests: string[]
  /** Milliseconds from the navigation. */
  firstPaint: number
  largestPaint: number
  layoutShift: number
  /** Time of tasks beyond 50 ms, from the first paint on. */
  blocking: number
  /** Rules of axe that are broken, of whatever weight. */
  faults: string[]
}

async function look(browser: Browser, url: string): Promise<Seen> {
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
  const context = await browser.newContext({ ...phone, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const received = await slowDown(session)
    const foreignRequests: string[] = []
    page.on('request', (request) => {
      const address = request.url()
      if (!/^(data|blob):/.test(address) && new URL(address).origin !== new URL(url).origin)
        foreignRequests.push(address)
    })
    await page.addInitScript(watchPaints)
    await page.goto(url, { waitUntil: 'load' })
    await page.locator('h1').waitFor()
    // The network and the processor have rested then, the map's parts included.
    await page.waitForTimeout(4_000)
    const paints = (await page.evaluate('window.watched()')) as Omit<
      Seen,
      'bytes' | 'requests' | 'foreignRequests' | 'faults'
    > & { origin: number }
    const { origin, ...times } = paints
    const early = received.filter(({ at }) => at <= origin + times.firstPaint)
    const bytes = early.reduce((sum, entry) => sum + entry.bytes, 0)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    return { ...times, bytes, requests: received.length, foreignRequests, faults: await findFaults(page) }
  } finally {
    await context.close()
  }
}

/** Slows network and processor, and collects what arrived when. */
async function slowDown(session: CDPSession): Promise<{ at: number; bytes: number }[]> {
  const received: { at: number; bytes: number }[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received.push({ at: Date.now(), bytes: encodedDataLength })
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown })
  return received
}

async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, impact }) => id + ' (' + impact + ')'))`,
  )
}

/** Median of each figure; all requests elsewhere and faults. */
function middle(seen: readonly Seen[]): Seen {
  const of = (pick: (one: Seen) => number) => seen.map(pick).sort((a, b) => a - b)[seen.length >> 1]!
  return {
    bytes: of((visit) => visit.bytes),
    requests: of((visit) => visit.requests),
    foreignRequests: [...new Set(seen.flatMap((visit) => visit.foreignRequests))],
    firstPaint: of((visit) => visit.firstPaint),
    largestPaint: of((visit) => visit.largestPaint),
    layoutShift: of((visit) => visit.layoutShift),
    blocking: of((visit) => visit.blocking),
    faults: [...new Set(seen.flatMap((visit) => visit.faults))],
  }
}

function tell(state: string, seen: Seen): void {
  const cells = [
    `${(seen.bytes / 1000).toFixed(1)} kB`,
    String(seen.requests),
    String(seen.foreignRequests.length),
    `${seen.firstPaint.toFixed(0)} ms`,
    `${seen.largestPaint.toFixed(0)} ms`,
    seen.layoutShift.toFixed(3),
    `${seen.blocking.toFixed(0)} ms`,
    String(seen.faults.length),
  ]
  console.log(`${state.padEnd(12)} ${cells.map((cell) => cell.padStart(13)).join(' ')}`)
  const missed = (['bytes', 'firstPaint', 'largestPaint', 'layoutShift', 'blocking'] as const).filter(
    (name) => seen[name] > targets[name],
  )
  for (const name of missed) console.log(`  ${name}: more than ${targets[name]}`)
  for (const text of [...seen.foreignRequests, ...seen.faults]) console.log(`  ${text}`)
  if (missed.length + seen.foreignRequests.length + seen.faults.length > 0) process.exitCode = 1
}

/** Lighthouse in its own form: the profile of a phone, with a network and processor that are slowed in a model. */
async function tellScores(folder: string, state: string, url: string): Promise<void> {
  const { default: lighthouse } = await import(pathToFileURL(resolve(folder, 'core/index.js')).href)
  const onlyCategories = ['performance', 'accessibility', 'best-practices']
  const { lhr } = await lighthouse(url, { port: debuggingPort, logLevel: 'error', onlyCategories })
  const scores = onlyCategories.map((name) => `${name} ${Math.round((lhr.categories[name]?.score ?? 0) * 100)}`)
  const told = (audit: string) => lhr.audits[audit]?.displayValue
  const times = `first paint ${told('first-contentful-paint')}, largest ${told('largest-contentful-paint')}, blocking ${told('total-blocking-time')}`
  console.log(`  Lighthouse ${lhr.lighthouseVersion}, ${state}: ${scores.join(', ')}; ${times}`)
}
