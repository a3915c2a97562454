import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  askForWindows,
  type DeliveryWorld,
  type Phone,
  paintProof,
  startDeliveryWorld,
  type WorldRoute,
} from './delivery-world.ts'

/** Where pictures of every state go, when somebody wants to look at them: see `npm run screens`. */
const folder = process.env.SCREENS_FOLDER
const brand = {
  name: 'Bäckerei Huber',
  color: '#c2410c',
  phone: '+423 555 00 00',
  email: 'hallo@huber.test',
  website: 'https://huber.test',
}

let world: DeliveryWorld
let phone: Phone
let page: Page

beforeAll(async () => {
  world = await startDeliveryWorld()
})
afterAll(() => world?.stop())

beforeEach(async () => {
  phone = await world.openPhone()
  page = phone.page
  return async () => {
    await phone.close()
    expect(phone.complaints).toEqual([])
  }
})

/** A picture of the state, light and, on demand, dark and in Spanish; no serious fault of accessibility in it, and nothing that covers the other on a desk. */
async function look(name: string, url?: string, prepare: (shown: Page) => Promise<void> = async () => {}) {
  await expectAccessible(page)
  await expectApartOnDesk()
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.waitForTimeout(900)
  await page.screenshot({ path: join(folder, `tracking-${name}.png`), fullPage: true, scale: 'css' })
  if (!url) return
  for (const [variant, options] of [
    ['dark', { colorScheme: 'dark' }],
    ['es', { locale: 'es-ES' }],
  ] as const) {
    const other = await world.openPhone(options)
    await other.page.goto(url)
    await other.page.locator('h1').waitFor()
    await prepare(other.page)
    await other.page.waitForTimeout(900)
    await other.page.screenshot({ path: join(folder, `tracking-${name}-${variant}.png`), fullPage: true, scale: 'css' })
    await other.close()
  }
}

/** Cards stand beside or below each other, never on one another; banners above all of them. */
async function expectApartOnDesk() {
  const usual = page.viewportSize()!
  await page.setViewportSize({ width: 1280, height: 800 })
  const covered = await page.evaluate(`(() => {
    const seen = [...document.querySelectorAll('main .card, main .banner')].filter((one) => one.offsetHeight > 0)
    const boxes = seen.map((one) => one.getBoundingClientRect())
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const pairs = boxes.flatMap((a, at) => boxes.slice(at + 1).map((b, more) => [at, at + 1 + more, a, b]))
    const isInside = (i, k) => seen[i].contains(seen[k]) || seen[k].contains(seen[i])
    return pairs.filter(([i, k, a, b]) => !isInside(i, k) && meet(a, b)).map(([i, k]) => seen[i].className + ' on ' + seen[k].className)
  })()`)
  const order = await page.evaluate(
    `[...document.querySelectorAll('main > *')].map((one) => one.getBoundingClientRect().top)`,
  )
  await page.setViewportSize(usual)
  expect(covered).toEqual([])
  expect(order).toEqual((order as number[]).toSorted((a, b) => a - b))
}

async function expectAccessible(shown: Page) {
  expect(await seriousFaults(shown)).toEqual([])
}

const headline = () => page.locator('h1').textContent()
const getUrl = (route: WorldRoute, index: number) => route.stops[index]!.url

test.each([
  ['it-IT', 'ltr', 'Lasciato al Suo vicino: Meier'],
  ['uk-UA', 'ltr', 'Залишено у вашого сусіда: Meier'],
  ['ar-EG', 'rtl', 'تُرك عند جاركم: Meier'],
])('afterwards who took it, in %s, written %s', async (locale, direction, taken) => {
  const route = await world.createRoute({ branding: brand })
  await route.start()
  await route.complete(0, { taken_by: 'neighbour', taker_name: 'Meier' })
  const other = await world.openPhone({ locale })
  await other.page.goto(getUrl(route, 0))
  await other.page.getByText(taken).waitFor()
  expect(await other.page.evaluate('document.documentElement.dir')).toBe(direction)
  expect(await other.page.locator('h1').textContent()).toMatch(/\d\d:\d\d/)
  await expectAccessible(other.page)
  expect(await other.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  if (folder)
    await other.page.screenshot({ path: join(folder, `tracking-done-${locale}.png`), fullPage: true, scale: 'css' })
  await other.close()
  expect(other.complaints).toEqual([])
})

test('a link without its token says quietly that something is missing', async () => {
  const answer = await page.goto(`${world.server.address}/t/`)
  expect(answer?.status()).toBe(200)
  await page.getByRole('heading', { name: 'Something is missing in this address' }).waitFor()
  await look('without-link')
})

test('without a connection a page that was open before says so, and opens by itself once there is one', async () => {
  const route = await world.createRoute({ branding: brand }, { day: 1 })
  await page.goto(getUrl(route, 1))
  await page.getByText('Planned for').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await phone.setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'No connection' }).waitFor()
  await look('offline')
  await phone.setOffline(false)
  await page.getByText('Planned for').waitFor()
  phone.complaints.length = 0
})

test('before the start: the day and the window, no map, and less than 100 kB until it is painted', async () => {
  const route = await world.createRoute({ branding: brand }, { day: 1 })
  await page.goto(getUrl(route, 3))
  await page.getByText('Planned for').waitFor()
  expect(await headline()).toMatch(/^Tomorrow, \d\d:\d\d–\d\d:\d\d$/)
  // The window stays in one piece, however narrow the phone and long the day's name.
  const lines = (width: number) =>
    page
      .setViewportSize({ width, height: 844 })
      .then(() => page.locator('h1 .unbroken').evaluate((entry) => entry.getClientRects().length))
  const { width: usual } = page.viewportSize()!
  for (const width of [260, usual]) expect(await lines(width)).toBe(1)
  // And the day in one, too, where it fits on a line.
  expect(
    await page
      .locator('h1 .day')
      .first()
      .evaluate((entry) => entry.getBoundingClientRect().height < 40),
  ).toBe(true)
  expect(await page.locator('.map').count()).toBe(0)
  await page.waitForLoadState('load')
  await expect.poll(() => phone.received.size).toBeGreaterThanOrEqual(3)
  const bytes = [...phone.received.values()].reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(5_000)
  expect(bytes).toBeLessThan(100_000)
  await look('planned', getUrl(route, 3))
})

/** Counts on the pages opened from now on what comes by the stream, as `streamedViews`. */
function countStreamedViews(): Promise<unknown> {
  return page.addInitScript(`{
    window.streamedViews = 0
    const Plain = EventSource
    window.EventSource = class extends Plain {
      constructor(...given) {
        super(...given)
        this.addEventListener('view', () => { window.streamedViews += 1 })
      }
    }
  }`)
}

test('the recipient leaves a word, confirms the place, and what was typed survives a lost connection', async () => {
  const route = await world.createRoute({ branding: brand })
  await countStreamedViews()
  await page.goto(getUrl(route, 1))
  // The first streamed view must not come after the connection is cut: the page would take itself for connected.
  await expect.poll(() => page.evaluate('window.streamedViews')).toBeGreaterThan(0)
  const words = page.getByLabel('Instructions for the driver')
  await words.fill('Ring twice <b>')
  await phone.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('What you wrote is kept').waitFor()
  expect(await words.inputValue()).toBe('Ring twice <b>')
  await page.getByText(/^No connection\. This was the state at/).waitFor()
  await look('offline')
  await phone.setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. The driver will see it.').waitFor()
  await page.getByRole('button', { name: 'This is right' }).click()
  await page.getByText('Thank you, noted.').waitFor()
  const stop = await route.call('GET', `/v2/stop/${route.stops[1]!.id}`)
  expect(stop).toMatchObject({ customer_text_field: 'Ring twice <b>', location_validated: true })
})

test('who is asked when to come takes a window by keyboard, then another one, then none', async () => {
  const [asked] = await askForWindows(await world.createRoute({ branding: brand }), ['Ida'])
  const { link } = asked!
  await page.goto(link)
  await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
  const window = (day: number, name: string) => page.getByRole('group').nth(day).getByRole('button', { name })
  const day = await page.getByRole('group').nth(1).locator('legend').textContent()
  await look('choose', link)
  await window(1, '08:00–12:00').press('Enter')
  const question = page.getByRole('group', { name: 'Shall we book this time?' })
  await question.getByText(`${day}, 08:00–12:00`).waitFor()
  await look('choose-again', link, (shown) => shown.getByRole('group').nth(1).getByRole('button').first().click())
  // The way back from a wrong tap leads to the same place; no window was booked.
  await question.getByRole('button', { name: 'Back to the times' }).press('Enter')
  await window(1, '08:00–12:00').and(page.locator(':focus')).waitFor()
  await window(1, '13:00–17:00').press('Enter')
  await question.locator('h3:focus').waitFor()
  await question.getByRole('button', { name: 'Yes, book it' }).press('Enter')
  await page.getByText('Thank you. Your time is booked.').waitFor()
  await page.getByRole('heading', { name: 'Your time' }).waitFor()
  await page.getByText(`${day}, 13:00–17:00`, { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Choose another time' }).press('Enter')
  await window(2, '08:00–12:00').press('Enter')
  await question.locator('h3:focus').waitFor()
  await question.getByRole('button', { name: 'Yes, book it' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await page.getByText(/, 08:00–12:00$/).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Choose another time' }).press('Enter')
  await page.getByRole('button', { name: 'None of these' }).press('Enter')
  const none = page.getByRole('group', { name: 'None of these times suit you?' })
  await none.locator('h3:focus').waitFor()
  await none.getByRole('button', { name: 'None of these' }).press('Enter')
  await page.getByText('You chose none of the times.').first().waitFor()
  await expectAccessible(page)
})

test('on the way: it follows the driver by itself, and shows the van when it is near', async () => {
  const route = await world.createRoute({ branding: brand, recipient_page: { van_stops: 2 } })
  await page.goto(getUrl(route, 2))
  await page.getByText('Planned for').waitFor()
  await route.start()
  await page.getByText('2 stops before you').waitFor({ timeout: 60_000 })
  expect(await page.locator('.map').count()).toBe(0)
  await route.complete(0)
  await route.drive('/positions', {
    positions: [{ lat: 47.1438, lng: 9.5189, recorded_at: new Date().toISOString() }],
  })
  await page.getByText('One stop before you').waitFor({ timeout: 60_000 })
  await page.getByText(/the van was about 1(\.\d)? km away/).waitFor()
  await expectSigns()
  expect(await page.getByLabel('4 7 1 1').textContent()).toBe('4711')
  await look('on-the-way', getUrl(route, 2), async (shown) => {
    await shown.locator('.still img').waitFor()
  })
})

test('the van moves on a picture of the streets, without the map that moves being loaded, until somebody opens it', async () => {
  const route = await world.createRoute({ branding: brand, recipient_page: { van_stops: 6 } })
  await route.start()
  const sendPosition = (lat: number, secondsAgo: number) => {
    const recorded_at = new Date(Date.now() - 1_000 * secondsAgo).toISOString()
    return route.drive('/positions', { positions: [{ lat, lng: 9.5189, recorded_at }] })
  }
  await sendPosition(47.1438, 60)
  await page.goto(getUrl(route, 2))
  const before = await expectSigns()
  await sendPosition(47.1478, 0)
  await expect.poll(async () => (await signs()).van.y, { timeout: 60_000 }).toBeLessThan(before.van.y - 30)
  await expectSigns()
  const isMapLoaded = () => [...phone.received.keys()].some((url) => url.includes('delivery-map'))
  expect(isMapLoaded()).toBe(false)
  await page.getByRole('button', { name: 'Open the map' }).click()
  await page.locator('.maplibregl-canvas').waitFor()
  await page.locator('.maplibregl-marker.mark-van').waitFor()
  expect(await page.evaluate(`document.activeElement.className`)).toContain('maplibregl-canvas')
  expect(isMapLoaded()).toBe(true)
  await expectAccessible(page)
})

test('what comes, who brings it, in the letters of the sender; on a desk the map stands beside the facts', async () => {
  const route = await world.createRoute({
    branding: brand,
    recipient_page: { van_stops: 6, contents: 'codes', contents_field: 'goods', show_driver: true },
  })
  const { id } = route.stops[2]!
  const { project_id, route_id, plan_execution_date } = await route.call('GET', `/v2/stop/${id}`)
  await route.call('PUT', `/v2/stop/${id}`, {
    packages: [{ identifier: 'RW-1' }, { identifier: 'RW-2' }],
    custom_fields: { goods: '2 oak shelves' },
  })
  const driver = await route.call('POST', '/app/v1/driver', { label: 'Anna Frick' }, { project_id })
  const assignments = [{ date: plan_execution_date.slice(0, 10), route_id, driver_id: driver.id }]
  await route.call('POST', '/app/v1/driver_assignments', { assignments }, { project_id })
  const file = createRequire(import.meta.url).resolve('@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2')
  const font_file = `data:font/woff2;base64,${readFileSync(file).toString('base64')}`
  await route.setBranding({ font: 'serif', font_file })
  await route.start()
  await route.drive('/positions', {
    positions: [{ lat: 47.1438, lng: 9.5189, recorded_at: new Date().toISOString() }],
  })
  await page.goto(getUrl(route, 2))
  const facts = page.locator('.facts')
  await facts.getByText('2 oak shelves').waitFor()
  expect(await facts.textContent()).toMatch(/2 parcels.*RW-1, RW-2.*Anna/)
  expect(await page.locator('body').textContent()).not.toContain('Frick')
  const family = () => page.evaluate(`getComputedStyle(document.querySelector('h1')).fontFamily`)
  await expect.poll(family).toMatch(/^sender, "Iowan Old Style"/)
  expect(await page.evaluate(`document.fonts.check('16px sender')`)).toBe(true)
  const box = async (selector: string) => (await page.locator(selector).boundingBox())!
  // One column on a phone.
  expect((await box('.van')).y).toBeGreaterThan((await box('.status')).y + (await box('.status')).height - 1)
  await look('facts', getUrl(route, 2))
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await page.locator('.map.moving .maplibregl-canvas').waitFor({ timeout: 60_000 })
    const [status, van] = [await box('.status'), await box('.van')]
    expect(van.x).toBeGreaterThan(status.x + status.width)
    expect(Math.abs(van.y - status.y)).toBeLessThan(2)
    // The map is most of what is seen, and seen whole.
    expect(van.width).toBeGreaterThan(width * 0.38)
    expect(van.y + van.height).toBeLessThan(height)
    await look(`desk-${width}`)
  }
})

interface Signs {
  map: { width: number; height: number }
  van: { x: number; y: number }
  door: { x: number; y: number }
}

/** Where the signs stand within the picture's window. */
async function signs(): Promise<Signs> {
  return page.evaluate(`(() => {
    const map = document.querySelector('.still').getBoundingClientRect()
    const middle = (selector) => {
      const { x, y, width, height } = document.querySelector('.still ' + selector).getBoundingClientRect()
      return { x: x + width / 2 - map.x, y: y + height / 2 - map.y }
    }
    return { map: { width: map.width, height: map.height }, van: middle('.mark-van'), door: middle('.mark-door') }
  })()`)
}

/** The picture has come, and both signs stand on it where they can be seen. */
async function expectSigns(): Promise<Signs> {
  await page.locator('.still img').waitFor()
  await expect.poll(() => page.evaluate(`document.querySelector('.still img').naturalWidth`)).toBe(576)
  const seen = await signs()
  for (const { x, y } of [seen.van, seen.door]) {
    expect(Math.min(x, seen.map.width - x)).toBeGreaterThan(18)
    expect(Math.min(y, seen.map.height - y)).toBeGreaterThan(18)
  }
  return seen
}

test('far away there is no van, not even in what the page was told', async () => {
  const route = await world.createRoute({ branding: brand })
  await route.start()
  await route.drive('/positions', { positions: [{ lat: 47.1342, lng: 9.5203, recorded_at: new Date().toISOString() }] })
  const answer = await page.goto(getUrl(route, 5))
  await page.getByText('5 stops before you').waitFor()
  expect(await answer!.text()).not.toContain('47.1342')
  await look('far', getUrl(route, 5))
})

test('late: it says so', async () => {
  const route = await world.createRoute({ branding: brand }, { minutesAgo: 95 })
  await route.start()
  await page.goto(getUrl(route, 3))
  await page.getByText(/^About 1 hour( \d+ minutes?)? later than planned/).waitFor()
  await look('late', getUrl(route, 3))
})

test('at the door: it says that the driver has arrived', async () => {
  const route = await world.createRoute({ branding: brand })
  await route.start()
  await route.drive(`/stop/${route.stops[2]!.id}/arrive`, {})
  await page.goto(getUrl(route, 2))
  expect(await headline()).toBe('The driver has arrived')
  expect(await page.locator('.steps .current').textContent()).toBe('Arrived')
  expect(await page.getByText('Correct it').count()).toBe(0)
  await look('arrived', getUrl(route, 2))
})

test('the place is corrected by an address in words and how to find the door', async () => {
  const route = await world.createRoute({ branding: brand })
  await page.goto(getUrl(route, 4))
  await page.getByRole('button', { name: 'Correct it' }).click()
  await page.getByLabel('Correct address').fill('Hintergasse 5')
  await page.getByLabel('How do we find the door?').fill('Second floor')
  const open = async (shown: Page) => {
    await shown.getByRole('button', { name: /Correct it|Corregir/ }).click()
    await shown.locator('.map canvas').waitFor()
    await shown.waitForTimeout(2_000)
  }
  await page.locator('.map canvas').waitFor()
  await look('place', getUrl(route, 4), open)
  await page.getByRole('button', { name: 'Save the address' }).click()
  await page.getByText('Saved. The driver will come here.').waitFor()
  const stop = await route.call('GET', `/v2/stop/${route.stops[4]!.id}`)
  expect(stop.location_details).toBe('Hintergasse 5 · Second floor')
})

test('the place is corrected by moving the map, by finger and by keyboard', async () => {
  const route = await world.createRoute()
  await page.goto(getUrl(route, 4))
  await page.getByRole('button', { name: 'Correct it' }).click()
  const canvas = page.locator('.map canvas')
  await canvas.waitFor()
  await canvas.scrollIntoViewIfNeeded()
  await page.waitForTimeout(500)
  const box = (await canvas.boundingBox())!
  await page.mouse.move(box.x + 100, box.y + 100)
  await page.mouse.down()
  await page.mouse.move(box.x + 180, box.y + 140, { steps: 5 })
  await page.mouse.up()
  await canvas.focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForTimeout(1_200)
  await page.getByRole('button', { name: 'Save the address' }).click()
  await page.getByText('Saved. The driver will come here.').waitFor()
  const { location } = await route.call('GET', `/v2/stop/${route.stops[4]!.id}`)
  expect(location.lat).not.toBe(47.1655)
  expect(Math.abs(location.lat - 47.1655)).toBeLessThan(0.01)
  expect(location.street).toBe('Bahnhofstrasse 21')
})

test('afterwards: the time, the proof that the sender shows, and the rating in three touches', async () => {
  const route = await world.createRoute({ branding: brand, recipient_page: { proof: 'photos_and_signature' } })
  await page.goto(getUrl(route, 0))
  const { photo, signature } = await paintProof(page)
  await route.complete(0, { images: [photo, photo], signature })
  await page.reload()
  expect(await headline()).toMatch(/^Delivered at \d\d:\d\d$/)
  await page.getByAltText('Photo of the delivery').first().waitFor()
  await page.getByLabel('4 stars').check({ force: true })
  await page.getByText('Thank you for your answer.').waitFor()
  await page.getByRole('button', { name: 'Driver' }).click()
  await page.getByLabel('Anything else?').fill('Friendly')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(async () => (await route.call('GET', `/v2/stop/${route.stops[0]!.id}`)).survey)
    .toMatchObject({ rating: 4, rating_tag: 'driver', comments: 'Friendly' })
  await look('done', getUrl(route, 0))
})

test('failed: the reason, and what comes next', async () => {
  const route = await world.createRoute({
    branding: brand,
    recipient_page: { next_step: 'We will try again tomorrow.' },
  })
  await route.complete(1, { type: 'service_report_canceled', cancel_reason: 'Nobody was at home' })
  await page.goto(getUrl(route, 1))
  expect(await headline()).toBe('It could not be completed')
  await page.getByText('Reason: Nobody was at home').waitFor()
  await page.getByText('We will try again tomorrow.').waitFor()
  expect(await page.locator('.steps li').allInnerTexts()).toEqual(['Planned', 'On the way', 'Not completed'])
  await look('failed', getUrl(route, 1))
})

test('the link in a message ends messages only after a question', async () => {
  const route = await world.createRoute({ branding: brand })
  const url = `${getUrl(route, 1)}?messages=off`
  await page.goto(url)
  await page.getByText('No more messages from Bäckerei Huber?').waitFor()
  await look('messages', url)
  await page.getByRole('button', { name: 'Yes, stop them' }).click()
  await page.getByText('You will get no more messages from this sender.').first().waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Turn them on again' }).click()
  await page.getByRole('button', { name: 'No more messages' }).waitFor()
})

test('a link that opens nothing shows a polite page', async () => {
  const url = `${world.server.address}/t/${'x'.repeat(32)}`
  const answer = await page.goto(url)
  expect(answer!.status()).toBe(404)
  expect(await headline()).toBe('This page is no longer available')
  await look('closed', url)
  phone.complaints.splice(0, phone.complaints.length, ...phone.complaints.filter((text) => !text.includes('404')))
})

test('without scripts it still says how the delivery stands, in the language of the browser', async () => {
  const plain = await world.openPhone({ javaScriptEnabled: false, locale: 'fr-FR' })
  const route = await world.createRoute({ branding: brand }, { day: 1 })
  await plain.page.goto(getUrl(route, 0))
  expect(await plain.page.locator('h1').textContent()).toMatch(/^Prévu le .+, entre \d\d:\d\d et \d\d:\d\d$/)
  await plain.close()
})
