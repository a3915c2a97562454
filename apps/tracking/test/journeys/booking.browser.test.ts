// Booking a slot: a recipient chooses a window by keyboard, another one finds the last place taken, and the dispatcher's plans hold what was promised.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askForWindows, type DeliveryWorld, joinDeliveryWorld, type Phone, type WorldRoute } from '../delivery-world.ts'

let world: DeliveryWorld
let route: WorldRoute
/** Each window has room for one of them. */
let ida: { link: string; stopId: string; phone: Phone }
let max: typeof ida

beforeAll(async () => {
  world = await joinDeliveryWorld()
  route = await world.createRoute()
  const [one, other] = await askForWindows(route, ['Ida', 'Max'], 1)
  ida = { ...one!, phone: await world.openPhone() }
  max = { ...other!, phone: await world.openPhone({ locale: 'de-DE' }) }
  for (const { phone } of [ida, max]) phone.page.setDefaultTimeout(60_000)
})

afterAll(() => world?.stop())

const getWindow = ({ phone }: typeof ida, day: number, name: string) =>
  phone.page.getByRole('group').nth(day).getByRole('button', { name })
const findDay = ({ phone }: typeof ida, day: number) =>
  phone.page.getByRole('group').nth(day).locator('legend').textContent()
const readStop = ({ stopId }: typeof ida) => route.call('GET', `/v2/stop/${stopId}`)

let chosenDay: string | null

test('a window is chosen by keyboard, asked for again, and booked only then', async () => {
  const { page } = ida.phone
  await page.goto(ida.link)
  await page.getByRole('heading', { name: 'When should we come?' }).waitFor()
  await getWindow(ida, 1, '08:00–12:00').waitFor()
  chosenDay = await findDay(ida, 1)
  // The other one looks at the same windows meanwhile.
  await max.phone.page.goto(max.link)
  await getWindow(max, 1, '08:00–12:00').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await getWindow(ida, 1, '08:00–12:00').press('Enter')
  const question = page.getByRole('group', { name: 'Shall we book this time?' })
  await question.getByText(`${chosenDay}, 08:00–12:00`).waitFor()
  expect((await readStop(ida)).time_windows).toEqual([])
  await question.getByRole('button', { name: 'Yes, book it' }).press('Enter')
  await page.getByText('Thank you. Your time is booked.').waitFor()
  await page.getByText(`${chosenDay}, 08:00–12:00`, { exact: true }).waitFor()
  const stop = await readStop(ida)
  expect(stop).toMatchObject({ time_windows: [[28_800, 43_200]] })
  expect((await route.call('GET', `/v2/plan/${stop.plan_id}`)).total_stops).toBe(1)
})

test('who wants the place that was just taken is told, keeps nothing, and finds what is left', async () => {
  const { page } = max.phone
  await getWindow(max, 1, '08:00–12:00').press('Enter')
  await page.getByRole('button', { name: 'Ja, buchen' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'vergeben' }).waitFor()
  expect((await readStop(max)).time_windows).toEqual([])
  // The windows are asked for again.
  await getWindow(max, 1, '08:00–12:00').waitFor({ state: 'detached' })
  await getWindow(max, 1, '13:00–17:00').press('Enter')
  await page.getByRole('button', { name: 'Ja, buchen' }).press('Enter')
  await expect.poll(async () => (await readStop(max)).time_windows).toEqual([[46_800, 61_200]])
  expect((await readStop(max)).plan_id).toBe((await readStop(ida)).plan_id)
})

test('a second thought gives the place back; who wants none of the times keeps theirs until the sender has called', async () => {
  const { page } = ida.phone
  await page.getByRole('button', { name: 'Choose another time' }).press('Enter')
  await getWindow(ida, 2, '08:00–12:00').press('Enter')
  await page.getByRole('button', { name: 'Yes, book it' }).press('Enter')
  await expect.poll(async () => (await readStop(ida)).plan_id).not.toBe((await readStop(max)).plan_id)
  await max.phone.page.reload()
  await max.phone.page.getByRole('button', { name: 'Anderen Termin wählen' }).press('Enter')
  await getWindow(max, 1, '08:00–12:00').waitFor()
  await page.getByRole('button', { name: 'Choose another time' }).press('Enter')
  await page.getByRole('button', { name: 'None of these' }).press('Enter')
  const none = page.getByRole('group', { name: 'None of these times suit you?' })
  await none.getByRole('button', { name: 'None of these' }).press('Enter')
  await page.getByText('You chose none of the times.').first().waitFor()
  const choice = await route.call('GET', `/app/v1/stop/${ida.stopId}/slot_choice`)
  expect(choice).toMatchObject({ state: 'declined' })
  expect((await readStop(ida)).time_windows).toEqual([[28_800, 43_200]])
  expect(ida.phone.complaints).toEqual([])
})
