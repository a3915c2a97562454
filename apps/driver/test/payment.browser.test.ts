// Money is collected at the door: the amount stands on the stop, the driver says what was paid, also without a connection.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DriverWorld, fiveStops, type Phone, startDriverWorld, startPhone, workerReady } from './driver-world.ts'
import { arriveAtNext, readPhoneStore } from './driving.ts'

let world: DriverWorld
let phone: Phone

beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(async () => {
  await world?.stop()
})
beforeEach(async () => {
  phone = await startPhone(world)
  phone.page.setDefaultTimeout(60_000)
})
afterEach(async () => {
  world.proxy.restore()
  await phone.close()
  expect(phone.complaints).toEqual([])
})

const patiently = { timeout: 120_000 }
const due = { amount: '48.90', currency: 'CHF' }
const stops = fiveStops.slice(0, 2).map(({ tasks: _tasks, ...stop }) => ({ ...stop, cash_on_delivery: due }))

async function startAndArrive(link: string): Promise<void> {
  await phone.page.goto(link)
  await phone.page.getByRole('button', { name: 'Start route' }).click()
  await phone.page.getByRole('button', { name: 'Open stop' }).waitFor()
  await arriveAtNext(phone.page)
  await phone.page.getByRole('region', { name: 'To collect' }).getByText('CHF 48.90').waitFor()
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
}

test('the full amount is one tap; without it the stop cannot be finished', async () => {
  const route = await world.createRoute({}, {}, stops)
  await startAndArrive(route.link)
  await phone.page.getByRole('button', { name: /Still needed.*the payment/ }).click()
  await phone.page.getByText('In cash', { exact: true }).click()
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('1 of 2 stops').waitFor()
  await expect.poll(async () => (await route.readStop(0)).reports.length, patiently).toBe(1)
  expect((await route.readStop(0)).reports[0].payment_collected).toEqual({ ...due, method: 'cash' })
})

test('without a connection another amount needs a reason, survives a restart, and can be corrected', async () => {
  const route = await world.createRoute({}, {}, stops)
  await phone.page.goto(route.link)
  await workerReady(phone.page)
  await startAndArrive(route.link)
  world.proxy.cut()
  await phone.setOffline(true)
  await phone.page.getByText('By card', { exact: true }).click()
  await phone.page.getByLabel('Amount collected (CHF)').fill('40,00')
  await phone.page.getByRole('button', { name: /Still needed.*the payment/ }).waitFor()
  await phone.page.getByLabel('Why another amount?').fill('One jar was broken')
  await phone.page.reload()
  expect(await phone.page.getByLabel('Why another amount?').inputValue()).toBe('One jar was broken')
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.locator('.stop-line.completed').first().click()
  const reported = phone.page.getByRole('region', { name: 'Reported' })
  await reported.getByText('Collected: CHF 40.00, by card · One jar was broken').waitFor()
  await phone.page.getByRole('button', { name: 'Correct' }).click()
  await phone.page.getByText('Not collected', { exact: true }).click()
  await phone.page.getByLabel('Why another amount?').fill('Pays by invoice')
  await phone.page.getByRole('button', { name: 'Save the correction' }).click()
  await reported.getByText('Nothing was collected · Pays by invoice').waitFor()
  world.proxy.restore()
  await phone.setOffline(false)
  const payment = async () => (await route.readStop(0)).reports[0]?.payment_collected
  await expect.poll(payment, patiently).toEqual({ amount: '0', currency: 'CHF', reason: 'Pays by invoice' })
  await expect.poll(async () => (await readPhoneStore(phone.page)).outbox.length, patiently).toBe(0)
  const ledger = await route.call('GET', '/app/v1/payments', undefined, {
    project_id: route.account.project_id,
    plan_id: route.planId,
  })
  expect(ledger.sums).toMatchObject([
    { currency: 'CHF', due: '97.80', collected: '0.00', missing: '48.90', open: '48.90' },
  ])
})
