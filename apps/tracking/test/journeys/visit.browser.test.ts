// A recipient's visit on one page that stays open: when it comes, a wish for the driver, the van nearby, the proof, and a word afterwards.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeliveryWorld, joinDeliveryWorld, type Phone, paintProof, type WorldRoute } from '../delivery-world.ts'

let world: DeliveryWorld
let route: WorldRoute
let phone: Phone
let page: Page

beforeAll(async () => {
  world = await joinDeliveryWorld()
  const branding = { name: 'Bäckerei Huber', color: '#c2410c', phone: '+423 555 00 00' }
  const recipient_page = { van_stops: 2, proof: 'photos_and_signature' }
  route = await world.createRoute({ branding, recipient_page })
  phone = await world.openPhone()
  page = phone.page
  page.setDefaultTimeout(60_000)
})

afterAll(() => world?.stop())

const headline = () => page.locator('h1').textContent()
const readStop = () => route.call('GET', `/v2/stop/${route.stops[2]!.id}`)

test('the page names the sender, the window and the code, before anything moves', async () => {
  await page.goto(route.stops[2]!.url)
  await page.getByText('Planned for').waitFor()
  await page.getByText('Bäckerei Huber').first().waitFor()
  expect(await headline()).toMatch(/\d\d:\d\d–\d\d:\d\d$/)
  expect(await page.getByLabel('4 7 1 1').textContent()).toBe('4711')
  expect(await page.locator('.map').count()).toBe(0)
  expect(await seriousFaults(page)).toEqual([])
})

test('a wish is typed without a connection, kept, and reaches the stop once there is one; the place is confirmed', async () => {
  const words = page.getByLabel('Instructions for the driver')
  await words.fill('Ring twice <b>')
  await phone.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('What you wrote is kept').waitFor()
  expect(await words.inputValue()).toBe('Ring twice <b>')
  await phone.setOffline(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. The driver will see it.').waitFor()
  await page.getByRole('button', { name: 'This is right' }).click()
  await page.getByText('Thank you, noted.').waitFor()
  expect(await readStop()).toMatchObject({ customer_text_field: 'Ring twice <b>', location_validated: true })
})

test('the page follows the driver by itself, and shows where the van is once it is near', async () => {
  await route.start()
  await page.getByText('2 stops before you').waitFor()
  await route.complete(0)
  const recorded_at = new Date().toISOString()
  await route.drive('/positions', { positions: [{ lat: 47.1438, lng: 9.5189, recorded_at }] })
  await page.getByText('One stop before you').waitFor()
  await page.getByText(/the van was about 1(\.\d)? km away/).waitFor()
  await page.locator('.still .mark-van').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('at the door it says so; delivered, it shows the proof, and three touches tell how it was', async () => {
  await route.complete(1)
  await route.drive(`/stop/${route.stops[2]!.id}/arrive`, {})
  await expect.poll(headline).toBe('The driver has arrived')
  const { photo, signature } = await paintProof(page)
  await route.complete(2, { images: [photo], signature })
  await expect.poll(headline).toMatch(/^Delivered at \d\d:\d\d$/)
  const shown = page.getByAltText('Photo of the delivery').first()
  await shown.waitFor()
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)
  await page.getByLabel('4 stars').check({ force: true })
  await page.getByText('Thank you for your answer.').waitFor()
  await page.getByRole('button', { name: 'Driver' }).click()
  await page.getByLabel('Anything else?').fill('Friendly')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(async () => (await readStop()).survey)
    .toMatchObject({ rating: 4, rating_tag: 'driver', comments: 'Friendly' })
  expect(await seriousFaults(page)).toEqual([])
  expect(phone.complaints).toEqual([])
})
