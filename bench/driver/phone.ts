// `npm run bench -- phone [--stops 180 --slower 6]`: what a slow phone works for when its driver finishes a stop of a long route.
// It needs the driver's app built and a Chromium (CHROMIUM_PATH); the service runs in this process on an embedded database. Other work on
// the machine makes everything take longer and nothing shorter: the least of several rounds is the phone's own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createServer, readConfig } from '@routewright/server'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { type CDPSession, chromium, type Page } from 'playwright-core'

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '180' },
    slower: { type: 'string', default: '6' },
    quick: { type: 'boolean', default: false },
  },
})
const stopCount = values.quick ? 40 : Number(values.stops)
const slower = Number(values.slower)
const rounds = values.quick ? 2 : 5

const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-bench-'))
const server = await createServer(
  readConfig({}, { port: 0, dataDirectory, requestsPerMinute: 1_000_000, logLevel: 'warn', osmFiles: [] }),
)
const address = await server.start()
const login = { email: 'bench@example.test', password: 'a-long-bench-password' }
const account = await send('POST', '/app/v1/organizations', { name: 'Bench', ...login }, server.services.adminSecret)
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
try {
  const route = await makeRoute()
  if (!values.quick) console.log(`first screen over slow 3G (400 kbit/s, 400 ms): ${await measureFirstUse(route.link)}`)
  const page = await openPhone(route.link)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const finished: Work[] = []
  for (let round = 0; round < rounds; round += 1) finished.push(await finishStop(page, session, route.countDone))
  tell('finishing a stop', finished)
  tellFrames(await scrollRepeatedly(page, route.link))
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDirectory, { recursive: true, force: true })
}

/** Milliseconds of the page's main thread. */
interface Cost {
  task: number
  script: number
  layout: number
}

/** With the milliseconds until the list stands again, and how often the phone's database was asked. */
interface Work extends Cost {
  shown: number
  transactions: number
}

function tell(name: string, all: readonly Work[]): void {
  const of = (part: keyof Work) => {
    const sorted = all.map((work) => work[part]).sort((a, b) => a - b)
    const [least = 0] = sorted
    return `${least.toFixed(0)} (median ${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(0)})`
  }
  console.log(`${name}, ${stopCount} stops, ${slower} times slower, least of ${all.length}:
  list again after, ms ${of('shown')}
  main thread, ms      ${of('task')}
    script             ${of('script')}
    styles and layout  ${of('layout')}
  transactions         ${of('transactions')}`)
}

function tellFrames(runs: readonly number[][]): void {
  const longest = Math.min(...runs.map((frames) => Math.max(...frames)))
  const long = Math.min(...runs.map((frames) => frames.filter((frame) => frame > 50).length))
  console.log(`scrolling: longest frame, ms ${longest.toFixed(0)}; frames over 50 ms ${long} of ${runs[0]?.length}`)
}

interface Answer {
  id: string
  api_key: string
  project_id: string
  public_link: string
  completed_stops: number
  routes: { id: string }[]
}

async function send(method: string, path: string, body: unknown, adminSecret?: string): Promise<Answer> {
  const key = adminSecret ? '' : `${path.includes('?') ? '&' : '?'}private_key=${account.api_key}`
  const answer = await fetch(`${address}${path}${key}`, {
    method,
    headers: { 'content-type': 'application/json', ...(adminSecret && { authorization: `Bearer ${adminSecret}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** One long route: the link to drive it by, and how many of its stops the service knows as done. */
async function makeRoute(): Promise<{ link: string; countDone: () => Promise<number> }> {
  const stops = Array.from({ length: stopCount }, (_, at) => ({
    label: `Household ${at + 1}`,
    location: { lat: 47.1 + at / 2_000, lng: 9.5, street: `Landstrasse ${at + 1}`, postal_code: '9490', city: 'Vaduz' },
    phone: '+423 232 31 31',
    comments: at % 3 === 0 ? 'Ring twice, the bell is behind the hedge.' : undefined,
    time_windows: at % 2 === 0 ? [[21_600, 86_000]] : [],
    packages: [{ identifier: `P-${at}` }],
  }))
  const route = { label: 'North', email: 'driver@example.test', time_window: [21_600, 86_000], stops }
  const plan = await send('POST', `/v2/plan?project_id=${account.project_id}`, { label: 'Bench', routes: [route] })
  const [made] = (await send('GET', `/v2/plan/${plan.id}`, undefined)).routes
  const { public_link } = await send('POST', `/v2/route/${made?.id}/dispatch`, {})
  const countDone = async () => (await send('GET', `/v2/plan/${plan.id}`, undefined)).completed_stops
  return { link: address + new URL(public_link).pathname, countDone }
}

async function openPhone(link: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en',
    hasTouch: true,
    isMobile: true,
    permissions: ['geolocation'],
    geolocation: { latitude: 47.1, longitude: 9.5, accuracy: 8 },
  })
  const page = await context.newPage()
  await page.addInitScript(`{
    window.transactions = 0
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...names) {
      window.transactions += 1
      return begin.apply(this, names)
    }
  }`)
  await page.goto(link)
  await page.locator('.dock .main').click()
  await page.locator('.next-stop').waitFor()
  return page
}

/** How long a phone that never opened the app waits for its first screen, and how much comes until then. */
async function measureFirstUse(link: string): Promise<string> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en', isMobile: true })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const bytesPerSecond = 400_000 / 8
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  let bytes = 0
  session.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const started = performance.now()
  await page.goto(link, { waitUntil: 'commit' })
  await page.locator('.dock .main').waitFor()
  const seconds = (performance.now() - started) / 1_000
  await context.close()
  return `${seconds.toFixed(1)} s, ${(bytes / 1_000).toFixed(0)} kB`
}

/** From the list over "Deliver" and "Delivered" back to the list, until the report was sent and nothing more comes. */
async function finishStop(page: Page, session: CDPSession, countDone: () => Promise<number>): Promise<Work> {
  await page.locator('.next-stop [aria-label=Deliver]').tap()
  const button = page.locator('.dock .main')
  await button.waitFor()
  await settle(page)
  const sentBefore = await countDone()
  await page.evaluate(watchList())
  const box = await button.boundingBox()
  if (!box) throw new Error('The button is not there.')
  const countTransactions = () => page.evaluate<number>('window.transactions')
  const transactionsBefore = await countTransactions()
  const before = await readWork(session)
  await touch(session, box.x + box.width / 2, box.y + box.height / 2)
  const shown = await page.evaluate<number>('window.listShown')
  while ((await countDone()) === sentBefore) await page.waitForTimeout(200)
  await settle(page)
  const after = await readWork(session)
  const transactions = (await countTransactions()) - transactionsBefore
  const spent = (part: keyof Cost) => after[part] - before[part]
  return { shown, transactions, task: spent('task'), script: spent('script'), layout: spent('layout') }
}

/** A finger on the glass and off again, without all that Playwright asks the page before a tap. */
async function touch(session: CDPSession, x: number, y: number): Promise<void> {
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** A script that notes, as `listShown`, how long after the finger left the button the list has been drawn. */
function watchList(): string {
  return `
  window.listShown = new Promise((resolve) => {
    addEventListener('pointerup', ({ timeStamp }) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('.next-stop')) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)))
      }).observe(document.body, { subtree: true, childList: true })
    }, { once: true, capture: true })
  })
  undefined`
}

/** Waits until the page has done nothing for two seconds. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    let timer = setTimeout(resolve, 2000)
    new PerformanceObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, 2000) }).observe({ entryTypes: ['longtask', 'resource'] })
  })`)
}

async function readWork(session: CDPSession): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics')
  const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  const ms = (name: string) => seconds(name) * 1_000
  return {
    task: ms('TaskDuration'),
    script: ms('ScriptDuration'),
    layout: ms('LayoutDuration') + ms('RecalcStyleDuration'),
  }
}

/** The list from its beginning, several times: as often as it takes to see it once without other work on the machine. */
async function scrollRepeatedly(page: Page, link: string): Promise<number[][]> {
  const runs: number[][] = []
  for (let run = 0; run < rounds; run += 1) {
    await page.goto('about:blank')
    await page.goto(link)
    await page.locator('.next-stop').waitFor()
    await settle(page)
    runs.push(await scroll(page))
  }
  return runs
}

/** The times between frames while a thumb goes through the list. */
async function scroll(page: Page): Promise<number[]> {
  return await page.evaluate<number[]>(`new Promise((resolve) => {
    const list = document.scrollingElement.scrollHeight > innerHeight ? document.scrollingElement : document.querySelector('main')
    let [last, steps] = [performance.now(), 0]
    const frames = []
    requestAnimationFrame(function step(now) {
      if (steps > 2) frames.push(now - last)
      last = now
      list.scrollTop += 120
      if (++steps < 90) requestAnimationFrame(step)
      else resolve(frames)
    })
  })`)
}
