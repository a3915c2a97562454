// A handheld scanner types what labels say, with and without the camera; a code typed by hand is understood the same way.
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
let phone: Phone
let route: WorldRoute

beforeAll(async () => {
  world = await startDriverWorld()
})
afterAll(() => world?.stop())
afterEach(() => phone?.close())

const codes = ['00340434161094042557', '4901234567894', 'JD014600000000000001']

/** A phone on a route with one parcel a stop. */
async function open(): Promise<Phone> {
  const stops = codes.map((identifier, index) => ({ ...fiveStops[index], tasks: [], packages: [{ identifier }] }))
  route = await world.createRoute({}, {}, stops)
  phone = await startPhone(world)
  await phone.page.goto(route.link)
  await phone.page.locator('.facts').waitFor()
  return phone
}

/** Types as a scanner does: keys of the system, five milliseconds apart, however slow this machine is. */
async function scan(code: string): Promise<void> {
  const session = await phone.page.context().newCDPSession(phone.page)
  const began = Date.now() / 1_000
  const press = (key: string, place: number) => {
    const timestamp = began + place * 0.005
    if (key === '\x1d')
      return session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: ']', modifiers: 2, timestamp })
    const text = key === 'Enter' ? '\r' : key
    return session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, timestamp })
  }
  await Promise.all([...code, 'Enter'].map(press))
  await session.detach()
}

const loaded = () => phone.page.locator('.parcels .done').count()
const readStatus = async (index: number) => (await route.readStop(index)).packages[0].status

test('parcels are loaded by their labels, however the scanner sends them', async () => {
  const { page } = await open()
  await page.evaluate(`location.hash = '/load'`)
  await page.locator('.parcels').first().waitFor()
  await scan(`]C1${codes[0]}`)
  await expect.poll(loaded).toBe(1)
  // A product's number in a symbol with a lot, which ends at a separator.
  await scan('\x1d0104901234567894101A2\x1d17261231')
  await expect.poll(loaded).toBe(2)
  await page.locator('.dock .main').click()
  await page.locator('.scanner input').fill('jd01 4600 0000 0000 0001')
  await page.locator('.scanner form button').click()
  await expect.poll(loaded).toBe(3)
  await expect
    .poll(() => Promise.all([0, 1, 2].map(readStatus)), { timeout: 30_000 })
    .toEqual(['picked', 'picked', 'picked'])
})

test('a label of another stop turns the screen red and says where it belongs; one of nowhere too', async () => {
  const { page } = await open()
  await page.evaluate(`location.hash = '/stop/${route.stopIds[1]}/deliver'`)
  await page.locator('.dock').waitFor()
  await scan('(00)340434161094042557')
  await page.locator('.wrong-parcel .number').waitFor()
  expect(await page.locator('.wrong-parcel .number').textContent()).toBe('1')
  await page.locator('.wrong-parcel .main').click()
  await scan('(00)340434161094042564')
  await page.locator('.wrong-parcel').waitFor()
  expect(await page.locator('.wrong-parcel .number').count()).toBe(0)
  await page.locator('.wrong-parcel .main').click()
  expect(phone.complaints).toEqual([])
})
