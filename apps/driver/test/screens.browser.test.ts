// Every screen of the app, as a person sees it: nothing that a screen reader or a thumb stumbles over; pictures on demand.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type DriverWorld,
  fiveStops,
  startDriverWorld,
  startPhone,
  type WorldRoute,
  workerReady,
} from './driver-world.ts'
import { addPhoto, takePhoto } from './driving.ts'
import { cutTexts, openLargeLetters, thumbFaults } from './thumb-faults.ts'

/** Where pictures go: `npm run screens` sets the folder; SCREENS_OSM names an extract for the map. */
const folder = process.env.SCREENS_FOLDER
const extract = process.env.SCREENS_OSM

interface Look {
  name: string
  language: string
  colorScheme: 'light' | 'dark'
}
const looks: Look[] = [
  { name: 'light', language: 'en', colorScheme: 'light' },
  { name: 'dark', language: 'en', colorScheme: 'dark' },
  // The same colours once more: looked at by people only.
  ...(folder ? [{ name: 'es', language: 'es', colorScheme: 'light' } as const] : []),
]

let world: DriverWorld
beforeAll(async () => {
  world = await startDriverWorld(extract ? { config: { osmFiles: [extract] } } : {})
  if (extract) {
    for (;;) {
      const information = await (await fetch(`${world.server.address}/map/information.json`)).json()
      if ((information as { tiles?: { state: string } }).tiles?.state === 'ready') break
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}, 300_000)
afterAll(() => world?.stop())

const settings = {
  photo_required: true,
  signature_required: true,
  driver_may_reorder: true,
  dispatcher_phone: '+423 555 00 00',
  custom_field_definitions: [{ name: 'floor', label: 'Floor', type: 'string', applies_to: 'report' }],
}

test.each(looks)(
  'all screens, $name: readable by machines, large enough for thumbs',
  async (look) => {
    const route = await world.createRoute(settings, {
      vehicle: { break: { start: 43_200, end: 46_800, duration: 1_800 } },
    })
    const phone = await startPhone(world, look)
    const { page } = phone
    const go = (path: string) => page.evaluate(`location.hash = '/${path}'`)
    let large: Page | undefined
    const see = async (name: string) => {
      await check(page, name, look)
      if (large) expect(await cutTexts(large, page), `${name} in letters of twice the size`).toEqual([])
    }
    const [first, second, third] = route.stopIds
    await leaveLastVisit(route.call, page)
    await page.goto(route.link)
    await page.locator('.facts').waitFor()
    await workerReady(page)
    await page.locator('.kept li').nth(1).waitFor()
    if (look.name === 'light') large = await openLargeLetters(page)
    await see('today')
    await go('load')
    await page.locator('.parcels .quiet').first().click()
    await page.locator('.parcels .done').waitFor()
    await see('load')
    await page.locator('.parcels .van').last().click()
    await page.locator('.van-part').first().waitFor()
    for (const [part, at] of [2, 0, 1].entries())
      await page.locator('.van-part').nth(part).locator('button').nth(at).click()
    await see('van')
    await page.locator('.sheet .main').click()
    await page.locator('.parcels .said').waitFor()
    await page.locator('.dock .main').click()
    await page.locator('.viewfinder .frame').waitFor()
    // The camera's picture is there.
    await expect.poll(() => page.evaluate(`document.querySelector('.viewfinder video').readyState`)).toBe(4)
    await see('scanner')
    await page.locator('.scanner .round').last().click()
    await go('today')
    await page.locator('.dock .main').click()
    await page.locator('.next-stop').waitFor()
    await see('route')
    if (extract) {
      await go('map')
      await page.locator('.map .pin').first().waitFor()
      await page.waitForTimeout(5_000)
      await see('map')
    }
    await go(`stop/${first}`)
    await page.locator('.photo img').first().waitFor()
    await see('stop')
    await page.locator('.dock .main').click()
    await phone.moveTo(47.1403, 9.5202)
    await page.locator('.quiet.door').click()
    await page.locator('.sheet p', { hasText: /[1-9]\d\sm/ }).waitFor({ timeout: 60_000 })
    await see('door')
    await page.locator('.sheet .main').click()
    const placeOfFirst = async () => ((await route.call('GET', `/v2/stop/${first}`)) as { location: object }).location
    await expect.poll(placeOfFirst, { timeout: 60_000 }).toMatchObject({ lat: 47.1403, lng: 9.5202 })
    await page.locator('.dock .row .main').click()
    await page.locator('.signature').waitFor()
    await addPhoto(page, await takePhoto(page, 5))
    await see('deliver')
    await go(`stop/${second}/failed`)
    await page.locator('.tiles label').first().click()
    await page.locator('.dock .danger').waitFor()
    await see('failed')
    await page.locator('.dock .danger').click()
    await page.locator('.undo').waitFor()
    await see('undo')
    await go('break')
    await page.locator('.dock .main').click()
    await page.locator('.count').waitFor()
    await see('break')
    await go('problem')
    await page.locator('.tiles label').first().click()
    await see('problem')
    await go('menu')
    await page.locator('.entry').first().waitFor()
    await see('menu')
    await go('talk')
    await page.locator('.quick .second').first().click()
    await page.locator('.talk .own').waitFor()
    await see('talk')
    world.proxy.cut()
    await go(`stop/${third}/failed`)
    await page.locator('.tiles label').nth(1).click()
    await page.locator('.dock .danger').click()
    // The app goes back to the route by itself, which may be later than the connection is missed.
    await page.locator('.next-stop').waitFor()
    await page.locator('.banner').waitFor({ timeout: 60_000 })
    await go('queue')
    await page.locator('.queue').waitFor()
    await see('queue')
    world.proxy.restore()
    await changeRoute(route.call, route.stopIds)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await go('route')
    await page.locator('.banner.changes').click({ timeout: 60_000 })
    await see('changes')
    await page.locator('.sheet .main').click()
    await go(`stop/${first}/deliver`)
    await page.locator('.checks').first().waitFor()
    await page.locator('.part .second').first().click()
    await page.locator('.wrong-parcel').waitFor({ timeout: 60_000 })
    await see('wrong-parcel')
    await finishDay(route, page)
    await page.locator('.stars').waitFor({ timeout: 60_000 })
    await page.locator('.stars label').nth(3).click()
    await see('end')
    await large?.close()
    large = undefined
    await page.goto(`${world.proxy.address}/d/${'x'.repeat(32)}`)
    await page.locator('.closed h1').waitFor()
    await see('closed')
    expect(phone.complaints).toEqual([])
    await phone.close()
  },
  300_000,
)

type Call = (method: string, path: string, body?: unknown, query?: Record<string, string>) => Promise<unknown>

/** Last week somebody photographed the first door. */
async function leaveLastVisit(call: Call, page: Page): Promise<void> {
  const { project_id } = ((await call('GET', '/v2/plans')) as { docs: { project_id: string }[] }).docs[0]!
  const plan = (await call('POST', '/v2/plan', {}, { project_id })) as { id: string }
  const [stop] = (await call('POST', '/v2/stops', [{ location: fiveStops[0]!.location }], { plan_id: plan.id })) as {
    id: string
  }[]
  await page.goto(`${world.proxy.address}/d/`)
  const photo = `data:image/jpeg;base64,${(await takePhoto(page, 9, 600)).toString('base64')}`
  const report = { type: 'service_report_attempted', comments: 'Door behind the garage.', images: [photo] }
  await call('POST', `/v3/stop/${stop!.id}/report`, report)
}

async function changeRoute(call: Call, stopIds: string[]): Promise<void> {
  const [first, , , fourth, fifth] = stopIds
  await call('PUT', `/v2/stop/${fourth}`, { comments: 'Use the back door.', time_windows: [[36_000, 39_600]] })
  await call('PUT', `/v2/stop/${fifth}`, { packages: [{ identifier: 'RW-NEW-0001' }] })
  expect(first).toBeDefined()
}

async function finishDay({ call, planId }: WorldRoute, page: Page): Promise<void> {
  await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
  await page.evaluate(`location.hash = '/route'`)
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.locator('.banner.changes').click({ timeout: 60_000 })
  await page.locator('.sheet .main').click()
}

async function check(page: Page, name: string, look: Look): Promise<void> {
  if (folder) {
    mkdirSync(folder, { recursive: true })
    await page.waitForTimeout(400)
    const suffix = look.name === 'light' ? '' : `-${look.name}`
    await page.screenshot({ path: join(folder, `driver-${name}${suffix}.png`) })
  }
  expect(await seriousFaults(page), `${name} ${look.name}`).toEqual([])
  expect(await thumbFaults(page), `${name} ${look.name}`).toEqual([])
}
