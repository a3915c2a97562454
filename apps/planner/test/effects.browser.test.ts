// No action moves stops before its effect was shown; goods that are aboard change vehicles where they meet; undo outlives a reload.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyShown,
  eventually,
  getDriver,
  type PlannerPage,
  type PlannerWorld,
  setZoneAtNoon,
  someStops,
  startPlannerWorld,
} from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let planId: string
let routeIds: string[]

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage({ width: 1440, height: 1000 })
  page = desk.page
  const zone = await setZoneAtNoon(world, desk)
  const stops = someStops(13)
  const route = (label: string, from: number) => ({
    label,
    email: `${label.replace(' ', '')}@example.test`,
    phone: '+423 555 1234',
    time_window: [0, 86_400],
    start_location: { lat: 47.14, lng: 9.52 },
    end_location: { lat: 47.14, lng: 9.52 },
    stops: stops.slice(from, from + 4),
  })
  const plan = {
    execution_date: new Intl.DateTimeFormat('sv', { timeZone: zone }).format(),
    routes: [route('Van 1', 0), route('Van 2', 4), route('Van 3', 8)],
    stops: [...stops.slice(12), { label: 'Nowhere yet' }],
  }
  planId = (await world.call('POST', '/v2/plan', plan, { project_id: world.projectId })).id
  routeIds = (await readPlan()).routes.map(({ id }: { id: string }) => id)
  await desk.go(`/plan/${planId}`)
  await page.locator('[data-row=stop]').first().waitFor()
})

afterAll(async () => world?.stop())

interface ReadStop {
  id: string
  label: string
  type: string
  route_id?: string
}

// biome-ignore lint/suspicious/noExplicitAny: records as the interface returns them
const readPlan = (): Promise<any> => world.call('GET', `/v2/plan/${planId}`)
/** The names of the stops on each route. */
async function orders(): Promise<string[][]> {
  const { routes } = await readPlan()
  return routes.map(({ stops }: { stops: ReadStop[] }) => stops.map(({ label }) => label))
}
const stopRow = (label: string) =>
  page.locator('[data-row=stop]').filter({ has: page.getByText(label, { exact: true }) })
const item = (name: string) => page.getByRole('menuitem', { name })
const dialog = () => page.getByRole('dialog')

async function openRouteMenu(name: string): Promise<void> {
  await page.locator('[data-row=route]').filter({ hasText: name }).click({ button: 'right' })
  await page.getByRole('menu').first().waitFor()
}

const actions: Record<string, () => Promise<void>> = {
  'the key of another route': async () => {
    await stopRow('Customer 1').click()
    await page.keyboard.press('2')
  },
  'the key that takes stops off': async () => {
    await stopRow('Customer 1').click()
    await page.keyboard.press('u')
  },
  'moving by the menu': async () => {
    await stopRow('Customer 2').click({ button: 'right' })
    await item('Move to…').hover()
    await item('Van 3').click()
  },
  'inserting where it fits best': async () => {
    await stopRow('Customer 13').click({ button: 'right' })
    await item('Insert at the best position').click()
  },
  'a remedy': async () => {
    await stopRow('Customer 13').click()
    await page
      .getByRole('button', { name: /^Assign to Van/ })
      .first()
      .click()
  },
  'splitting a route': async () => {
    await stopRow('Customer 3').click({ button: 'right' })
    await item('Split the route here').click()
  },
  'reversing a route': async () => {
    await openRouteMenu('Van 1')
    await item('Reverse the order').click()
  },
  'swapping stops': async () => {
    await openRouteMenu('Van 1')
    await item('Swap stops with…').hover()
    await item('Van 2').click()
  },
  'taking in another route': async () => {
    await openRouteMenu('Van 1')
    await item('Merge stops from…').hover()
    await item('Van 2').click()
  },
  'handing stops over': async () => {
    await openRouteMenu('Van 1')
    await item('Vehicle broken down: hand its stops to others…').click()
  },
}

test.each(Object.keys(actions))('%s shows its effect and waits', async (name) => {
  const before = await orders()
  await page.keyboard.press('Escape')
  await actions[name]!()
  await dialog().getByRole('table').waitFor()
  await dialog()
    .getByRole('status')
    .filter({ hasText: /^[+−±]\d/ })
    .waitFor()
  expect(await orders()).toEqual(before)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await dialog().waitFor({ state: 'hidden' })
  expect(await orders()).toEqual(before)
})

test('the effect names the stops, and can be read by everybody', async () => {
  await actions['swapping stops']!()
  const takes = dialog().getByRole('region', { name: 'Van 2 takes' })
  for (const label of ['Customer 1', 'Customer 2', 'Customer 3', 'Customer 4']) {
    await takes.getByText(label, { exact: true }).waitFor()
  }
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

test('a stop without a place is told to be given one, by a button that opens its address', async () => {
  await stopRow('Nowhere yet').click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('It has no coordinates, so no vehicle can be sent there.').waitFor()
  expect(await details.getByText('Try optimizing').count()).toBe(0)
  await details.getByRole('button', { name: 'Set its location' }).click()
  await details.getByRole('combobox', { name: 'Address' }).and(page.locator(':focus')).waitFor()
  await details.getByRole('button', { name: 'Cancel' }).click()
})

test('what is done and what is not stand in one notice, which does not contradict itself', async () => {
  await page.keyboard.press('Escape')
  await page.locator('[data-row=inbox]').click()
  await stopRow('Customer 13').click()
  await stopRow('Nowhere yet').click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'Insert at the best position' }).click()
  const stays = dialog().getByRole('region', { name: 'Cannot be moved' })
  await stays.getByText('Nowhere yet: It has no coordinates').waitFor()
  await applyShown(page)
  const notice = page.getByRole('alert').filter({ hasText: '1 of 2 stops were changed' })
  await notice.getByText('Nowhere yet: It has no coordinates').waitFor()
  expect(await page.getByText('inserted').count()).toBe(0)
  await notice.getByRole('button', { name: 'Undo' }).click()
  await eventually(async () => (await orders()).flat()).not.toContain('Customer 13')
})

test('undo of moved stops is there after a reload, and redo too', async () => {
  // The buttons of the bar: a notice may offer the same.
  const [undo, redo] = [page.getByLabel('Undo', { exact: true }), page.getByLabel('Redo', { exact: true })]
  const before = await orders()
  await actions['swapping stops']!()
  await applyShown(page)
  await eventually(orders).toEqual([before[1], before[0], before[2]])
  await eventually(() => undo.isEnabled()).toBe(true)
  await page.reload()
  await stopRow('Customer 1').waitFor()
  await undo.click()
  await eventually(orders).toEqual(before)
  // The page has its response, too: a reload before it would end the step with the page.
  await eventually(() => redo.isEnabled()).toBe(true)
  await page.reload()
  await stopRow('Customer 1').waitFor()
  await redo.click()
  await eventually(orders).toEqual([before[1], before[0], before[2]])
  await undo.click()
  await eventually(orders).toEqual(before)
})

async function begin(index: number): Promise<void> {
  const { public_link } = await world.call('POST', `/v2/route/${routeIds[index]}/dispatch`)
  await getDriver(world, public_link.split('/d/')[1])('POST', '/start')
}

test('of a silent van the driver is asked first; its goods are met where it is, shown before, and undone after a reload', async () => {
  await begin(0)
  await begin(1)
  const before = await orders()
  await desk.go(`/plan/${planId}?mode=live`)
  const silent = page.getByRole('listitem').filter({ hasText: 'No position' }).filter({ hasText: 'Van 1' })
  await silent.getByRole('link', { name: 'Call +423 555 1234 You tell the driver yourself.' }).waitFor()
  await silent.getByText('Preview only. Nobody is told until you apply it.').waitFor()
  await silent.getByRole('button', { name: 'Hand its stops to others…' }).click()
  await dialog().getByRole('link', { name: '+423 555 1234' }).waitFor()
  await dialog().getByRole('radio', { name: 'where the van is now: the others come to it' }).waitFor()
  await dialog()
    .getByText(/^They meet at \d/)
    .first()
    .waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(await orders()).toEqual(before)
  await dialog().getByRole('radio', { name: 'at its depot: it brings them back' }).check()
  await dialog().getByRole('radiogroup', { name: 'Who takes over' }).getByText('Van 2', { exact: true }).click()
  await dialog().getByRole('region', { name: 'Van 2 takes' }).waitFor()
  await applyShown(page)
  await eventually(async () => (await orders())[0]).toEqual(['Hand over to others'])
  const taken = (await orders())[1]!
  const meeting = taken.indexOf('Take over from Van 1')
  expect(meeting).toBeGreaterThan(0)
  for (const label of before[0]!) expect(taken.indexOf(label)).toBeGreaterThan(meeting)
  // The page has its response, too, and has kept the undo step.
  await page.getByLabel('Undo', { exact: true }).click({ trial: true })
  await page.reload()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await eventually(orders).toEqual(before)
  expect((await readPlan()).stops).toHaveLength(14)
})

test('goods that are aboard are dropped on no other route, and the notice says why', async () => {
  await desk.go(`/plan/${planId}`)
  await stopRow('Customer 1').click()
  await page.keyboard.press('3')
  await dialog()
    .getByRole('region', { name: 'Cannot be moved' })
    .getByText('Customer 1: Its goods are on board another vehicle')
    .waitFor()
  expect(await dialog().getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
})

test('only routes with something new for their drivers are chosen to be sent', async () => {
  const chosen = async () => {
    const boxes = page.getByRole('complementary').getByRole('checkbox', { name: /Van/ })
    return Promise.all((await boxes.all()).map((box) => box.isChecked()))
  }
  await page.keyboard.press('Escape')
  await page.keyboard.press('d')
  await eventually(chosen).toEqual([false, false, true])
  await page.getByRole('button', { name: 'Send to 1 driver' }).waitFor()
  // A driver without an address, or beside the desk: by code, or by any messenger.
  const panel = page.getByRole('complementary')
  await panel
    .getByRole('button', { name: /^QR code or link of/ })
    .first()
    .click()
  await panel.getByRole('img', { name: /^QR code of/ }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await panel.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('/d/')
  await panel.getByRole('button', { name: /^Hide the code of/ }).click()
  await eventually(() => panel.getByRole('img', { name: /^QR code of/ }).count()).toBe(0)
  await world.call('PUT', `/v2/route/${routeIds[1]}/stops`, {
    stops: (await world.call('GET', `/v2/route/${routeIds[1]}`)).stops.map(({ id }: ReadStop) => id).toReversed(),
  })
  await eventually(chosen).toEqual([false, true, true])
})

test('a plan explains itself: what fills its vans, what it would be without one, what would help; and nothing is changed', async () => {
  const before = await readPlan()
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Why this plan? What if?' }).click()
  const why = page.getByRole('region', { name: 'Why this plan?' })
  await why.getByRole('button', { name: 'Explain this plan' }).click()
  await why.getByRole('heading', { name: 'What would save most' }).waitFor()
  await why.getByText('All that was tried').click()
  await why.getByText('What would help').waitFor()
  await why.getByRole('row', { name: /^Van 1.*Hours \d+/ }).waitFor()
  await why.getByRole('row', { name: /^Optimizing again/ }).waitFor()
  await why.getByText('No window causes a detour or a wait.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(await readPlan()).toEqual(before)
})

test('the room that would help is given to all routes by one press, and taken back as one step', async () => {
  const ends = async () =>
    (await world.call('GET', `/v2/plan/${planId}/routes`)).map(
      ({ time_window }: { time_window: [number, number] }) => time_window[1],
    )
  const before: number[] = await ends()
  const row = page.getByRole('region', { name: 'Why this plan?' }).getByRole('row', { name: /^Half an hour more/ })
  await row.getByRole('button', { name: /^Give \d routes this room/ }).click()
  await page.getByText(/routes have more room/).waitFor()
  expect(await ends()).toEqual(before.map((end) => end + 1_800))
  await page.keyboard.press('Control+z')
  await eventually(ends).toEqual(before)
})

test('a change that would save is made by one press, and the plan is optimized with it', async () => {
  const depot = { lat: 47.14, lng: 9.52 }
  const due = (from: number, to: number) => ({ time_windows: [[from * 3_600, to * 3_600]] })
  const [first, second, third] = someStops(3)
  const van = { label: 'Van', price_per_minute: 0.5, start_location: depot, end_location: depot }
  // The van waits for the last of them.
  const stops = [
    { ...first, ...due(8, 8.5) },
    { ...second, ...due(8, 9) },
    { ...third, ...due(9.5, 10) },
  ]
  const day = { execution_date: '2026-12-01', routes: [{ ...van, time_window: [28_800, 57_600], stops }] }
  const plan = await world.call('POST', '/v2/plan', day, { project_id: world.projectId })
  const [, , late] = (await world.call('GET', `/v2/plan/${plan.id}`)).routes[0].stops.map(({ id }: ReadStop) => id)
  await desk.go(`/plan/${plan.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Why this plan? What if?' }).click()
  const why = page.getByRole('region', { name: 'Why this plan?' })
  await why.getByRole('button', { name: 'Explain this plan' }).click()
  const most = why.getByRole('table', { name: 'What would save most' })
  await most
    .getByRole('row', { name: /^Customer 3 at any time/ })
    .getByRole('button', { name: 'Change and optimize' })
    .click()
  await page.getByRole('button', { name: 'Apply', exact: true }).waitFor()
  expect((await world.call('GET', `/v2/stop/${late}`)).time_windows).toEqual([])
})

test('what a search left out stands above the next one, with the room that lets it in', async () => {
  const depot = { lat: 47.14, lng: 9.52 }
  const van = { label: 'Van', start_location: depot, end_location: depot, time_window: [0, 86_400], max_services: 2 }
  const day = { execution_date: '2026-12-01', routes: [{ ...van, stops: [] }], stops: someStops(3) }
  const plan = await world.call('POST', '/v2/plan', day, { project_id: world.projectId })
  await desk.go(`/plan/${plan.id}`)
  await page.getByRole('tree').waitFor()
  const panel = page.getByRole('complementary')
  const apply = panel.getByRole('button', { name: 'Apply', exact: true })
  await page.keyboard.press('o')
  await apply.click()
  await panel
    .getByRole('table', { name: 'What is left out, by cause' })
    .getByRole('button', { name: '1 stop' })
    .waitFor()
  const why = panel.getByRole('region', { name: 'Why this plan?' })
  await why.getByRole('button', { name: 'Explain this plan' }).click()
  const row = why.getByRole('row', { name: /^A quarter more stops.*1 more stop served/ })
  await row.getByRole('button', { name: 'Give 1 route this room' }).click()
  await panel.getByRole('button', { name: 'Optimize', exact: true }).click()
  await apply.click()
  await panel.waitFor({ state: 'hidden' })
  expect((await world.call('GET', `/v2/plan/${plan.id}`)).routes[0].stops).toHaveLength(3)
})

test('and nothing complained, nothing foreign was asked for', () => {
  expect(desk.complaints).toEqual([])
})
