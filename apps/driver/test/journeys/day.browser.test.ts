// A driver's day: parcels scanned while loading, proof at the door, half of it without a connection, and everything is sent once in the end.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cameraCodes,
  type DriverWorld,
  fiveStops,
  joinDriverWorld,
  type Phone,
  startPhone,
  type WorldRoute,
  workerReady,
} from '../driver-world.ts'
import { arriveAtNext, deliverNext, loadByCamera, readPhoneStore } from '../driving.ts'
import { thumbFaults } from '../thumb-faults.ts'

const codes = cameraCodes.slice(0, 3)
let world: DriverWorld
let route: WorldRoute
let phone: Phone

beforeAll(async () => {
  world = await joinDriverWorld(codes)
  const stops = fiveStops.slice(0, 3).map(({ tasks: _tasks, ...stop }) => stop)
  route = await world.createRoute({ photo_required: true, signature_required: true }, {}, stops)
  phone = await startPhone(world)
  phone.page.setDefaultTimeout(60_000)
})

afterAll(async () => {
  world?.proxy.restore()
  await world?.stop()
})

const patiently = { timeout: 120_000 }

/** Expects that the screen has no target too small for a thumb and no obstacle for a screen reader. */
async function expectFitForRoad(): Promise<void> {
  expect(await thumbFaults(phone.page)).toEqual([])
  expect(await seriousFaults(phone.page)).toEqual([])
}

test('looking starts nothing; every parcel is read by the camera, and the route begins with the button', async () => {
  const { page } = phone
  await page.goto(route.link)
  await page.getByRole('button', { name: 'Start route' }).waitFor()
  await workerReady(page)
  await expectFitForRoad()
  expect((await route.call('GET', `/v2/route/${route.id}`)).status).toBe('not_started')
  await loadByCamera(page, 3)
  await page.getByRole('button', { name: 'Start route' }).click()
  await page.getByRole('button', { name: 'Open stop' }).waitFor()
  await expect.poll(async () => (await route.call('GET', `/v2/route/${route.id}`)).status, patiently).toBe('in_transit')
  const parcels = await Promise.all([0, 1, 2].map(async (index) => (await route.readStop(index)).packages[0]))
  expect(parcels.map(({ identifier, status }) => [identifier, status])).toEqual(
    codes.map(({ text }) => [text, 'picked']),
  )
})

test('at the first door a photo and a signature are asked for, taken, and reach the dispatcher', async () => {
  const { page } = phone
  await deliverNext(page, { code: codes[0]!.text, photos: [1], neighbour: 'Meier' })
  await page.getByText('1 of 3 stops').waitFor()
  // It may be taken back for ten seconds, and is sent then; a phone that failed to send pauses for up to a minute.
  await expect.poll(async () => (await route.readStop(0)).status, patiently).toBe('completed')
  await expect.poll(async () => (await route.readStop(0)).reports[0].images.length, patiently).toBe(1)
  const [report] = (await route.readStop(0)).reports
  expect(report).toMatchObject({ comments: 'Neighbour: Meier', signature: { url: expect.stringContaining('/i/') } })
  // The report names its photo before the photo is there.
  const photo = world.server.address + new URL(report.images[0].url).pathname
  await expect.poll(async () => (await fetch(photo)).headers.get('content-type'), patiently).toMatch(/^image\//)
})

test('without a connection the work goes on, and is all there after the app was closed and opened', async () => {
  const { page } = phone
  world.proxy.cut()
  await phone.setOffline(true)
  await deliverNext(page, { code: codes[1]!.text, photos: [2] })
  await page.getByText('2 of 3 stops').waitFor()
  await page.reload()
  await page.getByText('2 of 3 stops').waitFor()
  await page.getByText('No connection.').waitFor()
  await arriveAtNext(page)
  await page.getByRole('button', { name: 'Could not deliver' }).click()
  await page.getByText('Nobody there').click()
  await expectFitForRoad()
  await page.getByRole('button', { name: 'Close as not done' }).click()
  await page.getByText('Route finished').waitFor()
  await page.getByText(/still have to be sent/).waitFor()
  expect((await route.readStop(1)).status).toBe('pending')
})

test('the connection comes back and loses an answer: each report is there once, with the phone’s times and pictures', async () => {
  const { page } = phone
  const kept = await readPhoneStore(page)
  const waiting = kept.outbox.filter(({ kind, state }) => kind === 'report' && state !== 'sent')
  const onlineAt = Date.now()
  world.proxy.loseAnswers(/^POST \/driver\/v1\/stop\/\w+\/report$/, 1)
  world.proxy.restore()
  await phone.setOffline(false)
  await page.getByText('Well done. Everything has been sent.').waitFor({ timeout: 120_000 })
  expect(world.proxy.pendingFaults).toBe(0)
  const stops = await Promise.all([0, 1, 2].map((index) => route.readStop(index)))
  expect(stops.map(({ status }) => status)).toEqual(['completed', 'completed', 'canceled'])
  const reports = stops.slice(1).map(({ reports: [report, ...more] }) => {
    expect(more).toEqual([])
    return report
  })
  const moments = Object.fromEntries(waiting.map(({ id, body }) => [id, body.created_at]))
  expect(Object.keys(moments)).toHaveLength(2)
  // The moment is told by the service's time, known with an uncertainty when the report is sent.
  for (const { client_id, created_at } of reports) {
    expect(Math.abs(Date.parse(created_at) - Date.parse(moments[client_id]!))).toBeLessThan(1000)
  }
  for (const moment of Object.values(moments)) expect(Date.parse(moment!)).toBeLessThan(onlineAt + 1000)
  expect(reports[0]).toMatchObject({ images: [{}], signature: { url: expect.stringContaining('/i/') } })
  expect(stops.map(({ packages }) => packages[0].status)).toEqual(['delivered', 'delivered', 'picked'])
  expect((await route.call('GET', `/v2/route/${route.id}`)).status).toBe('finished')
  expect(phone.complaints).toEqual([])
})
