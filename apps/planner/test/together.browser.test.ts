// Others at work, and failures: two dispatchers on one plan, and a service, a session or a map that is gone. No typed text is lost.
import { layoutFaults } from '@routewright/server/testing/layout'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Colleague, openColleague } from './colleague.ts'
import { conflictOn, editStop, getDrawer, readConflict } from './editing.ts'
import {
  computeMiddle,
  dragOn,
  eventually,
  type PlannerPage,
  type PlannerWorld,
  someStops,
  someVehicles,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let colleague: Colleague
/** The other dispatcher's. */
let ana: Page
let planId: string
let routes: { id: string; label: string; stops: { id: string; label: string }[] }[]

beforeAll(async () => {
  world = await startPlannerWorld()
  const project_id = world.projectId
  const vehicles = await world.call('POST', '/v3/vehicles', someVehicles(2), { project_id })
  const shared = someStops(8)
  const plan = await world.call('POST', '/v2/plan', { label: 'Tuesday' }, { project_id })
  planId = plan.id
  const bodies = [0, 1].map((at) => ({ vehicle_id: vehicles[at].id, stops: shared.slice(at * 4, at * 4 + 4) }))
  await world.call('POST', '/v2/routes', bodies, { plan_id: planId })
  routes = (await readPlan()).routes
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  colleague = await openColleague(world, 'Ana', `/plan/${planId}`)
  ana = colleague.page
})

afterAll(async () => world?.stop())

const readPlan = () => world.call('GET', `/v2/plan/${planId}`)
const drawer = getDrawer
const conflict = () => conflictOn(page)
/** Calls of Ana's own page. */
const anaSends: Colleague['send'] = (...change) => colleague.send(...change)

test('two dispatchers see each other; a field that both changed is told, and nothing is lost', async () => {
  await desk.go(`/plan/${planId}`)
  await page.getByRole('img', { name: 'Ana has this plan open' }).waitFor()
  const stop = routes[0]!.stops[0]!
  await editStop(page, stop.id)
  await drawer(page).getByLabel('Notes for the driver').fill('Ring twice')
  await editStop(ana, stop.id)
  await drawer(ana).getByLabel('Notes for the driver').fill('Leave it at the door')
  await drawer(ana).getByRole('button', { name: 'Contact, phone, door' }).click()
  await drawer(ana).getByLabel('Phone').fill('+423 555')
  await drawer(ana).getByRole('button', { name: 'Save' }).click()
  await drawer(ana).getByRole('button', { name: 'Edit' }).waitFor()

  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await conflict().getByText('Ana changed the same fields in the meantime').waitFor()
  expect(await readConflict(page)).toEqual([
    ['Field', 'Theirs', 'Yours'],
    ['Notes for the driver', 'Leave it at the door', 'Ring twice'],
  ])
  expect(await world.call('GET', `/v2/stop/${stop.id}`)).toMatchObject({ comments: 'Leave it at the door' })
  expect(await drawer(page).getByLabel('Notes for the driver').inputValue()).toBe('Ring twice')
  expect(await seriousFaults(page)).toEqual([])
  await conflict().getByRole('button', { name: 'Keep mine' }).click()
  await drawer(page).getByRole('button', { name: 'Edit' }).waitFor()
  const saved = { comments: 'Ring twice', phone: '+423 555' }
  expect(await world.call('GET', `/v2/stop/${stop.id}`)).toMatchObject(saved)
})

test('different fields go together without a question; what the other wrote can be taken', async () => {
  const [route] = routes
  await page.locator(`[data-timeline-route="${route!.id}"] button`).first().click()
  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  await drawer(page).getByLabel('Phone').fill('+423 1')
  await anaSends('PUT', `/v2/route/${route!.id}`, { label: 'North' })
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page).getByRole('heading', { name: 'North' }).waitFor()
  const saved = { label: 'North', phone: '+423 1' }
  await eventually(() => world.call('GET', `/v2/route/${route!.id}`)).toMatchObject(saved)
  await drawer(page).getByRole('button', { name: 'Edit' }).waitFor()

  await drawer(page).getByRole('button', { name: 'Edit' }).click()
  await drawer(page).getByLabel('Name').fill('Centre')
  await anaSends('PUT', `/v2/route/${route!.id}`, { label: 'Far north' })
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await conflict().getByRole('button', { name: 'Take theirs' }).click()
  expect(await drawer(page).getByLabel('Name').inputValue()).toBe('Far north')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page).getByRole('heading', { name: 'Far north' }).waitFor()
})

test('a stop that somebody else has just moved is not taken from him', async () => {
  const [from, to] = routes
  const moved = from!.stops[2]!
  // This page hears nothing of what Ana does.
  await page.route('**/live*', (request) => request.abort())
  await desk.go(`/plan/${planId}`)
  await page.locator(`#row-${moved.id}`).waitFor()
  const move = { moves: [{ stop_ids: [moved.id], route_id: to!.id }] }
  await anaSends('POST', `/app/v1/plan/${planId}/move`, move)
  await dragOn(
    page,
    await computeMiddle(page.locator(`#row-${moved.id}`)),
    await computeMiddle(page.locator('[data-row=inbox]')),
  )
  await page.getByText(/Ana changed this a moment ago/).waitFor()
  expect((await world.call('GET', `/v2/stop/${moved.id}`)).route_id).toBe(to!.id)
  await page.locator(`#row-${moved.id}[data-route="${to!.id}"]`).waitFor()
  await page.unroute('**/live*')
})

test('records and settings are kept from being overwritten, too', async () => {
  const [vehicle] = (await world.call('GET', '/v2/vehicles', undefined, { project_id: world.projectId })).docs
  await desk.go('/fleet')
  await page.getByRole('button', { name: vehicle.label, exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Plate, make, colour' }).click()
  await form.getByLabel('Number plate').fill('FL 1')
  await anaSends('PUT', `/v2/vehicle/${vehicle.id}`, { plate: 'FL 2', brand: 'Renault' })
  await form.getByRole('button', { name: 'Save' }).click()
  await conflict().getByText('Ana changed the same fields in the meantime').waitFor()
  await conflict().getByRole('button', { name: 'Keep mine' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await world.call('GET', `/v2/vehicle/${vehicle.id}`)).toMatchObject({ plate: 'FL 1', brand: 'Renault' })

  await desk.go('/settings/project')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  const path = `/app/v1/project/${world.projectId}`
  await anaSends('PUT', path, { label: 'Hers', currency: 'CHF', settings: { photo_required: true } })
  await page.getByRole('button', { name: 'Save' }).click()
  await conflict().getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Saved.').waitFor()
  const [project] = (await world.call('GET', '/v2/projects')).docs
  expect(project).toMatchObject({ label: 'Mine', currency: 'CHF', settings: { photo_required: true } })
})

test('what recipients see, people, webhooks and the organization are kept from being overwritten', async () => {
  const settings = `/app/v1/project/${world.projectId}`
  await desk.go('/settings/branding')
  const look = page.getByRole('region', { name: 'Your branding' })
  await look.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await anaSends('PUT', `${settings}/recipients`, {
    branding: { name: 'Hers', phone: '+423 7' },
    page: { van_stops: 9 },
  })
  await look.getByRole('button', { name: 'Save' }).click()
  await conflict().getByText('Ana changed the same fields in the meantime').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await conflict().getByRole('button', { name: 'Keep mine' }).click()
  await page.getByText('Saved.').first().waitFor()
  const recipients = await (await ana.request.get(`${world.server.address}${settings}/recipients`)).json()
  expect(recipients).toMatchObject({ branding: { name: 'Mine', phone: '+423 7' }, page: { van_stops: 9 } })

  await desk.go('/settings/people')
  await page.getByRole('row', { name: /Ana/ }).getByRole('button', { name: 'Change' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Anna')
  const users = await (await ana.request.get(`${world.server.address}/app/v1/users?limit=10`)).json()
  const her = users.docs.find(({ name }: { name: string }) => name === 'Ana')
  await anaSends('PUT', `/app/v1/user/${her.id}`, { language: 'fr' })
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const person = await (await ana.request.get(`${world.server.address}/app/v1/user/${her.id}`)).json()
  expect(person).toMatchObject({ name: 'Anna', language: 'fr' })

  await anaSends('POST', '/app/v1/webhook', { url: 'https://hooks.example.com/x', label: 'ERP' })
  await desk.go('/settings/webhooks')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Mine')
  const [webhook] = await (await ana.request.get(`${world.server.address}/app/v1/webhooks`)).json()
  await anaSends('PUT', `/app/v1/webhook/${webhook.id}`, { label: 'Hers', enabled: false })
  await form.getByRole('button', { name: 'Save' }).click()
  await conflict().getByRole('button', { name: 'Take theirs' }).click()
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Hers')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const kept = (await (await ana.request.get(`${world.server.address}/app/v1/webhooks`)).json())[0]
  expect(kept).toMatchObject({ label: 'Hers', enabled: false })

  await desk.go('/settings/organization')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await anaSends('PUT', '/app/v1/organization', { name: 'Hers' })
  await page.getByRole('button', { name: 'Save' }).click()
  await conflict().getByRole('button', { name: 'Take theirs' }).click()
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Hers')
})

test('the service is gone: told with a countdown, and all goes on once it is back', async () => {
  await desk.go(`/plan/${planId}`)
  const stop = routes[1]!.stops[0]!
  await editStop(page, stop.id)
  await drawer(page).getByRole('button', { name: 'Contact, phone, door' }).click()
  await drawer(page).getByLabel('Contact').fill('Mrs Vogt')
  await page.route(/\/(v2|app\/v1)\//, (request) => request.abort())
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page).getByText('The service could not be reached').waitFor()
  expect(await drawer(page).getByLabel('Contact').inputValue()).toBe('Mrs Vogt')
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  const banner = page.getByRole('status').filter({ hasText: 'No connection to the service' })
  await banner.getByText(/Trying again in \d+ second/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.unroute(/\/(v2|app\/v1)\//)
  await page.getByRole('link', { name: 'Tuesday' }).first().click()
  // The text typed for the stop is still there.
  await editStop(page, stop.id)
  expect(await drawer(page).getByLabel('Contact').inputValue()).toBe('Mrs Vogt')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await world.call('GET', `/v2/stop/${stop.id}`)).reference_person).toBe('Mrs Vogt')
  await banner.waitFor({ state: 'detached' })
})

test('too many requests: the change waits its turn by itself', async () => {
  const stop = routes[1]!.stops[1]!
  let refused = 0
  await page.route(`**/v2/stop/${stop.id}`, async (request) => {
    if (request.request().method() !== 'PUT' || refused > 0) return request.continue()
    refused += 1
    const body = { statusCode: 429, error: 'Too Many Requests', message: 'Slow down.' }
    await request.fulfill({ status: 429, json: body })
  })
  await editStop(page, stop.id)
  await drawer(page).getByRole('button', { name: 'Contact, phone, door' }).click()
  await drawer(page).getByLabel('Contact').fill('Mr Frick')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Yours is queued' })
  await banner.getByText(/Trying again in \d second/).waitFor()
  await eventually(async () => (await world.call('GET', `/v2/stop/${stop.id}`)).reference_person).toBe('Mr Frick')
  expect(refused).toBe(1)
  await banner.waitFor({ state: 'detached' })
  await page.unroute(`**/v2/stop/${stop.id}`)
})

test('a failure of the service is told with its number, and the form stays as it was typed', async () => {
  const stop = routes[1]!.stops[2]!
  await page.route(`**/v2/stop/${stop.id}`, async (request) => {
    const headers = { 'x-request-id': 'req-42' }
    await (request.request().method() === 'PUT' ? request.fulfill({ status: 500, headers }) : request.continue())
  })
  await editStop(page, stop.id)
  await drawer(page).getByRole('button', { name: 'Contact, phone, door' }).click()
  await drawer(page).getByLabel('Contact').fill('Ms Hasler')
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await drawer(page)
    .getByText(/The service had a problem.*req-42/)
    .waitFor()
  expect(await drawer(page).getByLabel('Contact').inputValue()).toBe('Ms Hasler')
  await page.unroute(`**/v2/stop/${stop.id}`)
  await drawer(page).getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await world.call('GET', `/v2/stop/${stop.id}`)).reference_person).toBe('Ms Hasler')
})

test('a page that keeps failing says so instead of staying grey, and is tried again by whoever does not want to wait', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  const failing = /\/app\/v1\/(project\/\w+\/today|plan\/\w+\/board)/
  await page.route(failing, (request) => request.fulfill({ status: 503 }))
  for (const [path, shown] of [
    ['/today', page.getByRole('heading', { name: 'Needs attention' })],
    [`/plan/${planId}`, page.getByRole('radiogroup', { name: 'Views' })],
  ] as const) {
    await page.goto(`${world.server.address}/planner${path}`)
    const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded yet' })
    await alert.getByText('The service is not responding properly').waitFor()
    expect(await layoutFaults(page)).toEqual([])
    await page.unroute(failing)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await shown.waitFor()
    await page.route(failing, (request) => request.fulfill({ status: 503 }))
  }
  await page.unroute(failing)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a plan that is gone says so, and leads to those that are there', async () => {
  await page.goto(`${world.server.address}/planner/plan/${'0'.repeat(24)}`)
  await page.getByRole('heading', { name: 'This plan is not there' }).waitFor()
  expect(await page.getByText('No plan with id').count()).toBe(0)
  await page.getByRole('link', { name: 'Go to the plans' }).click()
  await page.getByRole('heading', { name: 'Plans', exact: true }).waitFor()
})

test('the tiles of the map are gone: said once, and the plan works on the map all the same', async () => {
  const tiles = { state: 'ready' }
  await page.route('**/map/information.json', (request) =>
    request.fulfill({ json: { tiles, extracts: [{ name: 'Vaduz' }], attribution: 'ours' } }),
  )
  await page.route('**/map/style.json*', (request) => {
    const source = { type: 'vector', tiles: [`${world.server.address}/map/{z}/{x}/{y}.pbf`] }
    const layer = { id: 'roads', type: 'line', source: 'streets', 'source-layer': 'roads' }
    return request.fulfill({ json: { version: 8, sources: { streets: source }, layers: [layer] } })
  })
  await page.route('**/map/*/*/*.pbf', (request) => request.abort())
  await desk.go(`/plan/${planId}`)
  await page.getByText('Parts of the street map cannot be loaded right now').waitFor()
  const map = (await page.locator('canvas').boundingBox())!
  await page.keyboard.down('Shift')
  await page.mouse.move(map.x + 90, map.y + 20)
  await page.mouse.down()
  await page.mouse.move(map.x + map.width - 20, map.y + map.height - 20, { steps: 5 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  await page.getByRole('toolbar', { name: 'Selected stops' }).getByText('8 stops selected').waitFor()
  await page.keyboard.press('Escape')
  expect(await seriousFaults(page)).toEqual([])
})
