// A day on which everything goes wrong: double taps, stalls, lost responses, a clock that jumps, stops and routes that move or go, corrections, and
// an app that is killed at every step. Nothing is lost, nothing doubled, nothing on the wrong stop; the phone's last word is the service's.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type DriverWorld,
  type Phone,
  startDriverWorld,
  startPhone,
  type WorldRoute,
  workerReady,
} from './driver-world.ts'
import { addPhoto, readPhoneStore, takePhoto } from './driving.ts'

/** The benchmark repeats the day: npm run bench -- driver-offline. */
const rounds = Number(process.env.OFFLINE_ROUNDS ?? 1)
const stops = Array.from({ length: 4 }, (_, index) => ({
  label: `Household ${index}`,
  location: { lat: 47.14 + index * 0.006, lng: 9.52, street: `Landstrasse ${index + 10}`, city: 'Vaduz' },
}))

/** Where in the work at a stop the app is killed; each round at another one. */
const killPoints = ['form', 'comment', 'photo', 'tap', 'list', 'none'] as const
type KillPoint = (typeof killPoints)[number]
/** Acts of the office while the phone is out of reach. */
const officeActs = ['nothing', 'move', 'close', 'delete_stop', 'delete_route'] as const

let world: DriverWorld
beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())

interface Day {
  phone: Phone
  route: WorldRoute
  round: number
  /** The last comment written at each stop, by its place. */
  written: Map<number, string>
}

const patiently = { timeout: 150_000 }
const hour = 3_600_000

test.each(Array.from({ length: rounds }, (_, round) => round))(
  'round %i: everything that was done arrives once, at its stop, and the phone says the same',
  async (round) => {
    const route = await world.createRoute({}, {}, stops)
    const phone = await startPhone(world, { isSwitchedOff: true })
    phone.page.setDefaultTimeout(60_000)
    const day: Day = { phone, route, round, written: new Map() }
    try {
      await drive(day)
      await comeBack(day)
      await expectTheSame(day)
      expect(phone.complaints).toEqual([])
    } catch (error) {
      // Among fifty days, told at once.
      const shown = await phone.page.textContent('body', { timeout: 1_000 }).catch(() => '')
      console.error(`round ${round}: ${error}\n${shown?.slice(0, 600)}\n${world.proxy.history.slice(-40).join('\n')}`)
      throw error
    } finally {
      world.proxy.restore()
      await phone.close()
    }
  },
  600_000,
)

async function drive(day: Day): Promise<void> {
  const { phone, route, round } = day
  await phone.page.goto(route.link)
  await phone.page.getByRole('button', { name: 'Start route' }).click()
  await phone.page.getByRole('button', { name: 'Open stop' }).waitFor()
  await workerReady(phone.page)
  world.proxy.cut()
  const killed = killPoints[round % killPoints.length]!
  for (const index of stops.keys()) {
    const isKilled = index === Math.floor(round / killPoints.length) % stops.length
    // Ahead by hours, or behind, or mended, while the page is open.
    await phone.setClock([0, 3 * hour, -2 * hour, 90_000][(round + index) % 4]!)
    await finish(day, index, isKilled ? killed : 'none')
    if (index === 1) await correct(day)
    if (index === 2) await actInOffice(day)
  }
}

/** Delivers a stop or gives it up, with a comment that is nowhere else, tapping twice; the app is killed on the way. */
async function finish(day: Day, index: number, killed: KillPoint): Promise<void> {
  const { phone, round } = day
  const isDelivered = (round + index) % 3 !== 2
  const said = `Day ${round}, household ${index}`
  const killAt = async (point: KillPoint) => {
    if (point === killed) await restart(day)
  }
  await openForm(day, index, isDelivered)
  await killAt('form')
  await openForm(day, index, isDelivered)
  await phone.page.getByLabel('Comments').fill(said)
  await inDraft(day, said)
  await killAt('comment')
  await openForm(day, index, isDelivered)
  expect(await phone.page.getByLabel('Comments').inputValue()).toBe(said)
  await addPhoto(phone.page, await takePhoto(phone.page, round * 10 + index, 300))
  await killAt('photo')
  await openForm(day, index, isDelivered)
  await phone.page.locator('.photo img').waitFor()
  if (!isDelivered) await phone.page.getByText('Refused', { exact: true }).click()
  const button = isDelivered ? 'Delivered' : 'Close as not done'
  await tapTwice(day, button)
  await killAt('tap')
  if (killed === 'tap') await finishAgain(day, index, isDelivered, button)
  await progress(day, index + 1).waitFor()
  await killAt('list')
  await progress(day, index + 1).waitFor()
  day.written.set(index, said)
}

/** A phone that was killed with the tap either has the report or the open form with everything in it. */
async function finishAgain(day: Day, index: number, isDelivered: boolean, button: string): Promise<void> {
  const { page } = day.phone
  await page
    .getByText(/\d of 4 stops|Route finished/)
    .first()
    .waitFor()
  if (await progress(day, index + 1).isVisible()) return
  await openForm(day, index, isDelivered)
  expect(await page.getByLabel('Comments').inputValue()).toBe(`Day ${day.round}, household ${index}`)
  await page.locator('.photo img').waitFor()
  if (!isDelivered) await page.getByText('Refused', { exact: true }).click()
  await page.getByRole('button', { name: button }).click()
}

const progress = ({ phone }: Day, done: number) =>
  done === stops.length ? phone.page.getByText('Route finished') : phone.page.getByText(`${done} of 4 stops`)

async function restart({ phone, route }: Day): Promise<void> {
  await phone.kill()
  await phone.reopen(route.link)
  phone.page.setDefaultTimeout(60_000)
}

async function openForm({ phone, route }: Day, index: number, isDelivered: boolean): Promise<void> {
  const address = `#/stop/${route.stopIds[index]}/${isDelivered ? 'deliver' : 'failed'}`
  await phone.page.evaluate(`location.hash = '${address}'`)
  await phone.page.getByLabel('Comments').waitFor()
}

/** Until the phone has written it down: an app that is closed before has not been told. */
async function inDraft({ phone }: Day, said: string): Promise<void> {
  await expect
    .poll(async () => (await readPhoneStore(phone.page)).drafts.some(({ comments }) => comments === said), patiently)
    .toBe(true)
}

/** Taps twice as fast as a bouncing finger, but not while the form before still holds taps back: no finger is there so soon. */
async function tapTwice({ phone }: Day, name: string): Promise<void> {
  await phone.page.locator('.cover').waitFor({ state: 'detached' })
  const box = (await phone.page.getByRole('button', { name }).boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const session = await phone.context.newCDPSession(phone.page)
  const touch = (type: string, touchPoints: object[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints } as never)
  await Promise.all([0, 1].flatMap(() => [touch('touchStart', [{ x, y }]), touch('touchEnd', [])]))
}

/** The first stop is corrected, or taken back and done again. */
async function correct(day: Day): Promise<void> {
  const { phone, route, round } = day
  const { page } = phone
  await page.evaluate(`location.hash = '#/stop/${route.stopIds[0]}'`)
  if (round % 4 === 3) {
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('button', { name: 'Yes, it did not happen like this' }).click()
    await openForm(day, 0, true)
    await page.getByLabel('Comments').fill(`Day ${round}, household 0, again`)
    await page.getByRole('button', { name: 'Delivered' }).click()
    day.written.set(0, `Day ${round}, household 0, again`)
  } else {
    await page.getByRole('button', { name: 'Correct' }).click()
    await page.getByLabel('Comments').fill(`Day ${round}, household 0, corrected`)
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await page.getByText(/^Corrected at/).waitFor()
    day.written.set(0, `Day ${round}, household 0, corrected`)
  }
  await page.evaluate(`location.hash = '#/route'`)
  await progress(day, 2).waitFor()
}

async function actInOffice({ route, round }: Day): Promise<void> {
  const [, second, third] = route.stopIds
  const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
    route.call(method, path, body, query)
  switch (officeActs[round % officeActs.length]) {
    case 'move': {
      const [other] = await call('POST', '/v2/routes', [{ email: 'other@example.test' }], { plan_id: route.planId })
      return call('PUT', `/v2/route/${other.id}/stops`, { stops: [third] })
    }
    case 'close':
      return call('POST', `/v3/stop/${second}/report`, { type: 'service_report_canceled', cancel_reason: 'closed' })
    case 'delete_stop':
      return call('PUT', '/v2/stops/delete', { stop_ids: [third] })
    case 'delete_route':
      return call('DELETE', `/v2/route/${route.id}`)
  }
}

/** The line returns on a bad day: responses get lost, calls fail, one upload stalls; then everything has been sent. */
async function comeBack(day: Day): Promise<void> {
  const { phone, round } = day
  world.proxy.loseAnswers(/^POST \/driver\/v1\/stop\/\w+\/(report|amend)$/, 2)
  world.proxy.fail(/^POST \/driver\/v1\/stop\/\w+\/report$/, 1)
  if (round % 2 === 0) world.proxy.hold(/report\/image/, 1)
  else world.proxy.loseAnswers(/report\/image/, 1)
  world.proxy.restore()
  await phone.page.evaluate(`location.hash = '#/queue'`)
  await phone.page.reload()
  await expect.poll(() => countUnsent(day), patiently).toBe(0)
}

/** Calls and pictures that the service does not have; a deleted route takes reports alone, no start and no positions. */
async function countUnsent({ phone, round }: Day): Promise<number> {
  const { outbox, pictures } = await readPhoneStore(phone.page)
  const takesReportsAlone = officeActs[round % officeActs.length] === 'delete_route'
  const due = outbox.filter(({ kind }) => !takesReportsAlone || kind === 'report' || kind === 'amend')
  const calls = due.filter(({ state }) => !['sent', 'handed'].includes(state))
  return calls.length + pictures.filter(({ state }) => state !== 'sent').length
}

/** Reports that the office closed by hand have no id of the phone; reports that were taken back are put away. */
function isOfPhone({ client_id, state }: Kept): boolean {
  return client_id !== undefined && state !== 'dismissed'
}

interface Kept extends Told {
  stop_id: string
  state: string
}

interface Told {
  comments?: string
  created_at: string
  client_id?: string
  images: { url: string }[]
}

async function expectTheSame(day: Day): Promise<void> {
  const { route, written } = day
  const conflicts: Kept[] = await route.call('GET', `/app/v1/plan/${route.planId}/report_conflicts`)
  const { rows } = await world.server.services.database.executeSql(
    `select stop_id, comments, created_at, client_id, images from reports where client_id is not null
      and stop_id in ('${route.stopIds.join("','")}')`,
  )
  const told = [...(rows as unknown as (Told & { stop_id: string })[]), ...conflicts.filter(isOfPhone)]
  const byStop = route.stopIds.map((id) => told.filter(({ stop_id }) => stop_id === id))
  // Each household's own words, once, and nobody else's.
  const words = byStop.map((all) => [...new Set(all.map(({ comments }) => comments))])
  expect(words).toEqual(stops.map((_, index) => [written.get(index)]))
  const ids = told.map(({ client_id }) => client_id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { images } of told) for (const { url } of images) await expectPicture(url)
  expectOrder(byStop)
  await expectLastWord(day)
}

async function expectPicture(url: string): Promise<void> {
  const { pathname } = new URL(url, world.server.address)
  expect((await fetch(world.server.address + pathname)).status).toBe(200)
}

/** Expects no report before the one that precedes it, and none in the future. */
function expectOrder(byStop: readonly Told[][]): void {
  const moments = byStop.slice(1).map((all) => Math.max(...all.map(({ created_at }) => new Date(created_at).getTime())))
  expect(moments).toEqual(moments.toSorted((a, b) => a - b))
  expect(moments.at(-1)).toBeLessThanOrEqual(Date.now())
}

/** Expects that the stops on the phone at the end equal those of the service. */
async function expectLastWord({ phone, route }: Day): Promise<void> {
  expect((await readPhoneStore(phone.page)).drafts).toEqual([])
  const read = await world.server.services.database.executeSql(
    `select id, status from stops where route_id = '${route.id}' and not deleted order by id`,
  )
  await expect
    .poll(async () => {
      const shown = (await phone.page.evaluate(readKeptStops(route.id))) as { id: string; status: string }[]
      const ids = new Set((read.rows as { id: string }[]).map(({ id }) => id))
      return shown.filter(({ id }) => ids.has(id))
    }, patiently)
    .toEqual(read.rows)
}

/** A script that returns id and status of each stop of the newest reading, by id. */
function readKeptStops(routeId: string): string {
  return `(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    const open = indexedDB.open('routewright-driver')
    const db = await new Promise((resolve) => (open.onsuccess = () => resolve(open.result)))
    const read = (name, key) => new Promise((resolve) => {
      const asked = db.transaction(name).objectStore(name).get(key)
      asked.onsuccess = () => resolve(asked.result)
    })
    const kept = await read('routes', '${routeId}')
    const { stops } = (await read('readings', kept.incoming?.reading ?? kept.reading)).route
    db.close()
    return stops.map(({ id, status }) => ({ id, status })).sort((a, b) => (a.id < b.id ? -1 : 1))
  })()`
}
