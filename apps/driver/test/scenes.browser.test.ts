// Scenes between driver, recipient and dispatcher: changes, codes, wrong parcels, second thoughts, lost links, maps without a network.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeTown } from '@routewright/server/testing/town'
import type { Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DriverWorld, fiveStops, type Phone, startDriverWorld, startPhone, workerReady } from './driver-world.ts'
import { arriveAtNext, readPhoneStore } from './driving.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-town-'))
let world: DriverWorld
let phone: Phone

beforeAll(async () => {
  world = await startDriverWorld({ config: { osmFiles: [writeTown(folder)] } })
})
afterAll(async () => {
  await world?.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  phone = await startPhone(world)
})
afterEach(async () => {
  world.proxy.restore()
  await phone.close()
  expect(phone.complaints).toEqual([])
})

const twoStops = fiveStops.slice(0, 2).map(({ tasks: _tasks, ...stop }) => stop)

/** Opens the link, starts, and stands before the list. */
async function start(link: string): Promise<void> {
  await phone.page.goto(link)
  await phone.page.getByRole('button', { name: 'Start route' }).click()
  await phone.page.getByRole('button', { name: 'Open stop' }).waitFor()
}

/** Asks what changed now instead of in twenty seconds. */
const lookForChanges = () => phone.page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)

/** Until a call is over. Chromium may call one aborted whose body the page has read to its end, and its response then never counts as finished. */
async function untilAnswered(path: string): Promise<void> {
  const predicate = (request: Request) => request.url().includes(path)
  await Promise.race([
    phone.page.waitForEvent('requestfinished', { predicate }),
    phone.page.waitForEvent('requestfailed', { predicate }),
  ])
}

/** Reports that the phone still has to send, and its last call: printed when a test fails. */
async function lastCalls(): Promise<string> {
  const { outbox } = await readPhoneStore(phone.page)
  const waiting = outbox.map(({ kind, state }) => `${kind} ${state}`)
  return `In the phone: ${waiting.join(', ')}. Sent:\n${world.proxy.history.slice(-30).join('\n')}`
}

/** A phone that failed to send pauses for up to a minute; on a busy machine it may have failed that often. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 90_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Waited in vain for ${what}. ${await lastCalls()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('looking starts nothing; the button does; a stop is done in part when a parcel is missing', async () => {
  const parcels = [{ identifier: 'P1' }, { identifier: 'P2' }]
  const stops = [{ ...twoStops[0], packages: parcels, tasks: [{ label: 'Check the goods' }] }, twoStops[1]!]
  const route = await world.createRoute({}, {}, stops)
  await phone.page.goto(route.link)
  await phone.page.getByRole('button', { name: 'Start route' }).waitFor()
  expect((await route.call('GET', `/v2/route/${route.id}`)).status).toBe('not_started')
  await phone.page.getByRole('button', { name: 'Start route' }).click()
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await phone.page.getByLabel('P1').check()
  // The open task does not stand in the way.
  await phone.page.getByRole('button', { name: 'Delivered, 1 parcel missing' }).waitFor()
  await phone.page.getByRole('radio', { name: 'Done', exact: true }).check()
  await phone.page.getByLabel('Comments').fill('One parcel was missing.')
  await phone.page.getByRole('button', { name: 'Delivered, 1 parcel missing' }).click()
  await phone.page.getByText('1 of 2 stops').waitFor()
  await until('the report', async () => (await route.readStop(0)).status === 'incomplete')
  const stop = await route.readStop(0)
  expect(stop.packages.map(({ status }: { status: string }) => status)).toEqual(['delivered', 'pending'])
  expect(stop).toMatchObject({ tasks: [{ status: 'completed' }], reports: [{ comments: 'One parcel was missing.' }] })
})

test('the route of another day is started only by who says so twice', async () => {
  const route = await world.createRoute({}, {}, twoStops)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await route.call('PUT', `/v2/plan/${route.planId}`, { execution_date: tomorrow })
  const status = async () => (await route.call('GET', `/v2/route/${route.id}`)).status
  const { page } = phone
  await page.goto(route.link)
  await page.getByRole('button', { name: 'Start route' }).click()
  const question = page.getByRole('dialog', { name: /^This route is for / })
  await question.getByRole('button', { name: 'Not now' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await status()).toBe('not_started')
  await page.getByRole('button', { name: 'Start route' }).click()
  await question.getByRole('button', { name: 'Start it now all the same' }).click()
  await page.getByRole('button', { name: 'Open stop' }).waitFor()
  await until('the start', async () => (await status()) === 'in_transit')
})

test('a report is taken back within ten seconds, with everything that was typed', async () => {
  const route = await world.createRoute({}, {}, twoStops)
  await start(route.link)
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await phone.page.getByLabel(twoStops[0]!.packages[0]!.identifier).check()
  await phone.page.getByLabel('Comments').fill('With the neighbour')
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByText('1 of 2 stops').waitFor()
  await phone.page.getByRole('button', { name: 'Undo' }).click()
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  expect(await phone.page.getByLabel('Comments').inputValue()).toBe('With the neighbour')
  expect(await phone.page.getByLabel(twoStops[0]!.packages[0]!.identifier).isChecked()).toBe(true)
  expect((await route.readStop(0)).reports).toEqual([])
})

test('a report whose page is closed before its ten seconds are over is sent all the same; times are those of the region', async () => {
  const route = await world.createRoute({}, {}, twoStops)
  const other = await startPhone(world, { language: 'en-GB' })
  await other.page.goto(route.link)
  await other.page.locator('.facts', { hasText: /Start\s*\d\d:\d\d/ }).waitFor()
  expect(await other.page.locator('.facts').textContent()).not.toMatch(/[AP]M/)
  await workerReady(other.page)
  await other.page.getByRole('button', { name: 'Start route' }).click()
  await arriveAtNext(other.page)
  await other.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await other.page.getByLabel(twoStops[0]!.packages[0]!.identifier).check()
  await other.page.getByRole('button', { name: 'Delivered' }).click()
  await other.page.getByRole('button', { name: 'Undo' }).waitFor()
  expect((await route.readStop(0)).reports).toEqual([])
  await other.page.close()
  await until('the report', async () => (await route.readStop(0)).status === 'completed')
  expect((await route.readStop(0)).reports).toHaveLength(1)
  await other.close()
})

test('what is typed survives a reload, in the middle of the form', async () => {
  const route = await world.createRoute({}, {}, twoStops)
  await start(route.link)
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await phone.page.getByLabel('Comments').fill('Half a sen')
  await until('the draft', async () => (await readPhoneStore(phone.page)).drafts[0]?.comments === 'Half a sen')
  await phone.page.reload()
  expect(await phone.page.getByLabel('Comments').inputValue()).toBe('Half a sen')
})

test('a wrong code of the recipient is said, corrected, and then accepted', async () => {
  const route = await world.createRoute({ pin_required: true }, {}, twoStops)
  const { pin } = await route.readStop(0)
  expect(JSON.stringify(await (await fetch(route.link)).text())).not.toContain(pin)
  await start(route.link)
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await phone.page.getByLabel(twoStops[0]!.packages[0]!.identifier).check()
  await phone.page.getByRole('button', { name: "Still needed: recipient's code" }).waitFor()
  await phone.page.getByLabel("Recipient's code").fill(pin === '1111' ? '2222' : '1111')
  await phone.page.getByRole('button', { name: 'Delivered' }).click()
  await phone.page.getByRole('button', { name: /not accepted/ }).click()
  await phone.page.getByText('The code is wrong.').waitFor()
  expect((await route.readStop(0)).status).toBe('pending')
  await phone.page.getByLabel("Recipient's code").fill(pin)
  await phone.page.getByRole('button', { name: 'Send again' }).click()
  await until('the report', async () => (await route.readStop(0)).status === 'completed')
})

test("the dispatcher's changes are shown as they are and wait for the driver; the stop where he is stays", async () => {
  const route = await world.createRoute({}, {}, fiveStops)
  await start(route.link)
  await arriveAtNext(phone.page)
  const [, second, third, fourth, fifth] = route.stopIds
  await route.call('PUT', `/v2/stop/${second}`, { comments: 'Use the back door', time_windows: [[36_000, 39_600]] })
  await route.call('PUT', `/v2/route/${route.id}/stops`, { stops: [second, fourth, fifth, third] })
  await lookForChanges()
  await phone.page.getByRole('button', { name: /The dispatcher made 4 changes/ }).waitFor()
  await phone.page.getByRole('heading', { name: 'Anna Frick' }).waitFor()
  await phone.page.getByRole('button', { name: /The dispatcher made/ }).click()
  const sheet = phone.page.getByRole('dialog')
  await sheet.getByText('No longer on your route').waitFor()
  await sheet.getByText('You are at this stop.', { exact: false }).waitFor()
  await sheet.getByText('Use the back door').waitFor()
  await sheet.getByText('2 → 4 → 5 → 3').waitFor()
  await sheet.getByRole('button', { name: 'Got it' }).click()
  // The driver is there: what was begun can be finished.
  await phone.page.getByText('This stop is no longer on your route.', { exact: false }).waitFor()
  await phone.page.getByRole('button', { name: 'Back', exact: true }).click()
  await phone.page.getByText('0 of 4 stops').waitFor()
  expect(await phone.page.getByRole('heading', { name: 'Anna Frick' }).count()).toBe(0)
})

test('where in the van: said while loading without a connection, kept over a reload, read at the stop and by who takes over', async () => {
  const stops = [...twoStops, { label: 'Letters for Egger' }]
  const route = await world.createRoute({}, {}, stops)
  const { page } = phone
  await page.goto(route.link)
  await page.getByRole('button', { name: /Load check/ }).waitFor()
  await workerReady(page)
  world.proxy.cut()
  await page.getByRole('button', { name: /Load check/ }).click()
  // The last stop loads first, also without a parcel.
  await page.getByRole('button', { name: 'Letters for Egger: Place in the van' }).click()
  const sheet = page.getByRole('dialog')
  for (const word of ['Back', 'Left', 'Shelf']) await sheet.getByRole('button', { name: word, exact: true }).click()
  await page.getByRole('button', { name: 'Save, next stop' }).click()
  await page.getByRole('button', { name: 'Same as before: Back left, shelf' }).click()
  await page.getByRole('dialog', { name: '1 · Anna Frick' }).getByLabel('Or your own mark').fill(' 12 ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The list shows what the phone keeps.
  await page.getByRole('button', { name: 'Anna Frick: 12' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Anna Frick: 12' }).waitFor()
  await page.getByRole('button', { name: 'Bäckerei Beck: Back left, shelf' }).waitFor()
  world.proxy.restore()
  await until('the places', async () => (await route.readStop(0)).van_place?.mark === '12')
  expect((await route.readStop(2)).van_place).toEqual({ depth: 'back', side: 'left', level: 'shelf' })

  const { public_link } = await route.call('POST', `/v2/route/${route.id}/dispatch`)
  const other = await startPhone(world)
  await other.page.goto(route.link.replace(/[^/]+$/, public_link.split('/').at(-1)))
  await other.page.getByRole('button', { name: 'Start route' }).click()
  await other.page.locator('.next-stop .where', { hasText: '12' }).waitFor()
  await other.page.getByRole('button', { name: 'Open stop' }).click()
  await other.page.getByRole('button', { name: /Where in the van 12/ }).click()
  await other.page.getByRole('button', { name: 'Middle', exact: true }).click()
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await other.page.getByRole('button', { name: /Where in the van Middle · 12/ }).waitFor()
  await until('the change', async () => (await route.readStop(0)).van_place?.depth === 'middle')
  await other.close()
})

test('a parcel of another stop turns the screen red and names its stop', async () => {
  const route = await world.createRoute({}, {}, fiveStops)
  await start(route.link)
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).click()
  await phone.page.getByRole('button', { name: 'Scan' }).click()
  const red = phone.page.getByRole('alertdialog')
  await red.waitFor({ timeout: 60_000 })
  const code = await red.locator('.code').textContent()
  const place = fiveStops.findIndex(({ packages }) => packages[0]!.identifier === code)
  expect(place).toBeGreaterThan(0)
  expect(await red.locator('.number').textContent()).toBe(String(place + 1))
  await red.getByRole('button', { name: 'OK' }).click()
  await phone.page.getByLabel('Or type the code').fill('NOT-OURS')
  await phone.page.keyboard.press('Enter')
  await phone.page.getByText('It is not on your route.').waitFor()
})

test('a stop is called by its place in the route, and the number on its parcels stands beside it', async () => {
  const route = await world.createRoute({}, {}, fiveStops)
  await route.call('PUT', `/v2/route/${route.id}/stops`, { stops: route.stopIds.toReversed() })
  await start(route.link)
  const next = phone.page.getByRole('region', { name: 'Next stop' })
  expect(await next.locator('.number').textContent()).toBe('1')
  await next.getByText('Eisen Egger').waitFor()
  await next.getByText('#5').waitFor()
  expect(await phone.page.locator('.stop-line .number').allTextContents()).toEqual(['2', '3', '4', '5'])
  await next.getByRole('button').first().click()
  await phone.page.getByText('Stop 1 · #5').waitFor()
})

test('an ended link keeps what was done, and a new one sends it', async () => {
  const route = await world.createRoute({}, {}, twoStops)
  await start(route.link)
  await until('the start', async () => (await route.call('GET', `/v2/route/${route.id}`)).status === 'in_transit')
  world.proxy.cut()
  await arriveAtNext(phone.page)
  await phone.page.getByRole('button', { name: 'Could not deliver' }).click()
  await phone.page.getByText('Nobody there').click()
  await phone.page.getByRole('button', { name: 'Close as not done' }).click()
  await phone.page.getByText('1 of 2 stops').waitFor()
  await world.server.services.database.executeSql(
    `update driver_links set revoked_at = now() where route_id = '${route.id}'`,
  )
  world.proxy.restore()
  await phone.page
    .getByRole('button', { name: /The link has expired; \d entr\w+ (is|are) kept/ })
    .waitFor({ timeout: 60_000 })
  await phone.page.reload()
  await phone.page.getByText('1 of 2 stops').waitFor()
  expect((await readPhoneStore(phone.page)).outbox.some(({ kind }) => kind === 'report')).toBe(true)
  expect((await route.readStop(0)).status).toBe('pending')

  const { public_link } = await route.call('POST', `/v2/route/${route.id}/dispatch`)
  await phone.page.goto(world.proxy.address + new URL(public_link).pathname)
  await until('the report', async () => (await route.readStop(0)).status === 'canceled')
})

test('a link that opens nothing says so, and so does the icon on a phone without a route', async () => {
  const answer = await phone.page.goto(`${world.proxy.address}/d/${'x'.repeat(32)}`)
  expect(answer!.status()).toBe(404)
  await phone.page.getByRole('heading', { name: 'This link does not open a route' }).waitFor()
  await phone.page.goto(`${world.proxy.address}/d/`)
  await phone.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('names and notes of strangers stay text', async () => {
  const markup = '<img src=x onerror="window.broken=1"><script>window.broken=1</script>'
  const stop = { ...twoStops[0], label: `Anna ${markup}`, comments: markup, customer_text_field: markup }
  const route = await world.createRoute({}, { label: markup }, [stop])
  await start(route.link)
  await phone.page.getByRole('button', { name: 'Open stop' }).click()
  await phone.page.getByText('Notes', { exact: true }).waitFor()
  expect(await phone.page.evaluate('window.broken')).toBeUndefined()
  expect(await phone.page.locator('main img, main script').count()).toBe(0)
})

test('more than 200 m away the driver is warned, not refused', async () => {
  const route = await world.createRoute({}, {}, twoStops)
  await phone.moveTo(47.15, 9.52)
  await start(route.link)
  await phone.page.getByRole('button', { name: 'Open stop' }).click()
  await phone.page.getByText(/You are 1\.1.km from this address/).waitFor()
  await phone.page.getByRole('button', { name: 'I have arrived' }).click()
  await phone.page.getByRole('button', { name: 'Deliver', exact: true }).waitFor()
})

test('another next stop is chosen where the project allows it, and told to the service', async () => {
  const route = await world.createRoute({ driver_may_reorder: true }, {}, fiveStops)
  await start(route.link)
  await phone.page.getByRole('button', { name: /Café Central/ }).click()
  await phone.page.getByRole('button', { name: 'Go here next' }).click()
  await phone.page.locator('.next-stop').getByText('Café Central').waitFor()
  const order = async () =>
    (await route.call('GET', `/v2/route/${route.id}`)).stops.map(({ fixed_id }: { fixed_id: string }) => fixed_id)
  await until('the order', async () => (await order()).join() === '3,1,2,4,5')
  // The first response is kept before the second is asked for, and shown two frames later.
  for (let round = 0; round < 2; round++) {
    const answered = untilAnswered('/driver/v1/changes')
    await lookForChanges()
    await answered
    await phone.page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))')
  }
  expect(await phone.page.getByText('The dispatcher', { exact: false }).count()).toBe(0)
})

test('the map around the route is there without a network', async () => {
  const inTown = twoStops.map((stop, index) => ({
    ...stop,
    location: { lat: 47.003 + index * 0.006, lng: 9.506 },
  }))
  const route = await world.createRoute({}, { start_location: { lat: 47.002, lng: 9.505 } }, inTown)
  await until('the tiles', async () => {
    const information = await (await fetch(`${world.server.address}/map/information.json`)).json()
    return (information as { tiles?: { state: string } }).tiles?.state === 'ready'
  })
  await phone.page.goto(route.link)
  await workerReady(phone.page)
  await phone.page.locator('.kept .done', { hasText: 'Map around the route' }).waitFor({ timeout: 60_000 })
  world.proxy.cut()
  await phone.setOffline(true)
  await phone.page.reload()
  await phone.page.getByRole('button', { name: 'Start route' }).waitFor()
  const streets = (await phone.page.evaluate(`(async () => {
    const style = await (await fetch('/map/style.json?theme=light')).json()
    const keys = await (await caches.open('routewright-tiles')).keys()
    const archive = style.sources.base.url.slice('pmtiles://'.length)
    const answer = await fetch(archive, { headers: { range: 'bytes=0-16383' } })
    return { parts: keys.length, status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
  })()`)) as { parts: number; status: number; bytes: number }
  expect(streets.status).toBe(206)
  expect(streets.parts).toBeGreaterThan(3)
  expect(streets.bytes).toBeGreaterThan(100)
})
