// A service with a dispatched route, seen through a line that can be cut, and a phone to drive it with.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '@routewright/server/testing'
import {
  borrowChromium,
  cameraArgs,
  cameraVideo,
  chromiumArgs,
  chromiumPath,
  type LentChromium,
} from '@routewright/server/testing/chromium'
import { shareServer } from '@routewright/server/testing/shared-server'
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type CameraCode, writeBarcodeVideo } from './barcode-video.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'

type TestServer = Awaited<ReturnType<typeof shareServer>>
type Account = Awaited<ReturnType<TestServer['createAccount']>>

/** One parcel of each kind of code that the camera must read. */
export const cameraCodes: readonly CameraCode[] = [
  { format: 'EAN13', text: '4006381333931' },
  { format: 'Code128', text: 'RW-128-0042' },
  { format: 'QRCode', text: 'RW-QR-0007' },
  { format: 'DataMatrix', text: 'RW-DM-0011' },
  { format: 'PDF417', text: 'RW-PDF-0005' },
]

export interface DriverWorld {
  server: TestServer
  proxy: FaultProxy
  directory: string
  /** For all phones that are not switched off; its camera shows the codes. */
  browser: LentChromium
  /** A new route of its own, dispatched. */
  createRoute(settings?: object, route?: object, stops?: object[]): Promise<WorldRoute>
  stop(): Promise<void>
}

export interface WorldRoute {
  account: Account
  id: string
  planId: string
  /** Through the line that can be cut. */
  link: string
  stopIds: string[]
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  call(method: string, path: string, body?: unknown, query?: Record<string, string>): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readStop(index: number): Promise<any>
}

/** Stops in one street, 600 m apart, each with a parcel of another code; the second has tasks. */
export const fiveStops = cameraCodes.map(({ text }, index) => ({
  label: ['Anna Frick', 'Bäckerei Beck', 'Café Central', 'Dora Dürr', 'Eisen Egger'][index],
  location: {
    lat: 47.14 + index * 0.006,
    lng: 9.52,
    street: `Landstrasse ${index + 10}`,
    postal_code: '9490',
    city: 'Vaduz',
  },
  packages: [{ identifier: text }],
  phone: '+423 555 01 01',
  time_windows: [[28_800, 64_800]],
  ...(index === 1 ? { tasks: [{ label: 'Take the empty boxes back' }, { label: 'Show the new order form' }] } : {}),
  ...(index === 0
    ? { comments: 'Bell is broken, please knock.', customer_text_field: 'Leave it with my neighbour.' }
    : {}),
}))

export async function startDriverWorld(options: { config?: object } = {}): Promise<DriverWorld> {
  const server = await startTestServer({ listen: true, realClock: true, ...options })
  return createWorld(server, cameraCodes, () => server.stop())
}

/** Joins the service that all journeys of this process share, like `startDriverWorld`; `codes` are shown to the camera. */
export async function joinDriverWorld(codes: readonly CameraCode[]): Promise<DriverWorld> {
  return createWorld(await shareServer(), codes, async () => {})
}

async function createWorld(
  server: TestServer,
  codes: readonly CameraCode[],
  end: () => Promise<void>,
): Promise<DriverWorld> {
  const proxy = await startFaultProxy(server.address)
  const directory = mkdtempSync(join(tmpdir(), 'routewright-driver-'))
  await writeBarcodeVideo(cameraVideo, codes)
  const browser = await borrowChromium()
  return {
    server,
    proxy,
    directory,
    browser,
    createRoute: (settings = {}, route = {}, stops = fiveStops) => createRoute(server, proxy, settings, route, stops),
    async stop() {
      await browser.close()
      await proxy.stop()
      await end()
      rmSync(directory, { recursive: true, force: true })
      rmSync(cameraVideo, { force: true })
    },
  }
}

async function createRoute(
  server: TestServer,
  proxy: FaultProxy,
  settings: object,
  route: object,
  stops: object[],
): Promise<WorldRoute> {
  const account: Account = await server.createAccount()
  const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
    const answer = await server.call(method, path, { key: account.key, body, query })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }
  await call('PUT', `/app/v1/project/${account.project_id}`, { settings }).catch(async () => {
    await server.services.database.db
      .updateTable('projects')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', account.project_id)
      .execute()
  })
  const plan = await call('POST', '/v2/plan', { label: 'Today' }, { project_id: account.project_id })
  const vehicle = await call(
    'POST',
    '/v2/vehicle',
    { label: 'Van 7', plate: 'FL 4711' },
    { project_id: account.project_id },
  )
  const input = {
    label: 'North',
    vehicle_label: 'Van 7',
    vehicle_id: vehicle.id,
    email: 'driver@example.test',
    start_location: { lat: 47.13, lng: 9.52, street: 'Industriestrasse 1', postal_code: '9490', city: 'Vaduz' },
    time_window: [28_800, 64_800],
    stops,
    ...route,
  }
  const [created] = await call('POST', '/v2/routes', [input], { plan_id: plan.id })
  const dispatched = await call('POST', `/v2/route/${created.id}/dispatch`)
  const read = await call('GET', `/v2/route/${created.id}`)
  const stopIds = read.stops.map(({ id }: { id: string }) => id)
  return {
    account,
    id: created.id,
    planId: plan.id,
    link: proxy.address + new URL(dispatched.public_link).pathname,
    stopIds,
    call,
    readStop: (index) => call('GET', `/v2/stop/${stopIds[index]}`),
  }
}

export interface Phone {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors that pages wrote to their consoles, and requests of theirs to other hosts. */
  readonly complaints: string[]
  openTab(url: string): Promise<Page>
  /** No network as the browser sees it. */
  setOffline(isOffline: boolean): Promise<void>
  moveTo(lat: number, lng: number): Promise<void>
  close(): Promise<void>
  /** Closes the browser and opens it again, with everything that it kept; for a phone that `isSwitchedOff`. */
  reopen(url: string): Promise<void>
  /** Ends the browser in the middle of whatever it does, as a phone ends an app; for a phone that `isSwitchedOff`, which is reopened then. */
  kill(): Promise<void>
  /** Sets the clock of the phone's pages ahead by this many milliseconds, from now on and when they are opened again. */
  setClock(aheadMilliseconds: number): Promise<void>
}

export interface PhoneOptions {
  language?: string
  colorScheme?: 'light' | 'dark'
  /** It has a browser of its own, whose profile outlives it. */
  isSwitchedOff?: boolean
}

/** A phone with a camera that shows the codes and a position that is set; nothing is open yet. */
export async function startPhone(world: DriverWorld, options: PhoneOptions = {}): Promise<Phone> {
  const profile = options.isSwitchedOff ? mkdtempSync(join(world.directory, 'phone-')) : undefined
  const complaints: string[] = []
  let context: BrowserContext
  let page: Page
  let place = { latitude: 47.14, longitude: 9.52, accuracy: 8 }
  let ahead = 0

  const watch = (page: Page) => {
    page.on('console', (message) => {
      // A line that is cut, and a refusal, are errors to the browser; the app says them in its own words.
      if (message.type() === 'error' && !/Failed to load resource|ERR_|net::/.test(message.text())) {
        complaints.push(message.text())
      }
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(world.proxy.address) && !/^(data|blob):/.test(url)) complaints.push(`asked for ${url}`)
    })
  }
  const open = async () => {
    const settings: BrowserContextOptions = {
      viewport: { width: 390, height: 844 },
      locale: options.language ?? 'en',
      timezoneId: 'Europe/Zurich',
      colorScheme: options.colorScheme ?? 'light',
      hasTouch: true,
      isMobile: true,
      // The last one is given without asking on phones.
      permissions: ['geolocation', 'camera', 'background-sync'],
      geolocation: place,
    }
    context = profile
      ? await chromium.launchPersistentContext(profile, {
          executablePath: chromiumPath,
          args: [...chromiumArgs, ...cameraArgs(cameraVideo)],
          ...settings,
        })
      : await world.browser.newContext(settings)
    // A machine that does other things besides takes its time.
    context.setDefaultTimeout(60_000)
    page = context.pages()[0] ?? (await context.newPage())
    for (const one of context.pages()) watch(one)
    context.on('page', watch)
    if (ahead !== 0) await context.addInitScript(clockAhead(ahead))
  }
  await open()
  return {
    get page() {
      return page
    },
    get context() {
      return context
    },
    complaints,
    async openTab(url) {
      const tab = await context.newPage()
      await tab.goto(url)
      return tab
    },
    setOffline: (isOffline) => context.setOffline(isOffline),
    async moveTo(lat, lng) {
      place = { latitude: lat, longitude: lng, accuracy: 8 }
      await context.setGeolocation(place)
    },
    close: () => context.close(),
    async reopen(url) {
      if (!profile) throw new Error('A phone without a profile of its own forgets everything when it is switched off.')
      await context.close()
      await open()
      await page.goto(url)
    },
    async kill() {
      const session = await context.browser()!.newBrowserCDPSession()
      const hasEnded = new Promise<void>((resolve) => context.once('close', () => resolve()))
      // The response never comes.
      session.send('Browser.crash').catch(() => {})
      await hasEnded
    },
    async setClock(aheadMilliseconds) {
      ahead = aheadMilliseconds
      await context.addInitScript(clockAhead(ahead))
      await page.evaluate(clockAhead(ahead))
    },
  }
}

/** A script that moves the page's clock; once more, it moves it from the true time. */
function clockAhead(milliseconds: number): string {
  return `(() => {
    const Own = (globalThis.OwnDate ??= Date)
    globalThis.Date = class extends Own {
      constructor(...parts) {
        super(...(parts.length === 0 ? [Own.now() + ${milliseconds}] : parts))
      }
      static now() {
        return Own.now() + ${milliseconds}
      }
    }
  })()`
}

/** The app works without the network only when its worker runs. */
export async function workerReady(page: Page): Promise<void> {
  // Sent as text: the types of the tests know no page.
  await page.evaluate(`(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })()`)
}
