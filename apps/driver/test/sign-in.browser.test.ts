// Drivers sign in by a code, drive from their own list, also without a connection, and are signed out by the dispatcher.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type DriverWorld,
  fiveStops,
  type Phone,
  startDriverWorld,
  startPhone,
  type WorldRoute,
  workerReady,
} from './driver-world.ts'
import { arriveAtNext } from './driving.ts'

let world: DriverWorld
let phone: Phone

beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())
afterEach(async () => {
  world.proxy.restore()
  await phone?.close()
})

let count = 0

/** A route whose vehicle Ana usually drives, and one that is another driver's. */
async function routesOfTwo() {
  count += 1
  const address = { phone: `+423 555 77 0${count}`, email: `ana${count}@example.test` }
  const route = await world.createRoute({}, {}, fiveStops.slice(0, 2))
  const query = { project_id: route.account.project_id }
  const { vehicle_id } = await route.call('GET', `/v2/route/${route.id}`)
  const ana = await route.call(
    'POST',
    '/app/v1/driver',
    { label: 'Ana', usual_vehicle_id: vehicle_id, ...address },
    query,
  )
  const van = await route.call('POST', '/v2/vehicle', { label: 'Van 8' }, query)
  await route.call('POST', '/app/v1/driver', { label: 'Bento', usual_vehicle_id: van.id }, query)
  const other = { label: 'South', vehicle_id: van.id, stops: [{ ...fiveStops[3] }] }
  await route.call('POST', '/v2/routes', [other], { plan_id: route.planId })
  return { route, ana: { id: ana.id as string, ...address } }
}

const home = () => `${world.proxy.address}/d/`

/** The code of the newest mail to somebody; waits for the worker that sends it. */
async function mailedCode(to: string): Promise<string> {
  await expect.poll(() => world.server.mails.some((mail) => mail.to === to), { timeout: 20_000 }).toBe(true)
  return /\d{3} \d{3}/.exec(world.server.mails.findLast((mail) => mail.to === to)!.text)![0]
}

async function signIn(address: string, to: string): Promise<void> {
  const { page } = phone
  await page.goto(home())
  await page.getByLabel('Phone number or e-mail').fill(address)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Six digits').fill(await mailedCode(to))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'My routes' }).waitFor()
}

async function revoke(route: WorldRoute, driverId: string): Promise<void> {
  const headers = {
    cookie: await world.server.signIn(route.account.user_id),
    origin: new URL(world.server.address).origin,
  }
  const { body } = await world.server.call('GET', `/app/v1/driver/${driverId}/devices`, { headers })
  expect(body).toMatchObject([{ device: expect.stringContaining('Chrome') }])
  await world.server.call('DELETE', `/app/v1/driver/${driverId}/device/${body[0].id}`, { headers })
}

test('by the phone number: own routes only, a delivery, everything again without a connection, then signed out', async () => {
  const { route, ana } = await routesOfTwo()
  phone = await startPhone(world)
  const { page } = phone
  // No SMS go out here, so the code of the number comes by mail.
  await signIn(ana.phone.replace(/\s/g, ''), ana.email)
  await page.getByRole('button', { name: /North/ }).waitFor()
  expect(await page.getByText('South').count()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
  await workerReady(page)

  await page.getByRole('button', { name: /North/ }).click()
  await page.getByRole('button', { name: 'Start route' }).click()
  await arriveAtNext(page)
  await page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await page.getByLabel('4006381333931').check()
  await page.getByRole('button', { name: 'Delivered' }).click()
  await expect.poll(async () => (await route.readStop(0)).status, { timeout: 30_000 }).toBe('completed')

  world.proxy.cut()
  await phone.setOffline(true)
  await page.goto(`${home()}#/routes`)
  await page.reload()
  await page.getByText('This is the last known state.').waitFor()
  await page.getByRole('button', { name: /North/ }).click()
  await page.getByText('1 of 2 stops').waitFor()
  // The icon on the phone opens the route that is under way.
  await page.goto(home())
  await page.getByText('1 of 2 stops').waitFor()

  world.proxy.restore()
  await phone.setOffline(false)
  await revoke(route, ana.id)
  await page.goto(`${home()}#/routes`)
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect
    .poll(() => page.evaluate('indexedDB.databases().then(() => document.body.innerText)'))
    .not.toContain('North')
  await page.goto(home())
  await page.getByLabel('Phone number or e-mail').waitFor()
  expect(phone.complaints).toEqual([])
})

test('by the letters of a dispatcher, from a link that was scanned; a wrong code says so', async () => {
  const { route, ana } = await routesOfTwo()
  phone = await startPhone(world)
  const { page } = phone
  const headers = {
    cookie: await world.server.signIn(route.account.user_id),
    origin: new URL(world.server.address).origin,
  }
  const { body } = await world.server.call('POST', `/app/v1/driver/${ana.id}/sign_in_code`, { headers })
  await page.goto(home())
  await page.getByRole('button', { name: 'I have a code from the dispatcher' }).click()
  await page.getByLabel('Code from the dispatcher').fill('ABCDE FGHJK')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This code is wrong, already used or too old.').waitFor()
  await page.goto(`${home()}#/code/${body.code}`)
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /North/ }).waitFor()

  await page.getByRole('button', { name: 'Sign out on this phone' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(home())
  await page.getByLabel('Phone number or e-mail').waitFor()
  expect(await page.getByText('North').count()).toBe(0)
})

test('a link that is opened in two tabs at the same time is kept once', { timeout: 120_000 }, async () => {
  phone = await startPhone(world)
  const route = await world.createRoute({}, {}, fiveStops.slice(0, 2))
  const tabs = [phone.page, await phone.context.newPage()]
  // Both are answered once both have asked, so that neither finds what the other one has kept.
  const asked = Promise.withResolvers<void>()
  let count = 0
  await phone.context.route('**/driver/v1/route', async (call) => {
    const answer = await call.fetch()
    count += 1
    if (count === tabs.length) asked.resolve()
    await asked.promise
    await call.fulfill({ response: answer })
  })
  await Promise.all(tabs.map((tab) => tab.goto(route.link)))
  for (const tab of tabs) await tab.getByRole('button', { name: 'Start route' }).waitFor()
  expect(count).toBeGreaterThanOrEqual(tabs.length)
  expect(phone.complaints).toEqual([])
})
