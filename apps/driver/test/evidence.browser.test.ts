// Evidence is never lost on the phone: quick taps, stalled uploads, stops that moved or were deleted meanwhile, a phone that cannot store.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type DriverWorld,
  fiveStops,
  type Phone,
  startDriverWorld,
  startPhone,
  type WorldRoute,
} from './driver-world.ts'
import { addPhoto, arriveAtNext, readPhoneStore, takePhoto } from './driving.ts'

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
const stops = fiveStops.slice(0, 3).map(({ tasks: _tasks, packages: _packages, ...stop }) => stop)

async function start(link: string): Promise<void> {
  await phone.page.goto(link)
  await phone.page.getByRole('button', { name: 'Start route' }).click()
  await phone.page.getByRole('button', { name: 'Open stop' }).waitFor()
}

async function openForm(name: 'Deliver' | 'Could not deliver'): Promise<void> {
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name, exact: true }).click()
}

/** Taps where the button is, twice within a tenth of a second, as a finger does on a slow phone. */
async function tapTwice(name: string): Promise<void> {
  const box = (await phone.page.getByRole('button', { name }).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const session = await phone.context.newCDPSession(phone.page)
  const touch = (type: string, touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
  const taps = [0, 1].flatMap(() => [touch('touchStart', [{ x, y }]), touch('touchEnd', [])])
  await Promise.all(taps)
}

async function slowDown(rate: number): Promise<void> {
  const session = await phone.context.newCDPSession(phone.page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

const isPhotoThere = async (route: WorldRoute, index = 0) => {
  const [report] = (await route.readStop(index)).reports
  const { pathname } = new URL(report.images[0].url)
  return (await fetch(world.server.address + pathname)).status
}

test('two quick taps on Delivered, on a slow phone while uploads fail, are one report, whose photo arrives', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await openForm('Deliver')
  await addPhoto(phone.page, await takePhoto(phone.page, 1, 400))
  world.proxy.fail(/report\/image/, 2)
  await slowDown(6)
  await tapTwice('Delivered')
  await phone.page.getByText('1 of 3 stops').waitFor()
  await slowDown(1)
  const { outbox } = await readPhoneStore(phone.page)
  expect(outbox.filter(({ kind }) => kind === 'report')).toHaveLength(1)
  // The second tap opened nothing: the list is still there.
  await phone.page.getByRole('button', { name: 'Open stop' }).waitFor()
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('completed')
  await expect.poll(() => isPhotoThere(route), patiently).toBe(200)
  expect((await route.readStop(0)).reports).toHaveLength(1)
  await phone.page.goto(`${phone.page.url().split('#')[0]}#/queue`)
  await phone.page.getByText('Everything has been sent').waitFor()
})

test('two quick taps on Try again later are one attempt, and open no other customer', async () => {
  const route = await world.createRoute({ driver_may_reorder: true }, {}, stops)
  await start(route.link)
  await openForm('Could not deliver')
  await phone.page.getByText('Nobody there').click()
  await tapTwice('Try again later')
  await phone.page.getByRole('button', { name: 'Open stop' }).waitFor()
  expect(new URL(phone.page.url()).hash).toBe('#/route')
  await expect.poll(async () => (await route.readStop(0)).report_attempts, patiently).toBe(1)
  expect((await route.readStop(0)).reports).toHaveLength(1)
})

test('a delivery without a connection on a stop that moves meanwhile counts there, and on a deleted route it is handed to the office', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  world.proxy.cut()
  await openForm('Deliver')
  await addPhoto(phone.page, await takePhoto(phone.page, 2, 400))
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('1 of 3 stops').waitFor()
  await openForm('Deliver')
  await addPhoto(phone.page, await takePhoto(phone.page, 3, 400))
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('2 of 3 stops').waitFor()
  const [moved, , last] = route.stopIds
  const other = await route.call('POST', '/v2/routes', [{ email: 'other@example.test' }], { plan_id: route.planId })
  await route.call('PUT', `/v2/route/${other[0].id}/stops`, { stops: [moved] })
  await route.call('DELETE', `/v2/route/${route.id}`)
  expect(last).toBeDefined()
  world.proxy.restore()
  const list = () => route.call('GET', `/app/v1/plan/${route.planId}/report_conflicts`)
  await expect.poll(async () => (await list()).length, patiently).toBe(2)
  const conflicts = await list()
  expect(conflicts).toMatchObject([{ reason: 'route_deleted' }, { reason: 'route_deleted' }])
  for (const { images } of conflicts) {
    const { pathname } = new URL(images[0].url)
    await expect.poll(async () => (await fetch(world.server.address + pathname)).status, patiently).toBe(200)
  }
  await phone.page.goto(`${phone.page.url().split('#')[0]}#/queue`)
  await phone.page.getByText('Handed to the office').first().waitFor()
  expect(await phone.page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
})

test('a stop that is taken away while its form is open keeps photo and comment, and is finished all the same', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await openForm('Deliver')
  await phone.page.getByLabel('Comments').fill('At the back door')
  await addPhoto(phone.page, await takePhoto(phone.page, 4, 400))
  const [first, ...others] = route.stopIds
  await route.call('PUT', `/v2/route/${route.id}/stops`, { stops: others })
  await phone.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await phone.page.getByRole('button', { name: /The dispatcher changed/ }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Got it' }).click()
  await phone.page.getByText('This stop is no longer on your route.', { exact: false }).waitFor()
  expect(await phone.page.getByLabel('Comments').inputValue()).toBe('At the back door')
  // Also from the list.
  await phone.page.goto(`${phone.page.url().split('#')[0]}#/route`)
  await phone.page.getByRole('button', { name: /Finish what was begun/ }).click()
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('completed')
  expect(first).toBe(route.stopIds[0])
  expect((await route.readStop(0)).reports).toMatchObject([{ comments: 'At the back door', images: [{}] }])
  await expect.poll(() => isPhotoThere(route), patiently).toBe(200)
})

test('one stalled upload holds up no report, is said piece by piece, and begins again within half a minute', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await openForm('Deliver')
  await addPhoto(phone.page, await takePhoto(phone.page, 5, 400))
  world.proxy.hold(/report\/image/, 1)
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await openForm('Deliver')
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('2 of 3 stops').waitFor()
  await phone.page.goto(`${phone.page.url().split('#')[0]}#/queue`)
  const pieces = phone.page.locator('.pieces').first()
  await pieces.locator('.arrived', { hasText: 'Delivery report' }).waitFor()
  await pieces.getByText('Photo 1 of 1').waitFor()
  await expect.poll(async () => (await route.readStop(1)).status, patiently).toBe('completed')
  await expect.poll(() => isPhotoThere(route), patiently).toBe(200)
  expect(world.proxy.pendingFaults).toBe(0)
})

/** From now on the phone's database takes nothing new. */
const fillUp = (isFull: boolean) =>
  phone.page.evaluate(`(() => {
    for (const name of ['add', 'put']) {
      const own = IDBObjectStore.prototype['own_' + name] ??= IDBObjectStore.prototype[name]
      IDBObjectStore.prototype[name] = ${isFull}
        ? () => { throw new DOMException('The disk is full', 'QuotaExceededError') }
        : own
    }
  })()`)

test('a phone that cannot store says so at once, sends directly, and keeps the form open without a connection', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await openForm('Deliver')
  await fillUp(true)
  await addPhoto(phone.page, await takePhoto(phone.page, 6, 400))
  await phone.page.getByText('This phone cannot store anything.', { exact: false }).waitFor()
  await phone.page.getByText('One photo is only on this open page', { exact: false }).waitFor()
  // Leaving the page asks for confirmation first.
  const asked = phone.page.waitForEvent('dialog')
  const leaving = phone.page.reload().catch(() => {})
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await leaving
  await phone.page.locator('.photo img').waitFor()
  world.proxy.cut()
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('Nothing has been sent.', { exact: false }).waitFor()
  expect((await route.readStop(0)).status).toBe('pending')
  world.proxy.restore()
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('1 of 3 stops').waitFor()
  expect((await route.readStop(0)).status).toBe('completed')
  expect(await isPhotoThere(route)).toBe(200)
  await fillUp(false)
})

test('an upload that alone is refused is said, and goes by Send again', async () => {
  const route = await world.createRoute({}, {}, stops)
  await start(route.link)
  await openForm('Deliver')
  await addPhoto(phone.page, await takePhoto(phone.page, 7, 400))
  world.proxy.refuse(/report\/image/, 1)
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByRole('button', { name: /not accepted/ }).click(patiently)
  await phone.page.getByText('The service did not take this photo', { exact: false }).waitFor()
  await phone.page.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => isPhotoThere(route), patiently).toBe(200)
})
