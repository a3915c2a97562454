// A service with an organization that somebody can sign in to, and a browser page that complains aloud.
import { startTestServer, type TestServerOptions } from '@routewright/server/testing'
import { borrowChromium, type LentChromium, withoutGraphics } from '@routewright/server/testing/chromium'
import { shareServer } from '@routewright/server/testing/shared-server'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

type TestServer = Awaited<ReturnType<typeof shareServer>>
type SentMail = TestServer['mails'][number]

export interface PlannerWorld {
  server: TestServer
  browser: LentChromium
  organizationId: string
  projectId: string
  login: { email: string; password: string }
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  call(method: string, path: string, body?: unknown, query?: Record<string, string>): Promise<any>
  /** A page of somebody who is signed in; what it complains of is in `complaints`. */
  openPage(options?: PageOptions): Promise<PlannerPage>
  /** Mails that were sent since the world began. */
  mails(): SentMail[]
  stop(): Promise<void>
}

interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  /** Time zone of the browser. */
  timezoneId?: string
  /** Locale of the browser: the language of the page. */
  locale?: string
  /** Whether maps are drawn, which costs more than all else on a page; without, each says that it cannot be. */
  hasMaps?: boolean
}

export interface PlannerPage {
  page: Page
  complaints: string[]
  /** Opens an address below /planner. */
  go(path: string): Promise<void>
}

export async function startPlannerWorld(options: TestServerOptions = {}): Promise<PlannerWorld> {
  const server = await startTestServer({ listen: true, realClock: true, ...options })
  return createWorld(server, 'dispatcher@example.test', () => server.stop())
}

let joined = 0

/** Joins the service that all journeys of this process share with an organization of its own; otherwise like `startPlannerWorld`. */
export async function joinPlannerWorld(): Promise<PlannerWorld> {
  joined += 1
  return createWorld(await shareServer(), `dispatcher${joined}@example.test`, async () => {})
}

async function createWorld(server: TestServer, email: string, end: () => Promise<void>): Promise<PlannerWorld> {
  const authorization = `Bearer ${server.services.adminSecret}`
  const login = { email, password: 'a-long-test-password' }
  const created = await server.call('POST', '/app/v1/organizations', {
    body: { name: 'Test deliveries', ...login },
    headers: { authorization },
  })
  expect(created.status, created.text).toBe(201)
  const browser = await borrowChromium()
  const mailsBefore = server.mails.length
  const call: PlannerWorld['call'] = async (method, path, body, query) => {
    const answer = await server.call(method, path, { key: created.body.api_key, body, query })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  return {
    server,
    browser,
    organizationId: created.body.organization_id,
    projectId: created.body.project_id,
    login,
    call,
    openPage: (options) => openPage(browser, server.address, login, options),
    mails: () => server.mails.slice(mailsBefore),
    async stop() {
      await browser.close()
      await end()
    },
  }
}

async function openPage(
  browser: LentChromium,
  address: string,
  login: PlannerWorld['login'],
  { width = 1280, height = 800, dark = false, timezoneId, locale = 'en-GB', hasMaps = true }: PageOptions = {},
): Promise<PlannerPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    // Nobody waits for menus that fade in; the pages that the tests open by themselves move as they do for most people.
    reducedMotion: 'reduce',
    locale,
    ...(timezoneId && { timezoneId }),
  })
  if (!hasMaps) await context.addInitScript(withoutGraphics)
  await context.request.post(`${address}/app/v1/session`, { data: login, headers: { origin: address } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(address) || /^(data|blob):/.test(request.url())
    if (!isOwn) complaints.push(`asked for ${request.url()}`)
  })
  return {
    page,
    complaints,
    go: async (path) => {
      await page.goto(`${address}/planner${path}`)
    },
  }
}

/** Calls as the driver app does. */
export function getDriver(world: PlannerWorld, token: string) {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape
  return async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${world.server.address}/driver/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
    return answer.json()
  }
}

/** Polls for a result that follows after a moment; the machine may be busy. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000, interval: 100 })

/** Makes the edit whose effect is shown. */
export async function applyShown(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

export interface Point {
  x: number
  y: number
}

/** Presses on one place and lets go on another, as a hand does it; returns the badge's text before the drop. */
export async function dragOn(page: Page, from: Point, to: Point, isKept = true): Promise<string> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 2 })
  await page.mouse.move(to.x, to.y, { steps: 6 })
  const badge = page.getByRole('status').filter({ hasText: '·' })
  await badge.waitFor()
  const text = (await badge.textContent()) ?? ''
  if (!isKept) await page.keyboard.press('Escape')
  await page.mouse.up()
  return text
}

/** Where to point at it, once it stands still: a notice that comes in above it moves it away from where it was measured. */
export async function computeMiddle(locator: Locator): Promise<Point> {
  await (await locator.elementHandle())!.waitForElementState('stable')
  const box = (await locator.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A stop's row, with the list scrolled until it is drawn: rows far out of sight are not. */
export async function rowInSight(page: Page, stopId: string): Promise<Locator> {
  const row = page.locator(`#row-${stopId}`)
  let top = 0
  const look = async () => {
    if ((await row.count()) === 1) return 1
    await page.getByRole('tree').evaluate((box, to) => box.scrollTo({ top: to % box.scrollHeight }), top)
    top += 300
    return row.count()
  }
  await expect.poll(look, { timeout: 60_000, interval: 50 }).toBe(1)
  await row.scrollIntoViewIfNeeded()
  return row
}

const streets = ['Landstrasse', 'Feldweg', 'Dorfstrasse', 'Bahnhofstrasse']

/** Stops in a grid around Vaduz. */
export function someStops(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({
    label: `Customer ${index + 1}`,
    external_id: `ORDER-${index + 1}`,
    location: {
      lat: 47.1 + (index % 10) * 0.008,
      lng: 9.5 + Math.floor(index / 10) * 0.006,
      street: `${streets[index % streets.length]} ${index + 1}`,
      city: 'Vaduz',
    },
    duration: 300,
    weight: 5 + (index % 7),
  }))
}

const dayHours = [28_800, 61_200]
/** Hours of drivers who may be out at every hour at which the tests run. */
export const allDay = [0, 86_400]

/** A zone in which it is this hour of the day now. */
export function zoneAt(hour: number): string {
  const ahead = new Date().getUTCHours() - hour
  const offset = ahead > 12 ? ahead - 24 : ahead
  return offset === 0 ? 'Etc/GMT' : `Etc/GMT${offset > 0 ? '+' : '-'}${Math.abs(offset)}`
}

export async function setZone(world: PlannerWorld, { page }: PlannerPage, timezone: string): Promise<void> {
  const answer = await page.context().request.put(`${world.server.address}/app/v1/project/${world.projectId}`, {
    data: { timezone },
    headers: { origin: world.server.address },
  })
  expect(answer.status()).toBe(200)
}

/** Puts the project into a zone in which it is noon now, so that days are under way whenever the test runs. Returns the zone. */
export async function setZoneAtNoon(world: PlannerWorld, desk: PlannerPage): Promise<string> {
  const zone = zoneAt(12)
  await setZone(world, desk, zone)
  return zone
}

/** Vans that start at a depot. */
export function someVehicles(count: number, hours: readonly number[] = dayHours): object[] {
  return Array.from({ length: count }, (_, index) => ({
    label: `Van ${index + 1}`,
    email: `driver${index + 1}@example.test`,
    default_start_location: { lat: 47.14, lng: 9.52 },
    default_end_location: { lat: 47.14, lng: 9.52 },
    default_time_window: hours,
  }))
}

/** A plan of one van for each number, with so many of `someStops` on its route, one route after the other. Seconds of the day: when they may drive. */
export async function createVansPlan(
  world: PlannerWorld,
  stopsOfEach: readonly number[],
  { label = 'Today', hours = dayHours }: { label?: string; hours?: readonly number[] } = {},
): Promise<string> {
  const inProject = { project_id: world.projectId }
  const vehicles = await world.call('POST', '/v3/vehicles', someVehicles(stopsOfEach.length, hours), inProject)
  const { id } = await world.call('POST', '/v2/plan', { label }, inProject)
  const stops = someStops(stopsOfEach.reduce((sum, count) => sum + count, 0))
  const routes = stopsOfEach.map((count, at) => ({ vehicle_id: vehicles[at].id, stops: stops.splice(0, count) }))
  await world.call('POST', '/v2/routes', routes, { plan_id: id })
  return id
}

/** A route of such a driver. */
export function routeAllDay(label: string, stops: object[]): object {
  const depot = { lat: 47.14, lng: 9.52 }
  return {
    label,
    email: `${label.replace(' ', '')}@example.test`,
    time_window: allDay,
    stops,
    start_location: depot,
    end_location: depot,
  }
}
