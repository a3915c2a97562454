// An administrator sets the rules of the work and says who may do what; drivers, service and the pages of those people keep to it.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedLink, openAsStranger } from '../mailed-links.ts'
import {
  createVansPlan,
  eventually,
  getDriver,
  joinPlannerWorld,
  type PlannerPage,
  type PlannerWorld,
} from '../planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
/** The invited one's. */
let nora: Page
let planId: string

beforeAll(async () => {
  world = await joinPlannerWorld()
  planId = await createVansPlan(world, [2])
  desk = await world.openPage({ hasMaps: false })
  page = desk.page
})

afterAll(() => world?.stop())

const dialog = () => page.getByRole('dialog')
const part = (on: Page, name: string) =>
  on.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true })
const readProject = () => world.call('GET', `/v2/project/${world.projectId}`)
const dog = expect.objectContaining({ label: 'Dog in the garden' })
const group = (name: string) => page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name })
/** Reads the status of a call that goes past the page. */
const statusFor = async (who: Page, path: string) => (await who.request.get(world.server.address + path)).status()

test('the rules of proof, a reason and a phone number are saved, and the next driver has them on the phone', async () => {
  await desk.go('/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill('North')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('option', { name: 'Europe/Vaduz' }).click()
  await page.getByRole('textbox', { name: 'Dispatcher’s phone' }).fill('+423 555 01 00')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await part(page, 'Proof and attempts').click()
  await page.getByRole('switch', { name: 'Photo' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(readProject).toMatchObject({ settings: { photo_required: true } })
  await part(page, 'Reasons and fields').click()
  await page.getByRole('button', { name: 'Add a reason' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).last().fill('Dog in the garden')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(readProject).toMatchObject({ cancel_reasons: expect.arrayContaining([dog]) })
  const saved = await readProject()
  expect(saved).toMatchObject({ label: 'North', timezone: 'Europe/Vaduz', settings: { photo_required: true } })
  const [route] = await world.call('GET', `/v2/plan/${planId}/routes`)
  const { public_link } = await world.call('POST', `/v2/route/${route.id}/dispatch`)
  const session = await getDriver(world, public_link.split('/d/')[1])('GET', '/session')
  expect(session).toMatchObject({
    project_label: 'North',
    timezone: 'Europe/Vaduz',
    settings: { photo_required: true, dispatcher_phone: '+423 555 01 00' },
  })
  expect(session.cancel_reasons.at(-1)).toMatchObject({ label: 'Dog in the garden', enabled: true })
})

test('a person is invited by mail as a dispatcher of the project, joins by the link, and finds the plan', async () => {
  await group('Team and sign-in').click()
  await part(page, 'People').click()
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog().getByRole('textbox', { name: 'E-mail' }).fill('nora@example.test')
  await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Nora')
  await dialog().getByRole('combobox', { name: 'Role in North' }).click()
  await page.getByRole('option', { name: 'Dispatcher' }).click()
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('row').filter({ hasText: 'nora@example.test' }).waitFor()
  nora = await openAsStranger(world, await mailedLink(world, 'nora@example.test', '/invite/'))
  await nora.getByText('Test deliveries').waitFor()
  await nora.getByLabel('New password').fill('a-password-of-her-own')
  await nora.getByRole('button', { name: 'Join', exact: true }).click()
  await nora.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  expect(await statusFor(nora, `/v2/plan/${planId}`)).toBe(200)
})

test('a dispatcher has no settings of the organization, neither on the page nor from the service', async () => {
  await nora.getByRole('link', { name: 'Settings', exact: true }).click()
  await part(nora, 'My account').waitFor()
  for (const name of ['People', 'Webhooks', 'Organization', 'Audit log']) expect(await part(nora, name).count()).toBe(0)
  for (const path of ['/app/v1/webhooks', '/app/v1/audit/verify']) expect(await statusFor(nora, path), path).toBe(403)
  const { address } = world.server
  const data = { email: 'friend@example.test', role: 'organization_administrator' }
  const invited = await nora.request.post(`${address}/app/v1/invitation`, { data, headers: { origin: address } })
  expect(invited.status()).toBe(403)
})

test('made a supervisor, the same person sees the stops that name them and nothing else', async () => {
  const [watched, other] = (await world.call('GET', `/v2/plan/${planId}/routes`))[0].stops
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'nora@example.test' })
  await row.getByRole('button', { name: 'Change Nora' }).click()
  await dialog().getByRole('combobox', { name: 'Role in North' }).click()
  await page.getByRole('option', { name: /^Supervisor/ }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().waitFor({ state: 'detached' })
  const { docs } = await (await page.request.get(`${world.server.address}/app/v1/users?limit=10`)).json()
  const { id } = docs.find(({ name }: { name: string }) => name === 'Nora')
  await world.call('PUT', `/v2/stop/${watched.id}`, { supervisors: [id] })
  await nora.goto(`${world.server.address}/planner/plans`)
  await nora.getByRole('heading', { name: 'My stops' }).waitFor()
  await nora.getByText(watched.label, { exact: true }).waitFor()
  expect(await nora.locator('main').textContent()).not.toContain(other.label)
  expect(await statusFor(nora, `/v2/plan/${planId}`)).toBe(403)
})

test('the log says what was changed, and by whom', async () => {
  await group('Privacy and audit').click()
  await part(page, 'Audit log').click()
  await page.getByRole('row').filter({ hasText: 'Project' }).first().waitFor()
  await eventually(() => page.getByRole('row').filter({ hasText: 'Person' }).count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Check for tampering' }).click()
  await page.getByText('The log is intact.').waitFor()
  expect(desk.complaints).toEqual([])
})
