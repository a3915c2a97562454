// A whole route without a network, the app closed and opened in between, then a line that loses responses: no report is lost, none doubled.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type DriverWorld,
  type Phone,
  startDriverWorld,
  startPhone,
  type WorldRoute,
  workerReady,
} from './driver-world.ts'
import {
  addPhoto,
  arriveAtNext,
  deliverNext,
  loadByCamera,
  type PhoneStore,
  readPhoneStore,
  takePhoto,
} from './driving.ts'

/** The benchmark repeats the day: npm run bench -- driver-offline. */
const rounds = Number(process.env.OFFLINE_ROUNDS ?? 1)

let world: DriverWorld
beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())

test.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  'round %i: every report arrives once, with the phone’s times and the same photos',
  async (round) => {
    const route = await world.createRoute(
      { photo_required: true, signature_required: true, driver_may_reorder: true },
      { vehicle: { break: { start: 0, end: 86_400, duration: 1_800 } } },
    )
    const phone = await startPhone(world, { isSwitchedOff: true })
    try {
      const kept = await driveOffline(phone, route, round)
      const onlineAt = new Date().toISOString()
      await comeBack(phone, route)
      await expectDay(route, kept, onlineAt)
      expect(phone.complaints).toEqual([])
      expect(world.proxy.pendingFaults).toBe(0)
    } catch (error) {
      // Among fifty days, told at once.
      const shown = await phone.page.textContent('body', { timeout: 1_000 }).catch(() => '')
      const calls = world.proxy.history.slice(-60).join('\n')
      console.error(`round ${round}: ${error}\n${shown?.slice(0, 600)}\n${calls}`)
      throw error
    } finally {
      world.proxy.restore()
      await phone.close()
    }
  },
  300_000,
)

/** Returns the content of the phone at the end of the day. */
async function driveOffline(phone: Phone, route: WorldRoute, round: number): Promise<PhoneStore> {
  await phone.page.goto(route.link)
  await phone.page.getByRole('button', { name: 'Start route' }).waitFor()
  await workerReady(phone.page)
  world.proxy.cut()
  await phone.setOffline(true)

  await loadByCamera(phone.page, 5)
  await phone.page.getByRole('button', { name: 'Start route' }).click()
  await phone.page.getByText('No connection.').waitFor()
  await deliver(phone, 0, round, 2)
  await takeBreak(phone)

  await phone.reopen(route.link)
  await phone.setOffline(true)
  await phone.page.getByText('1 of 5 stops').waitFor()
  await deliver(phone, 1, round)
  await attempt(phone)
  // It went to the end: the fourth is next now.
  await giveUp(phone, round)
  await deliver(phone, 4, round)
  await deliver(phone, 2, round)
  await phone.page.getByText('Route finished').waitFor()

  await phone.reopen(route.link)
  await phone.setOffline(true)
  await phone.page.getByText(/still have to be sent/).waitFor()
  return readPhoneStore(phone.page)
}

const codes = ['4006381333931', 'RW-128-0042', 'RW-QR-0007', 'RW-DM-0011', 'RW-PDF-0005']

async function deliver({ page, moveTo }: Phone, index: number, round: number, photos = 1): Promise<void> {
  await moveTo(47.14 + index * 0.006, 9.52)
  await deliverNext(page, {
    code: codes[index]!,
    photos: Array.from({ length: photos }, (_, photo) => round * 100 + index * 10 + photo + 1),
    ...(index === 0 && { neighbour: 'Meier' }),
  })
}

async function takeBreak({ page }: Phone): Promise<void> {
  await page.getByRole('button', { name: /Your break/ }).click()
  await page.getByRole('button', { name: 'Start break' }).click()
  await page.getByText(/^00:(0[1-9]|[1-5]\d)$/).waitFor()
  const end = page.getByRole('button', { name: 'End break' })
  await end.click()
  // Gone as soon as the phone has written it down; an app that is closed before has not been told.
  await end.waitFor({ state: 'detached' })
}

async function attempt({ page }: Phone): Promise<void> {
  await arriveAtNext(page)
  await page.getByRole('button', { name: 'Could not deliver' }).click()
  await page.getByText('Nobody there').click()
  await page.getByRole('button', { name: 'Try again later' }).click()
  await page.getByText('tried once').waitFor()
}

async function giveUp({ page }: Phone, round: number): Promise<void> {
  await arriveAtNext(page)
  await page.getByRole('button', { name: 'Could not deliver' }).click()
  await page.getByText('Refused', { exact: true }).click()
  await addPhoto(page, await takePhoto(page, round * 100 + 77))
  await page.getByRole('button', { name: 'Close as not done' }).click()
  await page.getByText('3 of 5 stops').waitFor()
}

/** The network returns on a bad day: two responses of reports and one of a photo are lost, one call fails, two tabs are open. */
async function comeBack(phone: Phone, route: WorldRoute): Promise<void> {
  await phone.setOffline(false)
  world.proxy.loseAnswers(/^POST \/driver\/v1\/stop\/\w+\/report$/, 2)
  world.proxy.loseAnswers(/report\/image/, 1)
  world.proxy.fail(/^POST \/driver\/v1\/(scan|break)/, 1)
  const second = await phone.context.newPage()
  world.proxy.restore()
  await Promise.all([phone.page.reload(), second.goto(route.link)])
  await phone.page.getByText('Well done. Everything has been sent.').waitFor({ timeout: 90_000 })
  await second.getByText('Well done. Everything has been sent.').waitFor()
}

interface ServerReport {
  type: string
  comments?: string
  created_at: string
  client_id: string
  images: { url: string }[]
  signature?: { url: string }
}

async function expectDay(route: WorldRoute, kept: PhoneStore, onlineAt: string): Promise<void> {
  const stops = await Promise.all(route.stopIds.map((_, index) => route.readStop(index)))
  expect(stops.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'canceled', 'completed'])
  const reports: ServerReport[] = stops.flatMap((stop) => stop.reports)
  const sent = kept.outbox.filter(({ kind }) => kind === 'report')
  expect(reports.map(({ type }) => type).sort()).toEqual([
    'service_report_attempted',
    'service_report_canceled',
    ...Array.from({ length: 4 }, () => 'service_report_completed'),
  ])
  // Exactly the phone's reports, each once, at the phone's times.
  expect(timesById(reports.map((report) => [report.client_id, report.created_at]))).toEqual(
    timesById(sent.map(({ id, body }) => [id, body.created_at!])),
  )
  for (const { created_at } of reports) expect(created_at < onlineAt).toBe(true)
  for (const report of reports.filter(({ type }) => type === 'service_report_completed')) {
    expect(report.signature?.url).toContain('/i/')
  }
  expect(reports.map(({ comments }) => comments).filter((text) => text?.includes('Meier'))).toEqual([
    'Neighbour: Meier',
  ])
  await expectPictures(reports, kept)
  expect(stops.flatMap(({ packages }) => packages.map(({ status }: { status: string }) => status))).toEqual([
    'delivered',
    'delivered',
    'delivered',
    'picked',
    'delivered',
  ])
  const read = await route.call('GET', `/v2/route/${route.id}`)
  const pause = kept.outbox.filter(({ kind }) => kind === 'break').map(({ body }) => body.at)
  expect([read.break_stop.real_start_time, read.break_stop.real_end_time]).toEqual(pause)
  await expectNothingDoubled(route, kept)
}

function timesById(pairs: [id: string, at: string][]): Record<string, string> {
  expect(new Set(pairs.map(([id]) => id)).size).toBe(pairs.length)
  return Object.fromEntries(pairs)
}

/** Expects the service's pictures to be those of the phone, in the order in which they were taken. */
async function expectPictures(reports: ServerReport[], kept: PhoneStore): Promise<void> {
  expect(kept.pictures).toHaveLength(6)
  const made = new Map<string, string>()
  for (const { id, jpeg } of kept.pictures) {
    const bytes = Buffer.from(jpeg, 'base64')
    expect(bytes.length).toBeLessThanOrEqual(320_000)
    made.set(id, digest((await world.server.services.pictures.prepare(bytes)).large))
  }
  expect(new Set(made.values()).size).toBe(6)
  for (const report of reports) {
    const wanted = kept.outbox.find(({ id }) => id === report.client_id)!.body.awaited_images!
    const found: string[] = []
    for (const { url } of report.images) {
      const answer = await fetch(world.server.address + new URL(url).pathname)
      found.push(digest(Buffer.from(await answer.arrayBuffer())))
    }
    expect(found).toEqual(wanted.map((id) => made.get(id)))
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function expectNothingDoubled(route: WorldRoute, kept: PhoneStore): Promise<void> {
  const count = async (text: string) => {
    const { rows } = await world.server.services.database.executeSql(text)
    return Number((rows[0] as { count: string }).count)
  }
  const ofRoute = `stop_id in (select id from stops where route_id = '${route.id}')`
  const signatures = 4
  expect(await count(`select count(*) from report_images where ${ofRoute}`)).toBe(kept.pictures.length + signatures)
  expect(await count(`select count(*) from report_images where ${ofRoute} and storage_key is null`)).toBe(0)
  const moments = kept.positions.map(({ recorded_at }) => `'${recorded_at}'`).join()
  expect(kept.positions.length).toBeGreaterThan(0)
  expect(
    await count(`select count(*) from positions where route_id = '${route.id}' and recorded_at in (${moments})`),
  ).toBe(kept.positions.length)
}
