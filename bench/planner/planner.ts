// `npm run bench -- planner [--stops 5000 --routes 50]`: how fast the editor is in a real browser with software rendering.
// It needs the planner built and a Chromium (CHROMIUM_PATH); the service runs in this process on an embedded database.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer, readConfig } from '@routewright/server'
import { chromiumArgs, chromiumPath } from '@routewright/server/testing/chromium'
import { type CDPSession, chromium, type Page } from 'playwright-core'

const { values } = parseArgs({
  options: {
    stops: { type: 'string', default: '5000' },
    routes: { type: 'string', default: '50' },
    quick: { type: 'boolean', default: false },
  },
})
const stopCount = values.quick ? 600 : Number(values.stops)
const routeCount = values.quick ? 8 : Number(values.routes)

/** The page's own work, as Chromium counts it. */
const OWN_WORK = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']

const dist = fileURLToPath(new URL('../../apps/planner/dist/', import.meta.url))

const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-bench-'))
const server = await createServer(
  readConfig({}, { port: 0, dataDirectory, requestsPerMinute: 1_000_000, logLevel: 'warn' }),
)
const address = await server.start()
const login = { email: 'bench@example.test', password: 'a-long-bench-password' }
const account = await send('POST', '/app/v1/organizations', { name: 'Bench', ...login }, server.services.adminSecret)
const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs] })
try {
  const planId = await makePlan()
  const page = await openPage()
  const processes = await browser.newBrowserCDPSession()
  report('shell: script and style, kB gzip', await shellKilobytes())
  const cpuBefore = await readCpu(processes)
  const started = performance.now()
  await page.goto(`${address}/planner/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
  report('list usable, ms', performance.now() - started)
  await page.locator('.maplibregl-map[aria-busy=false]').waitFor()
  report('map idle, ms', performance.now() - started)
  const cpu = await readCpu(processes)
  for (const part of ['page', 'drawing'] as const) report(`until then, CPU ms: ${part}`, cpu[part] - cpuBefore[part])
  const drag = await measureDrag(page)
  report('drag: script per frame, median ms', drag.median)
  report('drag: script per frame, worst ms', drag.worst)
  for (const [part, median] of await measureEffect(page)) report(`effect ${part}, median ms`, median)
  for (const [name, act] of Object.entries({ 'map moved': panMap, 'clock moved': moveClock })) {
    const frames = await measureFrames(page, act)
    report(`${name}: frames a second`, frames.perSecond)
    report(`${name}: script, style and layout per frame, ms`, frames.busy)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(dataDirectory, { recursive: true, force: true })
}

function report(name: string, value: number): void {
  console.log(`${name.padEnd(56)} ${value.toFixed(value < 100 ? 1 : 0)}`)
}

async function send(method: string, path: string, body: unknown, adminSecret?: string) {
  const key = adminSecret ? '' : `${path.includes('?') ? '&' : '?'}private_key=${account.api_key}`
  const answer = await fetch(`${address}${path}${key}`, {
    method,
    headers: { 'content-type': 'application/json', ...(adminSecret && { authorization: `Bearer ${adminSecret}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { api_key: string; project_id: string; id: string }
}

/** Routes in rows over a town of 40 by 40 km, each with its share of the stops. */
async function makePlan(): Promise<string> {
  const perRoute = Math.ceil(stopCount / routeCount)
  const routes = Array.from({ length: routeCount }, (_, route) => ({
    label: `Route ${route + 1}`,
    start_location: { lat: 47.1, lng: 9.5 },
    time_window: [21_600, 86_000],
    stops: Array.from({ length: perRoute }, (_, place) => ({
      label: `Customer ${route * perRoute + place + 1}`,
      location: { lat: 47 + route * 0.007, lng: 9.3 + place * 0.004, street: `Street ${place}`, city: `Town ${route}` },
      duration: 120,
      weight: 5,
      time_windows: place % 3 === 0 ? [[28_800, 64_800]] : [],
    })),
  }))
  const plan = await send('POST', `/v2/plan?project_id=${account.project_id}`, { label: 'Bench', routes })
  return plan.id
}

/** Processor time of the page with its workers, and of what draws it, in milliseconds. */
async function readCpu(processes: CDPSession): Promise<{ page: number; drawing: number }> {
  const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
  const sum = (type: string) =>
    processInfo.filter((info) => info.type === type).reduce((total, { cpuTime }) => total + cpuTime * 1000, 0)
  return { page: sum('renderer'), drawing: sum('GPU') }
}

async function openPage(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.request.post(`${address}/app/v1/session`, { data: login, headers: { origin: address } })
  return context.newPage()
}

/** Scripts and styles that the sign-in page asks for, by the sizes of their compressed files. */
async function shellKilobytes(): Promise<number> {
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${address}/planner/sign-in`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.close()
  const sizes = asked
    .filter((path) => /\.(js|css)$/.test(path))
    .map(
      (path) => statSync(join(dist, path.replace('/planner/', '')).concat('.gz'), { throwIfNoEntry: false })?.size ?? 0,
    )
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Moves a dragged stop over list and timeline; tells how long the page's own script took per pointer move. */
async function measureDrag(page: Page): Promise<{ median: number; worst: number }> {
  const row = (await page.locator('[data-row=stop]').nth(4).boundingBox())!
  await page.mouse.move(row.x + 100, row.y + 20)
  await page.mouse.down()
  await page.mouse.move(row.x + 110, row.y + 30)
  // Behind the page's own listeners and the rendering that they ask for.
  await page.evaluate(`
    window.frameTimes = []
    window.addEventListener('pointermove', () => {
      const begin = performance.now()
      queueMicrotask(() => setTimeout(() => window.frameTimes.push(performance.now() - begin), 0))
    }, true)`)
  for (let step = 0; step < 80; step += 1) await page.mouse.move(row.x + 100 + step * 8, row.y + 30 + (step % 40) * 12)
  const times = await page.evaluate<number[]>('window.frameTimes')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  times.sort((a, b) => a - b)
  return { median: times[Math.floor(times.length / 2)] ?? 0, worst: times.at(-1) ?? 0 }
}

/**
 * From the pointer's coming to rest on another place until the figures stand beside it, and its parts. Measured inside the
 * page: from outside it is only looked at now and then.
 */
async function measureEffect(page: Page): Promise<Map<string, number>> {
  await page.evaluate("document.querySelector('[data-list]').scrollTop = 0")
  await page.evaluate(`
    window.effect = {}
    window.addEventListener('pointermove', (event) => {
      Object.assign(window.effect, { moved: event.timeStamp, handled: performance.now() })
    }, true)
    new PerformanceObserver((list) => {
      const asked = list.getEntries().find((entry) => entry.name.includes('/move/preview'))
      if (asked) Object.assign(window.effect, { asked: asked.startTime, answered: asked.responseEnd })
    }).observe({ type: 'resource' })
    new MutationObserver(() => {
      const isShown = [...document.querySelectorAll('[role=status]')].some((badge) => badge.textContent.includes('·'))
      if (isShown) window.effect.shown ??= performance.now()
    }).observe(document.body, { subtree: true, childList: true, characterData: true })`)
  await page.waitForTimeout(300)
  const times = new Map<string, number[]>()
  for (let round = 0; round < 15; round += 1) {
    const row = (await page.locator('[data-row=stop]').nth(3).boundingBox())!
    await page.mouse.move(row.x + 100, row.y + 20)
    await page.mouse.down()
    await page.mouse.move(row.x + 110, row.y + 30)
    await page.evaluate('window.effect = {}')
    await page.mouse.move(row.x + 110, row.y + 60 + 50 * ((round % 6) + 2))
    await page.getByRole('status').filter({ hasText: '·' }).waitFor()
    await page.waitForTimeout(100)
    const at =
      await page.evaluate<Record<'moved' | 'handled' | 'asked' | 'answered' | 'shown', number>>('window.effect')
    const parts = {
      'shown after resting': at.shown - at.moved,
      '- until the page hears of the pointer': at.handled - at.moved,
      '- until it asks': at.asked - at.handled,
      '- until the answer is there': at.answered - at.asked,
      '- until it is shown': at.shown - at.answered,
    }
    for (const [part, time] of Object.entries(parts)) times.set(part, [...(times.get(part) ?? []), time])
    await page.keyboard.press('Escape')
    await page.mouse.up()
  }
  return new Map([...times].map(([part, all]) => [part, all.sort((a, b) => a - b)[Math.floor(all.length / 2)]!]))
}

/** Moves the whole map to and fro, as a hand does, for two seconds. */
async function panMap(page: Page): Promise<void> {
  const map = (await page.locator('.maplibregl-canvas').boundingBox())!
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < 120; step += 1) {
    await page.mouse.move(x + 120 * Math.sin(step / 12), y + 60 * Math.sin(step / 9))
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
}

/** Lets all vans drive their way through the day. */
async function moveClock(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Time of day on the map' }).focus()
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(16)
  }
}

/**
 * Frames that the page shows while something moves, and how long it works itself for each. The rest of a frame goes into drawing, which
 * a graphics card does elsewhere and a processor here.
 */
async function measureFrames(page: Page, act: (page: Page) => Promise<void>) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const readBusy = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.reduce((sum, { name, value }) => (OWN_WORK.includes(name) ? sum + 1000 * value : sum), 0)
  }
  await page.evaluate(`
    window.frames = 0
    window.countFrames = () => { window.frames += 1; window.counting = requestAnimationFrame(window.countFrames) }
    window.countFrames()`)
  const [busy, begun] = [await readBusy(), performance.now()]
  await act(page)
  const seconds = (performance.now() - begun) / 1000
  const frames = await page.evaluate<number>('cancelAnimationFrame(window.counting); window.frames')
  const spent = (await readBusy()) - busy
  await session.detach()
  return { perSecond: frames / seconds, busy: spent / frames }
}
