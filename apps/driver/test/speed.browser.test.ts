// How few touches a day's work takes: a delivery in two, a failure without "arrived", and how much of the day is seen at once.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type DriverWorld,
  fiveStops,
  type Phone,
  startDriverWorld,
  startPhone,
  type WorldRoute,
} from './driver-world.ts'

let world: DriverWorld
let phone: Phone | undefined
beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())
afterEach(async () => {
  const complaints = phone?.complaints
  await phone?.close()
  phone = undefined
  expect(complaints ?? []).toEqual([])
})

const getStatus = (route: WorldRoute, index: number) => async () => (await route.readStop(index)).status

/** A phone that stands before the list of a started route. */
async function start(link: string, language = 'en') {
  phone = await startPhone(world, { language })
  await phone.page.goto(link)
  await phone.page.locator('.dock .main').click()
  await phone.page.locator('.next-stop').waitFor()
  return phone.page
}

test('a delivery takes two taps from the list, with all parcels; nobody says that he arrived', async () => {
  const packages = [{ identifier: 'P1' }, { identifier: 'P2' }]
  const route = await world.createRoute({}, {}, [{ ...fiveStops[0], packages }, fiveStops[2]!])
  const page = await start(route.link)
  await page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await page.getByRole('button', { name: 'Delivered, all 2 parcels' }).click()
  await page.getByText('1 of 2 stops').waitFor()
  await expect.poll(getStatus(route, 0), { timeout: 60_000 }).toBe('completed')
  const stop = await route.readStop(0)
  expect(stop.packages.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'delivered'])
  // The time spent there is unknown, and the report invents none.
  expect(stop.reports[0]).not.toHaveProperty('time_in_stop')
})

test('at the stop it takes two as well; one parcel ticked leaves the other one missing', async () => {
  const packages = [{ identifier: 'P1' }, { identifier: 'P2' }]
  const route = await world.createRoute({}, {}, [{ ...fiveStops[0], packages }, fiveStops[2]!])
  const page = await start(route.link)
  await page.getByRole('button', { name: 'Open stop' }).click()
  await page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await page.getByLabel('P1').check()
  await page.getByRole('button', { name: 'Delivered, 1 parcel missing' }).waitFor()
  await page.getByLabel('P1').uncheck()
  await page.getByRole('button', { name: 'Delivered, all 2 parcels' }).click()
  await expect.poll(getStatus(route, 0), { timeout: 60_000 }).toBe('completed')
})

test('a stop where nobody ever arrived is given up with its reason', async () => {
  const route = await world.createRoute({}, {}, fiveStops.slice(0, 2))
  const page = await start(route.link)
  await page.getByRole('button', { name: 'Open stop' }).click()
  await page.getByRole('button', { name: 'Could not deliver' }).click()
  await page.getByText('No access').click()
  await page.locator('.dock .danger').click()
  await expect.poll(getStatus(route, 0), { timeout: 60_000 }).toBe('canceled')
  const [report] = (await route.readStop(0)).reports
  expect(report).toMatchObject({ type: 'service_report_canceled', cancel_reason: 'no_access' })
  expect(report).not.toHaveProperty('time_in_stop')
})

/** 12 hours in the United States, 24 in Britain and Germany. */
test.each([
  ['en-US', /^\d{1,2}:\d\d [AP]M$/, /AM–.*PM/],
  ['en-GB', /^\d\d:\d\d$/, /08:00–18:00/],
  ['de', /^\d\d:\d\d$/, /08:00–18:00/],
])(
  'in %s times are written as the region writes them; six stops are seen whole, with their parcels and windows',
  async (language, clock, window) => {
    const many = [...fiveStops, ...fiveStops.map((stop, at) => ({ ...stop, packages: [{ identifier: `M${at}` }] }))]
    const route = await world.createRoute(
      {},
      { vehicle: { break: { start: 43_200, end: 46_800, duration: 1_800 } } },
      many,
    )
    const page = await start(route.link, language)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.stop-line .eta').nth(5).waitFor()
    const times = (await page.locator('.eta').allTextContents()).map((text) => text.replaceAll('\u202f', ' '))
    expect(times.filter((text) => clock.test(text))).toHaveLength(10)
    expect(((await page.locator('.stop-line .details').first().textContent()) ?? '').replaceAll('\u202f', ' ')).toMatch(
      window,
    )
    const seen = await page.evaluate(
      `[...document.querySelectorAll('.next-stop, .stop-line')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
    )
    expect(seen).toBeGreaterThanOrEqual(6)
  },
)

/** Notes every title that is drawn from now on, and counts how often the phone's database is asked. */
const watchWork = `{
  const { work } = window
  work.titles = []
  work.transactions = 0
  new MutationObserver(() => work.titles.push(document.querySelector('.bar h1')?.textContent))
    .observe(document.body, { subtree: true, childList: true, characterData: true })
}`

test('a finished stop is little work for a slow phone: the list is drawn once, as it is then, and the database asked a few times', async () => {
  const route = await world.createRoute({}, {}, fiveStops.slice(0, 2))
  phone = await startPhone(world)
  const { page } = phone
  await page.addInitScript(`{
    window.work = {}
    const begin = IDBDatabase.prototype.transaction
    IDBDatabase.prototype.transaction = function (...names) {
      window.work.transactions += 1
      return begin.apply(this, names)
    }
  }`)
  await page.goto(route.link)
  await page.locator('.dock .main').click()
  await page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await page.locator('.dock .main').waitFor()
  await page.evaluate(watchWork)
  await page.locator('.dock .main').click()
  await page.locator('.undo').waitFor()
  const { titles, transactions } = await page.evaluate<{ titles: string[]; transactions: number }>('window.work')
  expect(titles).toContain('1 of 2 stops')
  expect(titles).not.toContain('0 of 2 stops')
  expect(transactions).toBeLessThan(10)
})

test('in letters of twice the size on a narrow phone every button of the next stop has room for its words', async () => {
  const route = await world.createRoute({}, {}, fiveStops.slice(0, 2))
  const page = await start(route.link)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.evaluate("document.documentElement.style.fontSize = '212.5%'")
  const [widths, overflow] = await page.evaluate<[number[], number]>(`[
    [...document.querySelectorAll('.next-stop .actions button, .next-stop .actions a')].map((one) => one.clientWidth - one.scrollWidth),
    document.documentElement.scrollWidth - innerWidth,
  ]`)
  expect(widths).toEqual(widths.map(() => 0))
  expect(overflow).toBe(0)
  expect((await page.getByRole('button', { name: 'Open stop' }).boundingBox())!.width).toBeGreaterThan(150)
})
