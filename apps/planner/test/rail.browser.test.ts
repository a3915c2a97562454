// The rail: what everybody needs, what the project uses, and the rest under Others; the lists of the fleet as tabs.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrders } from './backlog.ts'
import { eventually, joinPlannerWorld, type PlannerPage, type PlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await joinPlannerWorld()
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
})

afterAll(async () => world?.stop())

const usual = ['Today', 'Plans', 'Fleet', 'Clients', 'Analytics', 'Settings']
const rail = () => page.getByRole('navigation', { name: 'Main navigation' })
const places = async () => (await rail().locator('a').allTextContents()).filter(Boolean)
const others = () => rail().getByRole('button', { name: 'Others' })

test('a new project has six places, and the rest under Others', async () => {
  await desk.go('/today')
  await others().click()
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Backlog', 'Recurring'])
  expect(await places()).toEqual(usual)
  expect(await seriousFaults(page)).toEqual([])
})

test('a place under Others is opened by keyboard and stands in the rail while it is open', async () => {
  await page.getByRole('menuitem', { name: 'Recurring' }).press('Enter')
  await page.getByText('No recurring orders yet').waitFor()
  const open = rail().getByRole('link', { name: 'Recurring' })
  expect(await open.getAttribute('aria-current')).toBe('page')
  await rail().getByRole('link', { name: 'Plans', exact: true }).click()
  await eventually(places).toEqual(usual)
})

test('the search finds a place that is under Others', async () => {
  await page.keyboard.press('Control+k')
  await page.locator(':focus').and(page.locator('input')).waitFor()
  await page.keyboard.type('backl')
  await page.getByRole('option', { name: /^Backlog/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing is waiting').waitFor()
})

test('a place that the project uses stands in the rail', async () => {
  await addOrders(world, ['Lift'])
  await desk.go('/plans')
  await eventually(places).toEqual(['Today', 'Plans', 'Backlog', ...usual.slice(2)])
})

test.each([
  [390, 'en-GB'],
  [360, 'de-DE'],
])(
  'on a phone of %d pixels the whole rail is in sight, with the open place; the rest stands under Others, in %s',
  async (width, locale) => {
    const phone = await world.openPage({ width, height: 844, locale, hasMaps: false })
    await phone.go('/settings/project')
    const bar = phone.page.locator('nav').first()
    await bar.locator('a[aria-current=page]').waitFor()
    const beyond = () =>
      bar.evaluate((nav) => {
        const { left, right } = nav.getBoundingClientRect()
        const entries = [...nav.querySelectorAll('a, button')].map((entry) => entry.getBoundingClientRect())
        return {
          scrolls: nav.scrollWidth > nav.clientWidth,
          beyond: entries.filter((entry) => entry.left < left || entry.right > right).length,
        }
      })
    await eventually(beyond).toEqual({ scrolls: false, beyond: 0 })
    await bar.getByRole('button', { name: /^(Others|Weitere)$/ }).click()
    const items = phone.page.getByRole('menuitem')
    await items.filter({ hasText: /^(Search|Suche)/ }).waitFor()
    await items.filter({ hasText: /^(Clients|Kunden)/ }).click()
    await phone.page.getByRole('heading', { level: 1, name: /^(Clients|Kunden)/ }).waitFor()
    expect(await bar.locator('a[aria-current=page]').textContent()).toMatch(/^(Clients|Kunden)/)
    expect(await seriousFaults(phone.page)).toEqual([])
    expect(phone.complaints).toEqual([])
    await phone.page.context().close()
  },
)

test('drivers, depots and zones are tabs of Fleet', async () => {
  await rail().getByRole('link', { name: 'Fleet' }).click()
  const tabs = page.getByRole('navigation', { name: 'Fleet' }).getByRole('link')
  await eventually(() => tabs.allTextContents()).toEqual(['Vehicles', 'Drivers', 'Depots', 'Zones'])
  for (const name of ['Drivers', 'Depots', 'Zones']) {
    await tabs.filter({ hasText: name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await tabs.filter({ hasText: name }).getAttribute('aria-current')).toBe('page')
    expect(await rail().getByRole('link', { name: 'Fleet' }).getAttribute('aria-current')).toBe('page')
    expect(await seriousFaults(page)).toEqual([])
  }
  expect(desk.complaints).toEqual([])
})
