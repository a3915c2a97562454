// Addresses that people put right, as a dispatcher sees them: entered, moved to another place, and forgotten.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let page: Page
let complaints: readonly string[]

const address = 'Zauberbergstrasse 12, 9490 Vaduz'
const kept = async () => (await world.call('GET', '/app/v1/addresses/corrected')).docs
const row = () => page.getByRole('row').filter({ hasText: address })
const degrees = (name: string) => page.getByRole('dialog').getByRole('textbox', { name })

beforeAll(async () => {
  world = await startPlannerWorld()
  const desk = await world.openPage()
  ;({ page, complaints } = desk)
  await desk.go('/settings/addresses')
})

afterAll(async () => world?.stop())

test('what the map gets wrong is entered, with its place', async () => {
  await page.getByText('No corrected addresses yet').waitFor()
  await page.getByRole('button', { name: 'Correct an address' }).first().click()
  const save = page.getByRole('button', { name: 'Keep this place' })
  await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill(address)
  expect(await save.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Set on map' }).click()
  await degrees('Latitude').fill('47.15')
  await degrees('Longitude').fill('9.53')
  await save.click()
  await row().getByText('47.15000, 9.53000').waitFor()
  expect(await kept()).toMatchObject([{ address, location: { lat: 47.15, lng: 9.53 } }])
  expect(await seriousFaults(page)).toEqual([])
})

test('it is moved: the same address has another place', async () => {
  await row()
    .getByRole('button', { name: `Move ${address}` })
    .click()
  await degrees('Latitude').fill('47.2')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep this place' }).click()
  await row().getByText('47.20000, 9.53000').waitFor()
  expect(await kept()).toMatchObject([{ address, location: { lat: 47.2 } }])
})

test('it is forgotten, once the reader says so', async () => {
  await row()
    .getByRole('button', { name: `Forget ${address}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No corrected addresses yet').waitFor()
  expect(await kept()).toEqual([])
  expect(complaints).toEqual([])
})
