// Finished stops are looked at, corrected and taken back on the phone, with and without a connection; the service ends up saying the same.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DriverWorld, fiveStops, type Phone, startDriverWorld, startPhone, workerReady } from './driver-world.ts'
import { addPhoto, arriveAtNext, readPhoneStore, sign, takePhoto } from './driving.ts'

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
const stops = fiveStops.slice(0, 3).map(({ tasks: _tasks, ...stop }) => stop)

async function start(link: string): Promise<void> {
  await phone.page.goto(link)
  await phone.page.getByRole('button', { name: 'Start route' }).click()
  await phone.page.getByRole('button', { name: 'Open stop' }).waitFor()
}

/** Delivers the next stop with a photo, a signature, and to a neighbour. */
async function deliver(seed: number): Promise<void> {
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await addPhoto(phone.page, await takePhoto(phone.page, seed, 400))
  await phone.page.getByText('Neighbour', { exact: true }).click()
  await phone.page.getByLabel('Name or place').fill('Meier')
  await phone.page.getByLabel('Comments').fill('Rang twice')
  await sign(phone.page)
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('1 of 3 stops').waitFor()
}

/** Opens the first stop that was done, from the list. */
async function openDone(): Promise<void> {
  await phone.page.locator('.stop-line.completed').first().click()
  await phone.page.getByRole('heading', { name: 'Reported' }).waitFor()
}

const getStatus = (url: string) => fetch(world.server.address + new URL(url).pathname).then(({ status }) => status)

test('a finished stop opens to what was reported: photo, signature, time, who took it, and parcels', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await deliver(1)
  // First from the phone's own memory, then as the service has it.
  await openDone()
  const reported = phone.page.getByRole('region', { name: 'Reported' })
  await reported.getByText('Neighbour: Meier').waitFor()
  await reported.getByText('Rang twice').waitFor()
  await reported.getByText('4006381333931').waitFor()
  await reported.getByRole('img', { name: 'Photo' }).waitFor()
  await reported.getByRole('img', { name: 'Signature' }).waitFor()
  await expect.poll(async () => (await route.readStop(0)).reports.length, patiently).toBe(1)
  await expect.poll(async () => (await readPhoneStore(phone.page)).outbox.length, patiently).toBe(0)
  await phone.page.reload()
  await reported.getByRole('img', { name: 'Photo' }).waitFor()
  await reported.getByText('Neighbour: Meier').waitFor()
})

test('without a connection it is corrected before it was sent: office and recipient see the last, and both versions are kept', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await workerReady(phone.page)
  world.proxy.cut()
  await phone.setOffline(true)
  await deliver(2)
  await openDone()
  await phone.page.getByRole('button', { name: 'Correct' }).click()
  expect(await phone.page.getByLabel('Comments').inputValue()).toBe('Rang twice')
  await phone.page.getByLabel('Comments').fill('Rang once')
  await phone.page.getByLabel('Name or place').fill('Huber')
  await addPhoto(phone.page, await takePhoto(phone.page, 3, 400), 2)
  // Closed and opened again, the correction is still being made.
  await phone.page.reload()
  await phone.page.locator('.photo img').nth(1).waitFor()
  expect(await phone.page.getByLabel('Comments').inputValue()).toBe('Rang once')
  await phone.page.getByRole('button', { name: 'Remove photo' }).first().click()
  await phone.page.getByRole('button', { name: 'Save the correction' }).click()
  const reported = phone.page.getByRole('region', { name: 'Reported' })
  await reported.getByText('Neighbour: Huber').waitFor()
  await reported.getByText(/^Corrected at /).waitFor()
  expect(await reported.getByRole('img', { name: 'Photo' }).count()).toBe(1)
  world.proxy.restore()
  await phone.setOffline(false)
  await expect.poll(async () => (await route.readStop(0)).reports[0]?.comments, patiently).toContain('Rang once')
  const [report] = (await route.readStop(0)).reports
  expect(report).toMatchObject({ comments: 'Neighbour: Huber\nRang once', taker_name: 'Huber', images: [{}] })
  expect(report.signature).toBeDefined()
  const [version] = await route.call('GET', `/app/v1/stop/${route.stopIds[0]}/report_versions`)
  expect(version).toMatchObject({ comments: 'Neighbour: Meier\nRang twice', ended_as: 'amended', images: [{}] })
  for (const { url } of [...report.images, ...version.images]) {
    await expect.poll(() => getStatus(url), patiently).toBe(200)
  }
  await expect.poll(async () => (await readPhoneStore(phone.page)).outbox.length, patiently).toBe(0)
  await reported.getByText('Neighbour: Huber').waitFor()
  const { tracking_url } = await route.readStop(0)
  const seen = await fetch(`${world.server.address}/track/v1/${tracking_url.split('/t/')[1]}`)
  expect(await seen.text()).toContain('Huber')
})

test('taken back, the stop is open on the phone and in the office, which is no news to who did it, and can be done anew', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await deliver(4)
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('completed')
  await expect.poll(async () => (await readPhoneStore(phone.page)).outbox.length, patiently).toBe(0)
  await openDone()
  await phone.page.getByRole('button', { name: 'Take back' }).click()
  await phone.page.getByRole('button', { name: 'Yes, it did not happen like this' }).click()
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).waitFor()
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('pending')
  expect(await route.readStop(0)).toMatchObject({ reports: [], packages: [{ status: 'pending' }] })
  await expect.poll(async () => (await readPhoneStore(phone.page)).outbox.length, patiently).toBe(0)
  expect(await phone.page.getByRole('button', { name: /The dispatcher changed/ }).count()).toBe(0)
  await phone.page.getByRole('button', { name: 'Could not deliver' }).click()
  await phone.page.getByText('Refused', { exact: true }).click()
  await phone.page.getByRole('button', { name: 'Close as not done' }).click()
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('canceled')
  expect((await route.readStop(0)).reports).toHaveLength(1)
})

test('a dispatcher takes a report back: the driver is told that the stop is to be done again', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await deliver(5)
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('completed')
  const [report] = (await route.readStop(0)).reports
  await route.call('DELETE', `/app/v1/stop/${route.stopIds[0]}/report/${report.id}`)
  await phone.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await phone.page.getByRole('button', { name: /The dispatcher changed/ }).click()
  await phone.page.getByRole('dialog').getByText('To be done again').waitFor()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click()
  await phone.page.getByText('0 of 3 stops').waitFor()
})

test('where the project says never, what was done is shown and nothing of it can be changed', async () => {
  const route = await world.createRoute({ driver_may_amend: 'never' }, {}, stops)
  await start(route.link)
  await deliver(6)
  await openDone()
  await phone.page.getByRole('region', { name: 'Reported' }).getByText('Neighbour: Meier').waitFor()
  expect(await phone.page.getByRole('button', { name: 'Correct' }).count()).toBe(0)
  expect(await phone.page.getByRole('button', { name: 'Take back' }).count()).toBe(0)
})

test('a report that was refused takes its photo along when it is sent again', async () => {
  const route = await world.createRoute({ pin_required: true }, {}, stops)
  await start(route.link)
  const { pin } = await route.readStop(0)
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await addPhoto(phone.page, await takePhoto(phone.page, 7, 400))
  await phone.page.locator('input.pin').fill(pin === '0000' ? '1111' : '0000')
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByRole('button', { name: /not accepted/ }).click(patiently)
  await phone.page.getByText('The code is wrong.', { exact: false }).waitFor()
  expect((await readPhoneStore(phone.page)).pictures).toMatchObject([{ state: 'waiting' }])
  expect((await route.readStop(0)).reports).toEqual([])
  await phone.page.locator('input.pin').fill(pin)
  await phone.page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('completed')
  const [report] = (await route.readStop(0)).reports
  await expect.poll(() => getStatus(report.images[0].url), patiently).toBe(200)
  await expect
    .poll(async () => (await readPhoneStore(phone.page)).pictures, patiently)
    .toMatchObject([{ state: 'sent' }])
})
