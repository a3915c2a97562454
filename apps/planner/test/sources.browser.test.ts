// Automatic imports, set up in the settings: a shop's orders, and the trackers of vans.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSftpServer } from '@routewright/server/testing/sftp-server'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { readableInBoth } from './readable-in-both.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  await world.call('POST', '/v2/vehicle', { label: 'Van 7' }, { project_id: world.projectId })
  desk = await world.openPage()
  page = desk.page
})

afterAll(async () => {
  await world?.stop()
})

/** Where the web shop sends its orders. */
let shopPath: string

const dialog = () => page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Saves the form, and returns the path of the address that is shown once. */
async function saveAndKeepAddress(): Promise<string> {
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  const shown = dialog().getByText(/\/app\/v1\/(intake|positions)\//)
  const address = (await shown.textContent())!.trim()
  await dialog()
    .getByRole('button', { name: /Close|Done/ })
    .first()
    .click()
  await dialog().waitFor({ state: 'hidden' })
  return new URL(address).pathname
}

/** The order's stop is reported as done, as soon as it is there. */
async function deliver(order: string): Promise<void> {
  const predicates = [{ field: 'external_id', operator: 'eq', value: order }]
  const find = () => world.call('POST', '/v2/stops/search', { predicates }, { project_id: world.projectId })
  await expect.poll(async () => (await find()).total, { timeout: 60_000 }).toBe(1)
  const [{ id }] = (await find()).docs
  await world.call('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed' })
}

test('an order of a shop stands in the log of its source, and what becomes of one is tried out before', async () => {
  await desk.go('/settings/orders')
  await button('New source').first().click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Web shop')
  shopPath = await saveAndKeepAddress()
  await page
    .getByRole('row', { name: /Web shop/ })
    .getByRole('button', { name: 'Try it out' })
    .click()
  await dialog().getByText('$.number').first().waitFor()
  await readableInBoth(page)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  const sent = await world.server.call('POST', shopPath, {
    body: { id: 7001, number: '7001', status: 'processing', shipping: { address_1: '47.14, 9.52' } },
  })
  expect(sent.status, sent.text).toBe(200)
  await page
    .getByRole('row', { name: /Web shop/ })
    .getByRole('button', { name: 'Log' })
    .click()
  await dialog().getByText('7001', { exact: true }).waitFor()
  await dialog().getByText('Stop created', { exact: true }).waitFor()
  await readableInBoth(page)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('files are fetched by SFTP: entered, tried, taken, and seen beside the source', async () => {
  const root = mkdtempSync(join(tmpdir(), 'routewright-files-'))
  const sftp = await startSftpServer(root, { user: 'orders', password: 'of the folder' })
  try {
    writeFileSync(join(root, 'first.csv'), 'number;address\nF-1;47.14, 9.52\nF-2;47.15, 9.53\n')
    await desk.go('/settings/orders')
    await button('New source').first().click()
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Nightly files')
    await saveAndKeepAddress()
    const row = page.getByRole('row', { name: /Nightly files/ })
    await row.getByRole('button', { name: 'Files' }).click()
    await dialog().getByText('By SFTP').click()
    await dialog().getByLabel('Server').fill('127.0.0.1')
    await dialog().getByLabel('Port').fill(String(sftp.port))
    await dialog().getByLabel('User').fill('orders')
    await dialog().getByLabel('Password', { exact: true }).fill('of the folder')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().getByText('first.csv').waitFor()
    await dialog().getByText(sftp.fingerprint).waitFor()
    const letters = Buffer.from('name;address\nErd\xf5s;47.16, 9.54\n', 'latin1')
    writeFileSync(join(root, 'second.csv'), letters)
    const tried = async (encoding: string) => {
      await dialog().getByRole('button', { name: 'Try it', exact: true }).click()
      const words = `1 order · letters read as ${encoding} · Order 1: order_id is missing in the message`
      await dialog().getByText(words).waitFor()
    }
    await tried('windows-1252')
    await dialog().getByRole('combobox', { name: 'Letters are read as' }).click()
    await page.getByRole('option', { name: 'windows-1250' }).click()
    await tried('windows-1250')
    await readableInBoth(page)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
    await row.getByText('By SFTP').waitFor()
  } finally {
    await sftp.stop()
    rmSync(root, { recursive: true })
  }
})

test('a shop is told what becomes of its orders, once it is known where it is reached', async () => {
  const asked: string[] = []
  let isDown = false
  const shop = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.statusCode = isDown ? 503 : 200
    response.setHeader('content-type', 'application/json').end('[]')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  await page
    .getByRole('row', { name: /Web shop/ })
    .getByRole('button', { name: 'Update the shop' })
    .click()
  await dialog().getByText('Nothing sent yet.').waitFor()
  await dialog()
    .getByLabel('Address of the shop')
    .fill(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`)
  await dialog().getByLabel('Consumer key').fill('ck_1')
  await dialog().getByLabel('Consumer secret').fill('cs_1')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  const done = dialog().getByLabel('Done')
  await expect.poll(() => done.inputValue()).toBe('completed')
  await done.fill('note')
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The shop answers.').waitFor()
  const key = Buffer.from('ck_1:cs_1').toString('base64')
  expect(asked).toEqual([`GET /wp-json/wc/v3/orders?per_page=1 Basic ${key}`])
  await dialog().getByRole('button', { name: 'Test', exact: true }).waitFor()
  isDown = true
  await deliver('7001')
  const told = (order: string) =>
    dialog()
      .locator('[data-told]')
      .filter({ hasText: `${order} · Done` })
  await told('7001').getByText('Not sent', { exact: true }).waitFor()
  await told('7001').getByText(/503/).waitFor()
  isDown = false
  const sent = await world.server.call('POST', shopPath, {
    body: { id: 7002, number: '7002', status: 'processing', shipping: { address_1: '47.14, 9.52' } },
  })
  expect(sent.status, sent.text).toBe(200)
  await deliver('7002')
  await told('7002').getByText('Sent', { exact: true }).waitFor()
  await readableInBoth(page)
  await dialog().getByRole('button', { name: 'Stop updating the shop' }).click()
  await done.waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await new Promise((resolve) => shop.close(resolve))
})

test('a tracker that nobody knows is put into its van', async () => {
  await desk.go('/settings/trackers')
  await page.getByText('No tracker sources yet').waitFor()
  await button('New source').first().click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Traccar')
  const path = await saveAndKeepAddress()
  const position = { id: '352093081234567', name: 'Blue box', lat: 47.14, lon: 9.52 }
  expect((await world.server.call('POST', path, { body: position })).body).toEqual({ received: 1, accepted: 0 })
  await button('Trackers').click()
  await dialog().getByText('Blue box').waitFor()
  const vehicle = dialog().getByRole('combobox', { name: 'Vehicle' })
  await vehicle.click()
  await page.getByRole('option', { name: 'Van 7' }).click()
  await readableInBoth(page)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await button('Trackers').click()
  await expect.poll(() => dialog().getByRole('combobox', { name: 'Vehicle' }).inputValue()).toBe('Van 7')
})

test('nothing was complained of', () => {
  expect(desk.complaints).toEqual([])
})
