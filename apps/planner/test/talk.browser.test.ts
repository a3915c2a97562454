// Dispatchers and drivers write to each other: a silent van is asked, replies count until somebody reads them, marks come back.

import { jpeg } from '@routewright/server/testing/pictures'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  eventually,
  getDriver,
  type PlannerPage,
  type PlannerWorld,
  someStops,
  someVehicles,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let stopId: string
let drive: ReturnType<typeof getDriver>

beforeAll(async () => {
  world = await startPlannerWorld()
  const project_id = world.projectId
  const [vehicle] = await world.call('POST', '/v3/vehicles', someVehicles(1), { project_id })
  const plan = await world.call('POST', '/v2/plan', { label: 'Today' }, { project_id })
  planId = plan.id
  const body = { vehicle_id: vehicle.id, stops: someStops(3) }
  const [route] = await world.call('POST', '/v2/routes', [body], { plan_id: planId })
  const { public_link } = await world.call('POST', `/v2/route/${route.id}/dispatch`)
  drive = getDriver(world, public_link.split('/d/')[1])
  stopId = (await world.call('GET', `/v2/route/${route.id}`)).stops[0].id
  await drive('POST', '/start')
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  await desk.go(`/plan/${planId}?mode=live`)
})

afterAll(async () => world?.stop())

interface Message {
  id: string
  kind: string
  sender: string
  text?: string
  image?: { url: string }
  stop_id?: string
  read_at?: string
}

const onPhone = () => drive('GET', '/messages') as Promise<Message[]>
const sign = (name: string | RegExp) => page.getByRole('navigation').getByRole('button', { name })
const panel = () => page.getByRole('region', { name: 'Messages with Van 1' })
const said = (text: string) => panel().getByRole('listitem').filter({ hasText: text })

test('a silent van is asked for a sign of life, and its card tells how the question stands', async () => {
  const card = page.getByRole('listitem').filter({ hasText: 'No position' })
  await card.getByRole('button', { name: 'Ask to check in' }).click()
  await card.getByText(/^Asked to check in/).waitFor()
  const [ping] = await onPhone()
  expect(ping).toMatchObject({ kind: 'ping', sender: 'dispatcher' })
  await drive('POST', '/messages/marks', { delivered: [ping!.id] })
  await card.getByText(/^Check-in request: on the phone/).waitFor()
  await drive('POST', '/messages/marks', { read: [ping!.id] })
  await card.getByText(/^Check-in request: read/).waitFor()
  await drive('POST', '/messages', { text: 'No signal in the valley, all well' })
  await card.getByText(/^Driver wrote/).waitFor()
})

test('what a driver wrote counts in the head and on his card until a dispatcher has read it', async () => {
  await sign('1 unread message from drivers').waitFor()
  await page.getByText('Vehicles', { exact: true }).click()
  await page.getByRole('button', { name: '1 unread message from Van 1' }).waitFor()
  expect((await onPhone()).at(-1)).not.toHaveProperty('read_at')
  await sign('1 unread message from drivers').click()
  await page.getByRole('link', { name: /No signal in the valley/ }).click()
  await said('No signal in the valley').waitFor()
  await eventually(async () => (await onPhone()).at(-1)).toMatchObject({ read_at: expect.any(String) })
  await sign('Messages with drivers').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('an answer goes to the phone, with a photo, and comes back as read; a stop that is named is opened', async () => {
  await panel().getByRole('textbox', { name: 'Write to the driver' }).fill('Take the tunnel')
  const file = { name: 'tunnel.jpg', mimeType: 'image/jpeg', buffer: jpeg(40, 30) }
  await panel().locator('input[type=file]').setInputFiles(file)
  await panel().getByRole('button', { name: 'tunnel.jpg' }).waitFor()
  await panel().getByRole('button', { name: 'Send', exact: true }).click()
  await said('Take the tunnel').getByRole('img').waitFor()
  await eventually(() => panel().getByRole('textbox').inputValue()).toBe('')
  const answer = (await onPhone()).at(-1)!
  expect(answer).toMatchObject({ text: 'Take the tunnel', image: { url: expect.stringContaining('/i/') } })
  await drive('POST', '/messages/marks', { read: [answer.id] })
  await said('Take the tunnel')
    .getByText(/ · read$/)
    .waitFor()

  await drive('POST', '/messages', { text: 'Nobody opens here', stop_id: stopId })
  await said('Nobody opens here').waitFor()
  await eventually(async () => (await onPhone()).at(-1)).toMatchObject({ read_at: expect.any(String) })
  await said('Nobody opens here')
    .getByRole('button', { name: /Customer 1/ })
    .click()
  await panel().waitFor({ state: 'hidden' })
  // The ping stays answered, whatever dispatch wrote since.
  await page.getByText(/^Driver wrote/).waitFor()
})

test('a message about a stop names it on the phone', async () => {
  await page.getByRole('button', { name: 'Write to the driver about this stop' }).click()
  await panel()
    .getByText(/^About Customer 1/)
    .waitFor()
  await panel().getByRole('button', { name: 'Please wait there' }).click()
  await said('Please wait there')
    .getByRole('button', { name: /Customer 1/ })
    .waitFor()
  await panel()
    .getByText(/^About/)
    .waitFor({ state: 'hidden' })
  expect((await onPhone()).at(-1)).toMatchObject({ text: 'Please wait there', stop_id: stopId })
  await page.getByRole('complementary').getByRole('button', { name: 'Close', exact: true }).click()
})

test('on any page the head tells of what came, and leads to it', async () => {
  // The panel is closed: what comes now is unread.
  await panel().waitFor({ state: 'hidden' })
  await drive('POST', '/messages', { text: 'On my break' })
  await desk.go('/fleet')
  await sign('1 unread message from drivers').click()
  await page.getByRole('link', { name: /On my break/ }).click()
  await said('On my break').waitFor()
  await sign('Messages with drivers').waitFor()
})

test('who chooses so is told by a tone and on the desktop, once for each message, of who wrote and not what', async () => {
  await page.addInitScript(`
    window.alerts = []
    window.tones = 0
    window.Notification = class {
      static permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title) { window.alerts.push(title) }
    }
    window.AudioContext = class extends AudioContext {
      constructor() { super(); window.tones += 1 }
    }`)
  await desk.go(`/plan/${planId}?mode=live`)
  await sign('Messages with drivers').click()
  await page.getByRole('switch', { name: 'Play a tone when a driver writes' }).check()
  // It shows what came of asking the browser, a moment later.
  const alerts = page.getByRole('switch', { name: 'Alert me when a driver writes, even when no page is open' })
  await alerts.click()
  await eventually(() => alerts.isChecked()).toBe(true)
  await page.getByText('Only while a page is open').waitFor()
  await eventually(() => page.evaluate('window.tones')).toBe(1)
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drive('POST', '/messages', { text: 'Gate code please' })
  await sign('1 unread message from drivers').waitFor()
  await eventually(() => page.evaluate('window.alerts')).toEqual(['Van 1 wrote'])
  expect(await page.evaluate('window.tones')).toBe(2)
  // The windows of tests are private ones, which no service of pushes reaches: Chromium complains, and the page says what remains.
  expect(desk.complaints.filter((complaint) => !complaint.includes('incognito'))).toEqual([])
})
