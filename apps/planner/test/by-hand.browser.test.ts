// A dispatcher records by hand what became of a stop, and takes it back, also after a reload.
import { png } from '@routewright/server/testing/pictures'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVansPlan, eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let stops: { id: string; label: string }[]

beforeAll(async () => {
  world = await startPlannerWorld()
  const planId = await createVansPlan(world, [4])
  stops = (await world.call('GET', `/v2/plan/${planId}`)).routes[0].stops
  desk = await world.openPage({ width: 1440, height: 900 })
  page = desk.page
  await desk.go(`/plan/${planId}`)
})

afterAll(async () => world?.stop())

const drawer = () => page.getByRole('complementary', { name: 'Details' })
const form = () => page.getByRole('form', { name: 'Enter what happened' })
const readStatus = async (at: number) => (await world.call('GET', `/v2/stop/${stops[at]!.id}`)).status

async function open(at: number): Promise<void> {
  await page.locator(`#row-${stops[at]!.id}`).click()
  await drawer().getByRole('heading', { name: stops[at]!.label }).waitFor()
}

test('done: he says how he knows, with a photo; it stands there as his', async () => {
  await open(0)
  await drawer().getByRole('button', { name: 'Enter what happened…' }).click()
  await form().getByText('Say how you know that it is done.').waitFor()
  expect(await form().getByRole('button', { name: 'Record', exact: true }).isDisabled()).toBe(true)
  await form().getByLabel('How do you know?').fill('The driver called')
  await form().locator('input[type=file]').setInputFiles({ name: 'paper.png', mimeType: 'image/png', buffer: png() })
  await form().getByRole('img', { name: 'paper.png' }).waitFor()
  // The project sends no messages: that nobody is told is the rule, and not said.
  expect(await form().getByText('told').count()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await form().getByRole('button', { name: 'Record', exact: true }).click()
  await drawer().getByText('recorded by a dispatcher · The driver called').waitFor()
  const stop = await world.call('GET', `/v2/stop/${stops[0]!.id}`)
  expect(stop).toMatchObject({ status: 'completed', reports: [{ reporter: 'dispatcher', images: [{}] }] })
})

test('taken back after a reload, by whoever looks at the stop', async () => {
  await page.reload()
  await open(0)
  await drawer().getByRole('button', { name: 'Undo' }).click()
  await drawer().getByRole('button', { name: 'Enter what happened…' }).waitFor()
  await eventually(() => readStatus(0)).toBe('pending')
})

test('not delivered: a reason in the reader’s words; undo opens the stop again', async () => {
  await open(1)
  await drawer().getByRole('button', { name: 'Enter what happened…' }).click()
  await form().getByText('Not delivered').click()
  await form().getByText('Choose a reason first.').waitFor()
  await form().getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Refused' }).click()
  await form().getByRole('button', { name: 'Record', exact: true }).click()
  await drawer().getByText('Refused').waitFor()
  expect(await readStatus(1)).toBe('canceled')
  await page.keyboard.press('Control+z')
  await eventually(() => readStatus(1)).toBe('pending')
  await page.keyboard.press('Control+Shift+z')
  await eventually(() => readStatus(1)).toBe('canceled')
  expect(desk.complaints).toEqual([])
})
