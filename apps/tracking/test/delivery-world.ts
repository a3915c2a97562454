// A service with a route of six recipients, and the phone of one of them.
import { startTestServer } from '@routewright/server/testing'
import { borrowChromium, type LentChromium } from '@routewright/server/testing/chromium'
import { shareServer } from '@routewright/server/testing/shared-server'
import type { BrowserContextOptions, Page } from 'playwright-core'

type TestServer = Awaited<ReturnType<typeof shareServer>>

export interface DeliveryWorld {
  server: TestServer
  browser: LentChromium
  createRoute(project?: Partial<ProjectColumns>, route?: RouteOptions): Promise<WorldRoute>
  openPhone(options?: BrowserContextOptions): Promise<Phone>
  stop(): Promise<void>
}

export interface ProjectColumns {
  branding: object
  recipient_page: object
  messages: object
  settings: object
}

export interface RouteOptions {
  /** Days from today. */
  day?: number
  /** The route was planned to begin this many minutes before now. */
  minutesAgo?: number
}

export interface WorldRoute {
  stops: { id: string; url: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  call(method: string, path: string, body?: unknown, query?: Record<string, string>): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  drive(path: string, body?: unknown): Promise<any>
  start(): Promise<void>
  /** Sets the look like the project's manager in the settings. */
  setBranding(branding: object): Promise<void>
  complete(index: number, more?: object): Promise<void>
}

export interface Phone {
  page: Page
  /** Errors of the page, and its requests to other hosts. */
  complaints: string[]
  /** Bytes that came over the line for the first paint, by address. */
  received: Map<string, number>
  setOffline(isOffline: boolean): Promise<void>
  close(): Promise<void>
}

export async function startDeliveryWorld(): Promise<DeliveryWorld> {
  const osmFiles = process.env.SCREENS_OSM ? [process.env.SCREENS_OSM] : []
  const server = await startTestServer({ listen: true, realClock: true, config: { osmFiles } })
  await server.services.mapData.tiles?.opened()
  return createWorld(server, () => server.stop())
}

/** Joins the service that all journeys of this process share; otherwise like `startDeliveryWorld`. */
export async function joinDeliveryWorld(): Promise<DeliveryWorld> {
  return createWorld(await shareServer(), async () => {})
}

async function createWorld(server: TestServer, end: () => Promise<void>): Promise<DeliveryWorld> {
  const browser = await borrowChromium()
  return {
    server,
    browser,
    createRoute: (project, route) => createRoute(server, project, route),
    openPhone: (options) => openPhone(server, browser, options),
    async stop() {
      await browser.close()
      await end()
    },
  }
}

const people = [
  ['Anna Frick', 47.1405, 9.5215, 'Städtle 32'],
  ['Bäckerei Beck', 47.1462, 9.5168, 'Landstrasse 18'],
  ['Café Central', 47.1525, 9.5112, 'Zollstrasse 4'],
  ['Dora Dürr', 47.1602, 9.5105, 'Feldkircher Strasse 9'],
  ['Eisen Egger', 47.1655, 9.5094, 'Bahnhofstrasse 21'],
  ['Familie Frommelt', 47.1701, 9.5061, 'Reberastrasse 7'],
] as const

/** A zone in which it is between twelve and one now, and the hands of its clocks, read as UTC. */
function noon(): { timezone: string; now: Date } {
  const now = new Date()
  const ahead = 12 - now.getUTCHours()
  const timezone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  return { timezone, now: new Date(now.getTime() + ahead * 3_600_000) }
}

async function createRoute(
  server: TestServer,
  project: Partial<ProjectColumns> = {},
  { day = 0, minutesAgo = 0 }: RouteOptions = {},
): Promise<WorldRoute> {
  const account = await server.createAccount()
  const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
    const answer = await server.call(method, path, { key: account.key, body, query })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  const columns = Object.fromEntries(Object.entries(project).map(([name, value]) => [name, JSON.stringify(value)]))
  // A visit of today began after midnight, whenever the test runs.
  const { timezone, now } = minutesAgo > 0 ? noon() : { timezone: 'UTC', now: new Date() }
  await server.services.database.db
    .updateTable('projects')
    .set({ label: 'Project', timezone, ...columns })
    .where('id', '=', account.project_id)
    .execute()
  const date = new Date(now.getTime() + day * 86_400_000).toISOString().slice(0, 10)
  const seconds = now.getUTCHours() * 3600 + now.getUTCMinutes() * 60 - minutesAgo * 60
  const begin = Math.max(0, day > 0 ? 32_400 : seconds)
  const plan = await call('POST', '/v2/plan', { execution_date: date }, { project_id: account.project_id })
  const stops = people.map(([label, lat, lng, street], index) => ({
    label,
    email: 'recipient@example.test',
    phone: '+423 555 01 01',
    duration: 300,
    location: { lat, lng, street, postal_code: '9490', city: 'Vaduz' },
    ...(index === 2 ? { pin: '4711' } : {}),
  }))
  const route = {
    email: 'driver@example.test',
    start_location: { lat: 47.1335, lng: 9.5205 },
    time_window: [begin, begin + 36_000],
    stops,
  }
  const [created] = await call('POST', '/v2/routes', [route], { plan_id: plan.id })
  const ordered = (await call('GET', `/v2/route/${created.id}`)).stops
  let bearer = ''
  const drive = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${bearer}` }
    const answer = await server.call('POST', `/driver/v1${path}`, { headers, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  return {
    stops: ordered.map((stop: { id: string; tracking_url: string }) => ({ id: stop.id, url: stop.tracking_url })),
    call,
    drive,
    async start() {
      bearer = (await call('POST', `/v2/route/${created.id}/dispatch`)).public_link.split('/d/')[1]
      await drive('/start')
    },
    async setBranding(branding) {
      const cookie = await server.signIn(account.user_id, 1)
      const path = `/app/v1/project/${account.project_id}/recipients`
      const answer = await server.call('PUT', path, { headers: { cookie }, body: { branding } })
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
    },
    async complete(index, more = {}) {
      await call('POST', `/v3/stop/${ordered[index].id}/report`, { type: 'service_report_completed', ...more })
    },
  }
}

async function openPhone(
  server: TestServer,
  browser: LentChromium,
  options: BrowserContextOptions = {},
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'en-GB',
    timezoneId: 'Europe/Vaduz',
    ...options,
  })
  // A machine that does other things besides takes its time.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const received = new Map<string, number>()
  let isOffline = false
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOffline) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(server.address) || /^(data|blob):/.test(request.url())
    if (!isOwn) complaints.push(`asked for ${request.url()}`)
  })
  page.on('requestfinished', async (request) => {
    const sizes = await request.sizes().catch(() => undefined)
    if (sizes) received.set(request.url(), sizes.responseBodySize)
  })
  return {
    page,
    complaints,
    received,
    async setOffline(offline) {
      isOffline = offline
      await context.setOffline(offline)
    },
    close: () => context.close(),
  }
}

const morningAndAfternoon = [
  [28_800, 43_200],
  [46_800, 61_200],
]

/** Asks recipients of stops without a day for a window of the coming days; returns the link and the stop of each. So many stops fit into a window. */
export async function askForWindows(
  { call, stops }: WorldRoute,
  labels: readonly string[],
  capacity?: number,
): Promise<{ link: string; stopId: string }[]> {
  const { project_id } = await call('GET', `/v2/stop/${stops[0]!.id}`)
  const depot = { lat: 47.1335, lng: 9.5205 }
  const van = { label: 'Van', default_start_location: depot, default_end_location: depot }
  await call('POST', '/v2/vehicle', van, { project_id })
  const grid = [{ windows: morningAndAfternoon, ...(capacity !== undefined && { capacity }) }]
  await call('PUT', `/app/v1/project/${project_id}/slot_rules`, { grid })
  const location = { lat: 47.1405, lng: 9.5215 }
  const asked = labels.map((label) => ({ label, location }))
  const made: { id: string }[] = await call('POST', '/v2/stops', asked, { project_id })
  const links = []
  for (const { id } of made) {
    const { link } = await call('POST', `/app/v1/stop/${id}/slot_choice`, { channels: [] })
    links.push({ link, stopId: id })
  }
  return links
}

/** A photo of a parcel at a door and a signature, painted by the browser: real JPEG and PNG bytes. */
export async function paintProof(page: Page): Promise<{ photo: string; signature: string }> {
  return page.evaluate(`(() => {
    const paint = (width, height, draw, type) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      draw(canvas.getContext('2d'))
      return canvas.toDataURL(type, 0.8)
    }
    const box = (c, color, x, y, w, h) => { c.fillStyle = color; c.fillRect(x, y, w, h) }
    const photo = paint(800, 600, (c) => {
      box(c, '#c9b79c', 0, 0, 800, 600)
      box(c, '#5b4636', 250, 40, 300, 500)
      box(c, '#8a6d52', 280, 70, 240, 200)
      box(c, '#e0c080', 505, 300, 18, 60)
      box(c, '#8f8f88', 0, 520, 800, 80)
      box(c, '#b98a4e', 330, 400, 200, 140)
      box(c, '#e8d3a8', 415, 400, 30, 140)
    }, 'image/jpeg')
    const signature = paint(600, 200, (c) => {
      c.strokeStyle = '#111'
      c.lineWidth = 5
      c.lineCap = 'round'
      c.beginPath()
      c.moveTo(60, 130)
      c.bezierCurveTo(120, 10, 170, 190, 220, 90)
      c.bezierCurveTo(260, 30, 280, 160, 340, 110)
      c.bezierCurveTo(400, 60, 430, 150, 540, 80)
      c.stroke()
    }, 'image/png')
    return { photo, signature }
  })()`)
}
