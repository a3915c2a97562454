// Two dispatchers at once: they see each other, what both changed is told and decided, and nobody's work is overwritten unseen.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Colleague, openColleague } from '../colleague.ts'
import { conflictOn, editStop, getDrawer, readConflict } from '../editing.ts'
import {
  computeMiddle,
  createVansPlan,
  dragOn,
  eventually,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
} from '../planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let ana: Colleague
let planId: string
let routes: { id: string; stops: { id: string; label: string }[] }[]

beforeAll(async () => {
  world = await joinPlannerWorld()
  planId = await createVansPlan(world, [3, 3])
  routes = (await world.call('GET', `/v2/plan/${planId}`)).routes
  ana = await openColleague(world, 'Ana', `/plan/${planId}`, { hasMaps: false })
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await desk.go(`/plan/${planId}`)
})

afterAll(() => world?.stop())

const readStop = (id: string) => world.call('GET', `/v2/stop/${id}`)

test('what one does the other sees within the same page', async () => {
  await page.getByRole('img', { name: 'Ana has this plan open' }).waitFor()
  const [from, to] = routes
  const moved = from!.stops[2]!
  const target = page.locator(`[data-timeline-route="${to!.id}"] button`).first()
  await dragOn(page, await computeMiddle(page.locator(`#row-${moved.id}`)), await computeMiddle(target))
  await ana.page.locator(`#row-${moved.id}[data-route="${to!.id}"]`).waitFor()
  expect((await readStop(moved.id)).route_id).toBe(to!.id)
})

test('a field that both changed is told with both texts; other fields go together, and mine is kept by my word', async () => {
  const { id } = routes[0]!.stops[0]!
  await editStop(page, id)
  await getDrawer(page).getByLabel('Notes for the driver').fill('Ring twice')
  await editStop(ana.page, id)
  await getDrawer(ana.page).getByLabel('Notes for the driver').fill('Leave it at the door')
  await getDrawer(ana.page).getByRole('button', { name: 'Contact, phone, door' }).click()
  await getDrawer(ana.page).getByLabel('Phone').fill('+423 555')
  await getDrawer(ana.page).getByRole('button', { name: 'Save' }).click()
  await getDrawer(ana.page).getByRole('button', { name: 'Edit' }).waitFor()

  await getDrawer(page).getByRole('button', { name: 'Save' }).click()
  await conflictOn(page).getByText('Ana changed the same fields in the meantime').waitFor()
  expect(await readConflict(page)).toEqual([
    ['Field', 'Theirs', 'Yours'],
    ['Notes for the driver', 'Leave it at the door', 'Ring twice'],
  ])
  expect(await readStop(id)).toMatchObject({ comments: 'Leave it at the door' })
  expect(await getDrawer(page).getByLabel('Notes for the driver').inputValue()).toBe('Ring twice')
  expect(await seriousFaults(page)).toEqual([])
  await conflictOn(page).getByRole('button', { name: 'Keep mine' }).click()
  await getDrawer(page).getByRole('button', { name: 'Edit' }).waitFor()
  expect(await readStop(id)).toMatchObject({ comments: 'Ring twice', phone: '+423 555' })
})

test('a stop that somebody else has just moved is not taken from them', async () => {
  const [from, to] = routes
  const moved = from!.stops[1]!
  await page.keyboard.press('Escape')
  // From now on this page hears nothing of what Ana does.
  await page.route('**/live*', (request) => request.abort())
  await page.reload()
  await page.locator(`#row-${moved.id}`).waitFor()
  const move = { moves: [{ stop_ids: [moved.id], route_id: to!.id }] }
  await ana.send('POST', `/app/v1/plan/${planId}/move`, move)
  await dragOn(
    page,
    await computeMiddle(page.locator(`#row-${moved.id}`)),
    await computeMiddle(page.locator('[data-row=inbox]')),
  )
  await page.getByText(/Ana changed this a moment ago/).waitFor()
  expect((await readStop(moved.id)).route_id).toBe(to!.id)
  await page.locator(`#row-${moved.id}[data-route="${to!.id}"]`).waitFor()
  // Chromium tells of what was refused and of what was cut, and of nothing else.
  expect(desk.complaints.filter((text) => !/400|ERR_FAILED/.test(text))).toEqual([])
})

test('what was typed while the service is gone is kept, and saved once it is back', async () => {
  await page.unroute('**/live*')
  const { id } = routes[1]!.stops[0]!
  await editStop(page, id)
  await getDrawer(page).getByRole('button', { name: 'Contact, phone, door' }).click()
  await getDrawer(page).getByLabel('Contact').fill('Mrs Vogt')
  await page.route(/\/(v2|app\/v1)\//, (request) => request.abort())
  await getDrawer(page).getByRole('button', { name: 'Save' }).click()
  await getDrawer(page).getByText('The service could not be reached').waitFor()
  expect(await getDrawer(page).getByLabel('Contact').inputValue()).toBe('Mrs Vogt')
  await page.unroute(/\/(v2|app\/v1)\//)
  await getDrawer(page).getByRole('button', { name: 'Save' }).click()
  await eventually(async () => (await readStop(id)).reference_person).toBe('Mrs Vogt')
})
