// Notices stand at the upper edge of the map and never on a row or a figure; all of them are found behind the bell.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVansPlan, eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let stops: { id: string; label: string }[]

type Box = NonNullable<Awaited<ReturnType<ReturnType<Page['locator']>['boundingBox']>>>

beforeAll(async () => {
  world = await startPlannerWorld()
  const planId = await createVansPlan(world, [12])
  stops = (await world.call('GET', `/v2/plan/${planId}`)).routes[0].stops
  desk = await world.openPage({ width: 1280, height: 720 })
  page = desk.page
  await desk.go(`/plan/${planId}`)
})

afterAll(async () => world?.stop())

const bell = (name: string) => page.getByRole('navigation').getByRole('button', { name })
const log = () => page.getByRole('region', { name: 'Notices' })

/** Whether two boxes have a point in common. */
const overlaps = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

test.each([1280, 1440])(
  'an edit is told in one line, off every row and off what the head says, at %d',
  async (width) => {
    await page.setViewportSize({ width, height: 720 })
    await page.locator(`#row-${stops[3]!.id}`).click()
    await page.keyboard.press('Alt+ArrowUp')
    const notice = page.getByRole('alert').filter({ hasText: 'Customer 4 moved to' })
    await notice.waitFor()
    const box = (await notice.boundingBox())!
    const others = page.locator(
      '[id^=row-], [data-row], [data-timeline-route], header :is(h1, dl > div, button, label)',
    )
    const places = await Promise.all((await others.all()).map((other) => other.boundingBox()))
    const shown = places.filter((place) => place !== null)
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.filter((place) => overlaps(box, place))).toEqual([])
    expect(box.height).toBeLessThanOrEqual(46)
  },
)

test('what was told stands behind the bell, where failures count until somebody looks', async () => {
  await bell('Notices').click()
  await log()
    .getByText(/^Customer 4 moved to/)
    .first()
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await log().waitFor({ state: 'hidden' })
  await bell('Notices').and(page.locator(':focus')).waitFor()
  await page.route('**/app/v1/plan/*/move', (route) =>
    route.fulfill({ status: 400, json: { message: 'No.', message_id: 'highway.plan.error.finished' } }),
  )
  await page.locator(`#row-${stops[7]!.id}`).click()
  await page.keyboard.press('Alt+ArrowUp')
  await bell('1 new failure').click()
  await log()
    .getByText(/^Not done: Customer 8/)
    .waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => bell('Notices').count()).toBe(1)
})

test('a failure is read whole, below the strip that says that the service is away', async () => {
  await page.locator(`#row-${stops[5]!.id}`).click()
  await page.keyboard.press('Alt+ArrowUp')
  const notice = page.getByRole('alert').filter({ hasText: 'Not done: Customer 6' })
  await notice.waitFor()
  await page.context().setOffline(true)
  const strip = page.getByRole('status').filter({ hasText: 'No connection to the service' })
  await strip.waitFor()
  const bottomOfStrip = async () => {
    const { y, height } = (await strip.boundingBox())!
    return y + height
  }
  const distance = async () => (await notice.boundingBox())!.y - (await bottomOfStrip())
  await eventually(distance).toBeGreaterThanOrEqual(0)
  expect(await notice.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true)
  await page.context().setOffline(false)
})
