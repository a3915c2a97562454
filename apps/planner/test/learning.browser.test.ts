// Learned times and places, as a dispatcher sees them: looked at, switched on, one put right by hand and one forgotten.
import { seriousFaults } from '@routewright/server/testing/readable'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let page: Page
const clientIds: string[] = []

const ofProject = () => ({ project_id: world.projectId })

const makePlace = (client: number) => ({ lat: 47.1234 + client / 100, lng: 9.5678 })

/** A day in the past on which every client was visited, as a program reports it: 8, 9, 10 … minutes each. */
async function drive(daysAgo: number) {
  const execution_date = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const { id: plan_id } = await world.call('POST', '/v2/plan', { execution_date }, ofProject())
  const inputs = clientIds.map((client_id, at) => ({ client_id, location: makePlace(at) }))
  const stops = await world.call('POST', '/v2/stops', inputs, { plan_id })
  for (const [at, { id }] of stops.entries()) {
    const time_in_stop = 480 + 60 * at + 7 * daysAgo
    // Its driver hands over 80 m north of where the map has it, but for the last two bakeries.
    const location = at < 6 ? { ...makePlace(at), lat: makePlace(at).lat + (80 + daysAgo) / 111_195 } : makePlace(at)
    await world.call('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed', time_in_stop, location })
  }
}

beforeAll(async () => {
  world = await startPlannerWorld()
  for (let at = 0; at < 8; at++)
    clientIds.push((await world.call('POST', '/v2/client', { label: `Bakery ${at}` }, ofProject())).id)
  for (const daysAgo of [2, 3, 4, 5]) await drive(daysAgo)
  const desk = await world.openPage()
  page = desk.page
  await desk.go('/settings/learning')
})

afterAll(async () => world?.stop())

const row = (name: string) =>
  page.getByRole('region', { name: 'Clients and places' }).getByRole('row').filter({ hasText: name })

test('past days are looked at on demand, and each client stands there with its evidence', async () => {
  await page.getByText('Not learned yet: it runs every night, or now if you ask.').waitFor()
  await page.getByRole('button', { name: 'Learn now' }).click()
  await page.getByText('Learned times are closer to reality').waitFor()
  await page.getByText('Based on 32 visits on 4 days.').waitFor()
  await row('Bakery 7').getByText('4 visits').waitFor()
  await page.getByRole('row').filter({ hasText: 'All stops' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('new stops get them once they are switched on', async () => {
  await page.getByRole('switch', { name: 'Use learned times for new stops' }).press('Space')
  await page.getByText('Used for new stops.').waitFor()
  const { id: plan_id } = await world.call('POST', '/v2/plan', {}, ofProject())
  const [stop] = await world.call('POST', '/v2/stops', [{ client_id: clientIds[7] }], { plan_id })
  expect(stop.duration).toBeGreaterThan(700)
})

test('a number is fixed in minutes, switched off, and forgotten', async () => {
  const minutes = page.getByRole('textbox', { name: 'Your minutes for Bakery 3' })
  await minutes.fill('4.5')
  await minutes.press('Tab')
  await row('Bakery 3').getByText('Yours', { exact: true }).waitFor()
  const { docs } = await world.call('GET', '/app/v1/learned_times', undefined, { ...ofProject(), text: 'Bakery 3' })
  expect(docs[0]).toMatchObject({ fixed_seconds: 270, used: 'fixed' })
  await row('Bakery 4').getByRole('switch').press('Space')
  await row('Bakery 4').getByText('Entered', { exact: true }).waitFor()
  await row('Bakery 5').getByRole('button', { name: 'Forget Bakery 5' }).click()
  await row('Bakery 5').waitFor({ state: 'detached' })
})

test('travel times are looked at, and too little is said to be too little', async () => {
  await page.getByRole('button', { name: 'Check travel times' }).click()
  await page.getByText('it takes 100 drives on 3 days').waitFor()
})

const places = () => page.getByRole('region', { name: 'Doors and parking places' })

test('doors stand there with their evidence, and vans go there for new stops once that is switched on', async () => {
  await places().getByText('Known: 6 doors and 0 parking places that are closer than the map.').waitFor()
  const bakery = places().getByRole('row').filter({ hasText: 'Bakery 2' })
  await bakery.getByText('84 m ± 1 m').waitFor()
  await bakery.getByText('Door', { exact: true }).waitFor()
  await places().getByRole('row').filter({ hasText: 'Bakery 7' }).getByText('Map', { exact: true }).waitFor()
  await places().getByRole('switch', { name: 'Send vans to learned places for new stops' }).press('Space')
  await places().getByRole('switch', { name: 'Send vans to learned places for new stops', checked: true }).waitFor()
  const { id: plan_id } = await world.call('POST', '/v2/plan', {}, ofProject())
  const [stop] = await world.call('POST', '/v2/stops', [{ client_id: clientIds[2], location: makePlace(2) }], {
    plan_id,
  })
  expect(stop.learned_place).toMatchObject({ kind: 'door' })
  expect(await seriousFaults(page)).toEqual([])
})

test('a place is fixed on the map, switched off, and forgotten', async () => {
  const bakery = (client: number) =>
    places()
      .getByRole('row')
      .filter({ hasText: `Bakery ${client}` })
  await bakery(3).getByRole('button', { name: 'Your point for Bakery 3' }).click()
  await page.getByRole('button', { name: 'Use this point' }).click()
  await bakery(3).getByText('Your point', { exact: true }).waitFor()
  await bakery(4).getByRole('switch').press('Space')
  await bakery(4).getByText('Map', { exact: true }).waitFor()
  await bakery(5).getByRole('button', { name: 'Forget the places of Bakery 5' }).click()
  await bakery(5).waitFor({ state: 'detached' })
})

test('windows of arrival are switched on, and the share to be kept is chosen', async () => {
  const windows = page.getByRole('region', { name: 'Arrival windows' })
  await windows.getByText('Not enough data yet').waitFor()
  const name = 'Give recipients windows based on past days'
  await windows.getByRole('switch', { name }).press('Space')
  await windows.getByRole('switch', { name, checked: true }).waitFor()
  const share = windows.getByRole('textbox', { name: 'Share to be kept' })
  await share.fill('90')
  await share.press('Tab')
  await expect
    .poll(async () => (await world.call('GET', `/app/v1/project/${world.projectId}/learning`)).windows)
    .toMatchObject({ is_used: true, share: 0.9 })
})

const paces = () => page.getByRole('region', { name: 'Paces of drivers' })

/** Ana drives her van to eight stops of five minutes, and takes ten: of no client, so that the other numbers stay. */
async function driveVan(daysAgo: number, vehicle_id: string) {
  const execution_date = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  const { id: plan_id } = await world.call('POST', '/v2/plan', { execution_date }, ofProject())
  const location = (at: number) => ({ lat: 47.3 + at / 100, lng: 9.6 })
  const stops = Array.from({ length: 8 }, (_, at) => ({ location: location(at) }))
  await world.call('POST', '/v2/routes', [{ vehicle_id, stops }], { plan_id })
  for (const [at, { id }] of (await world.call('GET', `/v2/plan/${plan_id}/stops`)).entries())
    await world.call('POST', `/v3/stop/${id}/report`, {
      type: 'service_report_completed',
      time_in_stop: 600 + 10 * at + daysAgo,
    })
}

test('paces of drivers are learned once they are switched on, fixed, and deleted when they are switched off', async () => {
  const { id: vehicle } = await world.call('POST', '/v2/vehicle', { label: 'Van 1' }, ofProject())
  await world.call('POST', '/app/v1/driver', { label: 'Ana', usual_vehicle_id: vehicle }, ofProject())
  for (const daysAgo of [2, 3, 4, 5]) await driveVan(daysAgo, vehicle)
  const use = paces().getByRole('switch', { name: 'Plan with the paces of drivers' })
  await use.press('Space')
  const ana = paces().getByRole('row').filter({ hasText: 'Ana' })
  await ana.getByText('32 visits').waitFor()
  const percent = ana.getByRole('textbox', { name: 'Percent that Ana takes, 100 for the usual' })
  await percent.fill('120')
  await percent.press('Tab')
  await ana.getByText('20% longer').waitFor()
  expect((await world.call('GET', '/app/v1/learned_paces', undefined, ofProject())).docs).toMatchObject([
    { label: 'Ana', fixed_factor: 1.2, used: 'fixed' },
  ])
  expect(await seriousFaults(page)).toEqual([])
  await use.press('Space')
  await ana.waitFor({ state: 'detached' })
  expect((await world.call('GET', '/app/v1/learned_paces', undefined, ofProject())).docs).toEqual([])
})

/** Ten vans of a day in the past; seven drivers tell that they eat, from a quarter to twelve on, three are back by noon. */
async function driveWithBreaks(daysAgo: number) {
  const execution_date = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const { id: plan_id } = await world.call('POST', '/v2/plan', { execution_date }, ofProject())
  const vehicle = { break: { start: 41_400, end: 48_600, duration: 1_800 } }
  const inputs = Array.from({ length: 10 }, (_, at) => ({
    vehicle,
    time_window: [28_800, 61_200],
    stops: [{ location: makePlace(at) }],
  }))
  const routes: { id: string }[] = await world.call('POST', '/v2/routes', inputs, { plan_id })
  const { db } = world.server.services.database
  for (const [at, { id }] of routes.entries()) {
    const moment = (minutes: number) =>
      sql`(${execution_date}::timestamp + make_interval(mins => ${minutes})) at time zone timezone`
    await sql`update stops set status = 'completed', finished_at = now() where route_id = ${id}`.execute(db)
    await sql`insert into reports (id, organization_id, project_id, stop_id, type, created_at, received_at, time_in_stop, reporter, stop_moves)
      select substr(md5(s.id), 1, 24), s.organization_id, s.project_id, s.id, 'service_report_completed', ${moment(at < 7 ? 840 + at : 712 + at)},
        now(), 300, 'driver', moves from stops s join projects p on p.id = s.project_id where route_id = ${id}`.execute(
      db,
    )
    if (at >= 7) continue
    await sql`update routes r set breaks = jsonb_build_array(jsonb_build_object('is_completed', true,
        'real_start_time', ${moment(705 + 10 * at)}, 'real_end_time', ${moment(735 + 10 * at)}))
      from projects p where p.id = r.project_id and r.id = ${id}`.execute(db)
  }
}

test('when drivers eat is learned, shown with its evidence, and room for breaks can be switched off', async () => {
  const breaks = page.getByRole('region', { name: 'Room for breaks' })
  await breaks.getByText('No breaks known yet: it takes vehicles with a break and past routes.').waitFor()
  for (const daysAgo of [2, 3, 4]) await driveWithBreaks(daysAgo)
  await page.getByRole('button', { name: 'Learn now' }).click()
  const row = breaks.getByRole('row').filter({ hasText: 'Routes: 30 · breaks recorded: 21' })
  await row.waitFor()
  await row.getByText('11:45', { exact: true }).waitFor()
  await row.getByText('12:15', { exact: true }).waitFor()
  await breaks.getByText('In use for new plans with slack.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const use = breaks.getByRole('switch', { name: 'Leave room for breaks' })
  await use.press('Space')
  await breaks.getByText('In use for new plans with slack.').waitFor({ state: 'detached' })
  expect((await world.call('GET', `/app/v1/project/${world.projectId}/learning`)).breaks).toMatchObject({
    uses_room: false,
  })
  await use.press('Space')
  await breaks.getByText('In use for new plans with slack.').waitFor()
})

test('everything can be forgotten', async () => {
  await page.getByRole('button', { name: 'Forget everything' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget everything' }).click()
  await page.getByText('Nothing learned yet').waitFor()
  await page.getByText('No places known yet').waitFor()
  await page.getByText('No breaks known yet').waitFor()
  expect((await world.call('GET', '/app/v1/learned_times', undefined, ofProject())).docs).toEqual([])
  expect((await world.call('GET', '/app/v1/learned_places', undefined, ofProject())).docs).toEqual([])
})
