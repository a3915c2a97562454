// Every page of an organization that has nothing yet: what it says, and where its one button leads.
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, someStops, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
})
afterAll(() => world?.stop())

/** The empty part of the page, named by its title or its sentence. */
const empty = (name: string | RegExp) => page.getByRole('region', { name })
const leadsTo = (path: string) => page.waitForURL(`**/planner${path}`)
const opens = (name: string) => page.getByRole('dialog', { name }).waitFor()

/** It has a sentence and one way on, which is taken. */
async function followPointer(part: Locator, label: string): Promise<void> {
  await part
    .getByText(/\w+ .*\.$/)
    .first()
    .waitFor()
  await readableInBoth(page)
  const ways = part.getByRole('button').or(part.getByRole('link'))
  expect(await ways.allTextContents()).toEqual([label])
  await ways.click()
}

test.each([
  ['/today', 'Nothing planned yet', 'Set up your first day', () => leadsTo('/start')],
  ['/plans', 'No plans yet', 'New plan', () => opens('New plan')],
  ['/plans?text=nobody', 'No matching plans', 'Clear the search', () => empty('No plans yet').waitFor()],
  ['/backlog', 'Nothing is waiting', 'New order', () => opens('New order')],
  [
    '/backlog/week/65a000000000000000000001',
    'This week plan no longer exists',
    'To the backlog',
    () => leadsTo('/backlog'),
  ],
  ['/fleet', 'No vehicles yet', 'New vehicle', () => opens('New vehicle')],
  ['/fleet?text=nobody', 'Nothing matches', 'Clear the search', () => empty('No vehicles yet').waitFor()],
  ['/drivers', 'No drivers yet', 'New driver', () => opens('New driver')],
  ['/clients', 'No clients yet', 'New client', () => opens('New client')],
  ['/zones', 'No zones yet', 'New zone', () => page.getByRole('textbox', { name: 'Name' }).waitFor()],
  ['/recurring', 'No recurring orders yet', 'New recurring order', () => opens('New recurring order')],
  ['/analytics', 'No stops in this period', 'Go to Today', () => leadsTo('/today')],
  ['/settings/webhooks', 'No webhooks yet', 'New webhook', () => opens('New webhook')],
  ['/nowhere', 'Page not found', 'Go to the plans', () => leadsTo('/plans')],
])('%s: %s → %s', async (path, name, label, arrive) => {
  await desk.go(path)
  await followPointer(empty(name), label)
  await arrive()
})

test('no map: the one that comes with the service is a click away', async () => {
  const { address } = world.server
  const { request } = page.context()
  const extracts = await (await request.get(`${address}/app/v1/map/extracts`)).json()
  for (const { id } of extracts) {
    await request.delete(`${address}/app/v1/map/extract/${id}`, { headers: { origin: address } })
  }
  await desk.go('/settings/maps')
  await followPointer(empty('No maps'), 'Add Liechtenstein again')
  await page.getByRole('cell', { name: /Liechtenstein/ }).waitFor()
})

test('a webhook that nothing was sent to: a test is', async () => {
  const { address } = world.server
  const made = await page.context().request.post(`${address}/app/v1/webhook`, {
    data: { url: `${address}/nowhere`, event_ids: ['plan.created'], label: 'Shop' },
    headers: { origin: address },
  })
  expect(made.status(), await made.text()).toBe(201)
  await desk.go('/settings/webhooks')
  await page.getByRole('button', { name: 'Log' }).click()
  await followPointer(empty('Nothing was sent yet'), 'Send a test')
  await page.getByRole('dialog').getByText('404').first().waitFor()
})

test('a plan without stops: three ways to fill it, nothing to export, and the day leads to it', async () => {
  const planId = await createPlan()
  await desk.go(`/plan/${planId}`)
  await page.getByRole('heading', { name: 'This plan is empty' }).waitFor()
  for (const name of ['Import stops', 'New stop']) await page.getByRole('button', { name }).waitFor()
  await page.getByRole('link', { name: 'Create an API key' }).waitFor()
  await readableInBoth(page)
  await desk.go(`/plan/${planId}/export`)
  await followPointer(empty('Nothing to export yet'), 'Add stops')
  await leadsTo(`/plan/${planId}`)
  await desk.go('/today')
  await followPointer(empty('There are no stops yet'), 'Add stops')
  await leadsTo(`/plan/${planId}`)
  await desk.go(`/plan/${planId}/recurring`)
  await page.getByRole('button', { name: 'Add to plan' }).click()
  await followPointer(empty(/^No recurring order is due/), 'See the recurring orders')
  await leadsTo('/recurring')
  await world.call('DELETE', `/v2/plan/${planId}`)
})

test('a plan with stops but without routes: each panel leads to the optimizer, and that one to the fleet', async () => {
  const planId = await createPlan(someStops(3))
  const optimizer = () => page.getByRole('heading', { name: 'Optimize' }).waitFor()
  await desk.go(`/plan/${planId}`)
  await followPointer(empty(/^Routes appear here/), 'Plan the routes')
  await optimizer()
  await followPointer(empty(/^The fleet has no vehicles yet/), 'Add vehicles')
  await leadsTo('/fleet')
  await desk.go(`/plan/${planId}?show=dispatch`)
  await followPointer(empty(/^No route has stops yet/), 'Optimize')
  await optimizer()
  await desk.go(`/plan/${planId}?mode=live`)
  for (const [tab, sentence, label] of [
    ['Vehicles', /^There are no routes yet/, 'Optimize'],
    ['Reports', /^No reports yet/, 'Dispatch'],
    ['Messages', /^No messages sent to recipients yet/, 'Choose the messages'],
  ] as const) {
    await page.getByText(tab, { exact: true }).click()
    await followPointer(empty(sentence), label)
  }
  await leadsTo('/settings/recipients')
})

test('a search that finds nothing: all plans', async () => {
  await desk.go('/fleet')
  await page.getByRole('button', { name: 'New vehicle' }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('nobody at all')
  await followPointer(empty(/^Nothing found for “nobody at all”/), 'See all plans')
  await leadsTo('/plans')
})

test('no keys: a new one', async () => {
  const { address } = world.server
  const request = page.context().request
  const keys = await (await request.get(`${address}/app/v1/api_keys`)).json()
  for (const { id } of keys) await request.delete(`${address}/app/v1/api_key/${id}`, { headers: { origin: address } })
  await desk.go('/settings/keys')
  await followPointer(empty('No keys yet'), 'New key')
  await opens('New key')
})

test('and nothing complained', () => {
  // The service was asked for things that are not there on purpose.
  expect(desk.complaints.filter((text) => !text.includes('404'))).toEqual([])
})

async function createPlan(stops: object[] = []): Promise<string> {
  const plan = { label: 'Tuesday', stops }
  return (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
}
