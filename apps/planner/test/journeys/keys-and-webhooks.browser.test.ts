// A shop is connected: a key that is shown once, a webhook that is signed and told again, and both taken away.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, joinPlannerWorld, type PlannerPage, type PlannerWorld, someStops } from '../planner-world.ts'
import { takeSecret } from '../shown-once.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let receiver: WebhookReceiver
let planId: string
/** The key as the shop has it, and what signs what the shop is told. */
let key: string
let secret: string

beforeAll(async () => {
  world = await joinPlannerWorld()
  receiver = await startWebhookReceiver()
  planId = (await world.call('POST', '/v2/plan', { label: 'Tuesday' }, { project_id: world.projectId })).id
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
  await desk.go('/settings/keys')
})

afterAll(async () => {
  await world?.stop()
  await receiver?.stop()
})

const dialog = () => page.getByRole('dialog')
const part = (name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true })

/** Makes a stop like the shop. */
const makeStop = (at: number) =>
  world.server.call('POST', '/v2/stops', { key, body: [someStops(at + 1)[at]], query: { plan_id: planId } })

test('a key is made and shown once; the shop makes a stop with it', async () => {
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Shop')
  await dialog().getByRole('button', { name: 'Create key' }).click()
  key = await takeSecret(page)
  expect((await makeStop(0)).status).toBe(201)
  expect(await world.call('GET', `/v2/plan/${planId}/stops`)).toMatchObject([{ label: 'Customer 1' }])
})

test('a webhook is refused where its address is none, then made; what signs it is shown once', async () => {
  await part('Webhooks').click()
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await dialog().getByRole('textbox', { name: 'Address' }).fill('nowhere')
  await dialog().getByRole('switch', { name: 'Sign deliveries' }).press('Space')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().locator('[aria-invalid=true], [role=alert]').first().waitFor()
  await dialog().getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog().getByRole('button', { name: 'Save' }).click()
  secret = await takeSecret(page)
  expect(secret).toMatch(/^whsec_/)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The receiver answered 200.').waitFor()
  expect(receiver.told.at(-1)!.isSignedWith(secret)).toBe(true)
})

test('the shop is told of a stop, signed; what it could not take stands in the log and is sent again', async () => {
  receiver.answerWith(503)
  const { body } = await makeStop(1)
  const tellings = () => receiver.told.filter(({ data }) => JSON.stringify(data).includes(body[0].id))
  await eventually(() => tellings().length).toBeGreaterThan(0)
  expect(tellings()[0]).toMatchObject({ eventId: 'svc.planner.2.stop.created' })
  expect(tellings()[0]!.isSignedWith(secret)).toBe(true)
  expect(tellings()[0]!.isSignedWith(`${secret.slice(0, -8)}AAAAAAA=`)).toBe(false)
  receiver.answerWith(200)
  await page.getByRole('button', { name: 'Log' }).click()
  await dialog().getByText('the receiver answered 503', { exact: false }).first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const before = tellings().length
  await dialog().getByRole('button', { name: 'Send again' }).first().click()
  await eventually(() => tellings().length).toBeGreaterThan(before)
  await page.getByText('Sent again.').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('switched off, the key opens nothing; deleted, it is gone', async () => {
  await part('API keys').click()
  const row = page.getByRole('row').filter({ has: page.locator('input[value="Shop"]') })
  await row.getByRole('switch').press('Space')
  const readPlan = () => world.server.call('GET', `/v2/plan/${planId}`, { key })
  await eventually(async () => (await readPlan()).status).toBe(401)
  expect((await makeStop(2)).status).toBe(401)
  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await makeStop(2)).status).toBe(401)
  // Only the stops that came between are in the plan.
  expect(await world.call('GET', `/v2/plan/${planId}/stops`)).toHaveLength(2)
  // Chromium tells of the address that was refused.
  expect(desk.complaints.filter((text) => !text.includes('400'))).toEqual([])
})
