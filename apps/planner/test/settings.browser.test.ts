// Every part of the settings, as an administrator uses it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'
import { takeSecret } from './shown-once.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
})

afterAll(async () => world?.stop())

const patiently = { timeout: 60_000 }
const dialog = () => page.getByRole('dialog')
/** Read by the page's session: keys may not. */
const recipients = async () => {
  const path = `/app/v1/project/${world.projectId}/recipients`
  return (await page.context().request.get(world.server.address + path)).json()
}
/** Calls from another page of the same person. */
const elsewhere = async (path: string, data: object) => {
  const headers = { origin: world.server.address }
  return (await page.context().request.put(world.server.address + path, { data, headers })).json()
}
const keys = async () => (await page.context().request.get(`${world.server.address}/app/v1/api_keys`)).json()
const project = async () => world.call('GET', `/v2/project/${world.projectId}`)

test('a project gets its zone, its rules of proof and a reason of its own', async () => {
  await desk.go('/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill('North')
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('option', { name: 'Europe/Vaduz' }).click()
  await page.getByRole('textbox', { name: 'Dispatcher’s phone' }).fill('+423 555 01 00')
  await page.getByLabel('Stop late by (minutes)').fill('25')
  await page.getByLabel('Close past days after (hours)').fill('6')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await desk.go('/settings/deliveries')
  await page.getByRole('switch', { name: 'Photo' }).check()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await desk.go('/settings/fields')
  await page.getByRole('button', { name: 'Add a reason' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).last().fill('Dog in the garden')
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('region', { name: 'Custom fields' }).getByRole('textbox', { name: 'Name' }).fill('Floor, door')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  const saved = await project()
  expect(saved).toMatchObject({ label: 'North', timezone: 'Europe/Vaduz', settings: { photo_required: true } })
  expect(saved.settings).toMatchObject({
    dispatcher_phone: '+423 555 01 00',
    late_alert_minutes: 25,
    close_days_after_hours: 6,
  })
  const field = { name: 'floor_door', label: 'Floor, door', type: 'string', applies_to: 'stop' }
  expect(saved.settings.custom_field_definitions).toEqual([field])
  expect(saved.cancel_reasons.at(-1)).toMatchObject({ label: 'Dog in the garden', enabled: true })
})

test('a key is shown once, switched off and deleted', async () => {
  await desk.go('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Shop')
  await dialog().getByRole('button', { name: 'Create key' }).click()
  const secret = await page.locator('[data-secret]').textContent()
  expect((await world.server.call('GET', '/v2/projects', { key: secret! })).status).toBe(200)
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row').filter({ has: page.locator('input[value="Shop"]') })
  // The switch shows what the service says, a moment later.
  await row.getByRole('switch').press('Space')
  await expect
    .poll(async () => (await world.server.call('GET', '/v2/projects', { key: secret! })).status, patiently)
    .toBe(401)
  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(secret!)
})

test('a program is added, gets a key that ends, and nobody reads its address', async () => {
  await desk.go('/settings/people')
  await page.getByRole('button', { name: 'New program' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Web shop')
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Add' }).click()
  const machine = page.getByRole('row').filter({ hasText: 'Web shop' })
  await machine.getByText('Program').waitFor()
  expect(await page.content()).not.toContain('machine.invalid')
  await desk.go('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).first().click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Orders')
  await dialog().getByRole('combobox', { name: 'Acts as' }).click()
  await page.getByRole('option', { name: 'Web shop' }).click()
  await dialog().getByLabel('Valid until').fill('2031-05-01')
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Create key' }).click()
  await dialog().getByRole('button', { name: 'I have saved it' }).click()
  const row = page.getByRole('row').filter({ has: page.locator('input[value="Orders"]') })
  await row.getByText('Web shop').waitFor()
  expect(await row.getByLabel(/^Valid until/).inputValue()).toBe('2031-05-01')
  expect(await seriousFaults(page)).toEqual([])
  await row.getByRole('button', { name: 'Delete' }).click()
  await dialog().getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
})

test('a key that somebody else named anew keeps that name when one only passes by', async () => {
  await desk.go('/settings/keys')
  const label = page.getByRole('textbox', { name: /^Name of the key/ }).first()
  await label.fill('Till')
  await label.blur()
  await expect.poll(async () => (await keys())[0].label, patiently).toBe('Till')
  await elsewhere(`/app/v1/api_key/${(await keys())[0].id}`, { label: 'Counter' })
  const row = page.getByRole('row').filter({ has: label })
  await row.getByRole('switch').press('Space')
  await expect.poll(() => label.inputValue(), patiently).toBe('Counter')
  // The name may come with an earlier response than the switch's own.
  await expect.poll(() => row.getByRole('switch').isChecked(), patiently).toBe(false)
  await label.focus()
  await label.blur()
  await row.getByRole('switch').press('Space')
  await expect.poll(async () => (await keys())[0].active, patiently).toBe(true)
  expect((await keys())[0].label).toBe('Counter')
})

test('the address and configuration of assistants say how they connect, and with which rights', async () => {
  await desk.go('/settings/keys')
  const section = page.getByRole('region', { name: 'Assistants' })
  const [address, configuration] = [section.locator('code').first(), section.locator('pre')]
  expect(await address.textContent()).toBe(`${world.server.address}/mcp`)
  await section.getByRole('switch', { name: 'May also propose and apply changes' }).press('Space')
  await expect.poll(() => address.textContent(), patiently).toBe(`${world.server.address}/mcp?write=1`)
  expect(JSON.parse((await configuration.textContent())!).mcpServers.routewright).toEqual({
    url: `${world.server.address}/mcp?write=1`,
    headers: { 'x-api-key': 'api_key_…' },
  })
  await section.getByRole('button', { name: 'Copy: Address' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('a webhook is refused where its address is wrong, made, tested and logged', async () => {
  await desk.go('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await dialog().getByRole('textbox', { name: 'Address' }).fill('nowhere')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await dialog().locator('[aria-invalid=true], [role=alert]').first().waitFor()
  await dialog().getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.invalid/x')
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('The test was not delivered').waitFor()
  await page.getByRole('button', { name: 'Log' }).click()
  await dialog().getByRole('button', { name: 'Send again' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('what signs a webhook, and where a shop sends its orders, is shown once', async () => {
  await desk.go('/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  await dialog().getByRole('textbox', { name: 'Address' }).fill('https://hooks.example.invalid/signed')
  await dialog().getByRole('switch', { name: 'Sign deliveries' }).press('Space')
  await dialog().getByRole('button', { name: 'Save' }).click()
  expect(await takeSecret(page)).toMatch(/^whsec_/)
  await desk.go('/settings/orders')
  await page.getByRole('button', { name: 'New source' }).first().click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Shop')
  await dialog().getByRole('button', { name: 'Save' }).click()
  expect(await takeSecret(page)).toMatch(/^http.+\w{20}/)
  await page.getByRole('row').filter({ hasText: 'Shop' }).waitFor()
})

test('somebody is invited by mail, and the invitation can be withdrawn', async () => {
  await desk.go('/settings/people')
  await page.getByRole('button', { name: 'Invite' }).click()
  await dialog().getByRole('textbox', { name: 'E-mail' }).fill('new@example.test')
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Send invitation' }).click()
  const row = page.getByRole('row').filter({ hasText: 'new@example.test' })
  await row.waitFor()
  await expect.poll(() => world.server.mails.some(({ to }) => to.includes('new@example.test')), patiently).toBe(true)
  await row.getByRole('button', { name: 'Withdraw' }).click()
  await row.waitFor({ state: 'detached' })
})

test('the organization gets another name and serves older programs', async () => {
  await desk.go('/settings/organization')
  await page.getByRole('textbox', { name: 'Name' }).fill('Alpen Express')
  await page.getByRole('switch', { name: 'Support programs written for the original service' }).setChecked(true)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const session = await page.context().request.get(`${world.server.address}/app/v1/session`)
  expect((await session.json()).organization).toMatchObject({ name: 'Alpen Express', serves_older_clients: true })
})

test('a sandbox shows what it would have sent', async () => {
  await desk.go('/settings/organization')
  await page.getByRole('switch', { name: 'Sandbox: nothing is sent' }).setChecked(true)
  await page.getByRole('button', { name: 'Save' }).click()
  const log = page.getByRole('region', { name: 'Not sent' })
  await log.getByText('Nothing yet').waitFor()
  const { organization } = await (await page.context().request.get(`${world.server.address}/app/v1/session`)).json()
  const mail = {
    id: organization.id,
    organization_id: organization.id,
    channel: 'email' as const,
    created_at: new Date(),
  }
  await world.server.services.database.db
    .insertInto('sandbox_messages')
    .values({ ...mail, recipient: 'driver@example.test', title: 'Your route', body: 'Drive safely' })
    .execute()
  await page.reload()
  await log.getByText('Your route').click()
  await log.getByText('Drive safely').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('switch', { name: 'Sandbox: nothing is sent' }).setChecked(false)
  await page.getByRole('button', { name: 'Save' }).click()
  await log.waitFor({ state: 'detached' })
})

test('the own name and password are changed, and the present session stays', async () => {
  await desk.go('/settings/account')
  await page.getByRole('textbox', { name: 'Name' }).fill('Dora Dispatcher')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('textbox', { name: 'Current password' }).fill('wrong')
  await page.getByRole('textbox', { name: 'New password' }).fill('another-long-password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The current password is wrong.').waitFor()
  // The typed text is still there.
  expect(await page.getByRole('textbox', { name: 'New password' }).inputValue()).toBe('another-long-password')
  await page.getByRole('textbox', { name: 'Current password' }).fill(world.login.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has been changed.').waitFor()
  await page.getByText('This one').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('of the own account only what was changed is sent', async () => {
  await desk.go('/settings/account')
  await page.getByRole('textbox', { name: 'Name' }).waitFor()
  await elsewhere('/app/v1/profile', { language: 'de' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Dora D.')
  await page.getByRole('button', { name: 'Save' }).click()
  const own = async () =>
    (await (await page.context().request.get(`${world.server.address}/app/v1/session`)).json()).user
  await expect.poll(async () => (await own()).name, patiently).toBe('Dora D.')
  expect((await own()).language).toBe('de')
  await elsewhere('/app/v1/profile', { language: 'en', name: 'Dora Dispatcher' })
})

test('what is typed while the form is saved stays, and is saved next', async () => {
  await desk.go('/settings/account')
  const name = page.getByRole('textbox', { name: 'Name' })
  const profile = '**/app/v1/profile*'
  let letThrough = () => {}
  const isTyped = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(profile, async (route) => {
    await isTyped
    await route.continue()
  })
  await name.fill('Dora A.')
  await page.getByRole('button', { name: 'Save' }).click()
  await name.fill('Dora B.')
  letThrough()
  await page.getByText('Saved.').waitFor()
  await page.unroute(profile)
  expect(await name.inputValue()).toBe('Dora B.')
  await page.getByRole('button', { name: 'Save' }).click()
  const own = async () =>
    (await (await page.context().request.get(`${world.server.address}/app/v1/session`)).json()).user.name
  await expect.poll(own, patiently).toBe('Dora B.')
  await elsewhere('/app/v1/profile', { name: 'Dora Dispatcher' })
})

test('the language of the own account is that of the page as soon as it is saved', async () => {
  await desk.go('/settings/account')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('combobox', { name: 'Sprache' }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('combobox', { name: 'Language' }).waitFor()
})

test('recipients see the sender’s look and what the page allows', async () => {
  await desk.go('/settings/branding')
  const look = page.getByRole('region', { name: 'Your branding' })
  await look.getByRole('textbox', { name: 'Name' }).fill('Alpen Express')
  await look.getByRole('textbox', { name: 'Website' }).fill('nowhere')
  await look.getByRole('button', { name: 'Save' }).click()
  await look.locator('[aria-invalid=true], [role=alert]').first().waitFor()
  await look.getByRole('textbox', { name: 'Website' }).fill('https://alpen-express.example')
  await look.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const rules = page.getByRole('region', { name: 'The recipients’ page' })
  await rules.getByRole('switch', { name: 'Ask for a rating' }).press('Space')
  await rules.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await recipients()).page.survey, patiently).toBe(false)
  await rules.getByRole('switch', { name: 'Show the driver’s first name on the day' }).press('Space')
  await rules.getByRole('combobox', { name: 'Parcels' }).click()
  await page.getByRole('option', { name: 'How many, and their codes' }).click()
  await rules.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await recipients()).page, patiently)
    .toMatchObject({ show_driver: true, contents: 'codes' })
  const font = createRequire(import.meta.url).resolve('@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2')
  await look.getByRole('combobox', { name: 'Font', exact: true }).click()
  await page.getByRole('option', { name: 'Serif', exact: true }).click()
  await look.locator('input[type=file]').last().setInputFiles(font)
  await look.getByText('Own font in use').waitFor()
  await look.getByRole('button', { name: 'Save' }).click()
  const sent = `data:font/woff2;base64,${readFileSync(font).toString('base64')}`
  await expect.poll(async () => (await recipients()).branding.font_url === sent, patiently).toBe(true)
  expect((await recipients()).branding.font).toBe('serif')
  expect((await recipients()).branding).toMatchObject({
    name: 'Alpen Express',
    website: 'https://alpen-express.example',
  })
})

test('own words of a message are previewed with sample data and saved', async () => {
  await desk.go('/settings/recipients')
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('From {{company}}, with care')
  await page.getByText(/^From .+, with care$/).waitFor()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await page.getByText('Saved.').waitFor()
  expect(JSON.stringify((await recipients()).messages.kinds.planned.templates)).toContain('with care')
  expect(await seriousFaults(page)).toEqual([])
})

test('how long data is kept is looked at before it is saved', async () => {
  const { project_id, id: plan_id } = await world.call(
    'POST',
    '/v2/plan',
    { execution_date: '2024-01-31' },
    { project_id: world.projectId },
  )
  const order = {
    label: 'Marta Muster',
    phone: '+423 555 88 99',
    location: { lat: 47.14123, lng: 9.52, street: 'Gass 1' },
  }
  const [stop] = await world.call('POST', '/v2/stops', [order], { plan_id })
  await world.call('POST', `/v3/stop/${stop.id}/report`, { type: 'service_report_canceled' })
  await world.call('POST', '/v2/client', { label: 'Marta Muster', phone: order.phone }, { project_id })
  await desk.go('/settings/privacy')
  const section = page.getByRole('region', { name: 'How long data is kept' })
  await section.getByRole('textbox', { name: 'Personal fields of stops' }).fill('30')
  await section.getByRole('button', { name: 'See what would be removed' }).click()
  await section.getByRole('row', { name: /Personal fields of stops .* 1$/ }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await section.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const retention = await page.context().request.get(`${world.server.address}/app/v1/retention`)
  expect(await retention.json()).toMatchObject({ personal: 30 })
})

test('what is known of a recipient is shown, taken away and erased', async () => {
  await desk.go('/settings/privacy')
  await page.getByRole('textbox', { name: 'Personal fields of stops' }).waitFor()
  const section = page.getByRole('region', { name: 'Data about a recipient' })
  await section.getByRole('textbox', { name: 'Phone' }).fill('00423 555 88 99')
  await section.getByRole('button', { name: 'Find' }).click()
  await section.getByRole('cell', { name: 'Marta Muster' }).first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Export everything' }).click()
  expect((await download).suggestedFilename()).toBe('recipient.zip')
  await section.getByRole('button', { name: 'Erase' }).click()
  await dialog().getByText('Existing backups.', { exact: false }).waitFor()
  await dialog().getByRole('button', { name: 'Erase' }).click()
  await section.getByText('Erased.', { exact: true }).waitFor()
  expect(
    JSON.stringify(await world.call('GET', '/v2/clients', undefined, { project_id: world.projectId })),
  ).not.toContain('Marta')
})

test('the log is checked for tampering', async () => {
  await desk.go('/settings/audit')
  await page.getByRole('button', { name: 'Check for tampering' }).click()
  await page.getByText('The log is intact.').waitFor()
})

test('the log tells what was changed by whom', async () => {
  await desk.go('/settings/audit')
  await page.getByRole('cell', { name: 'Dora Dispatcher' }).first().waitFor()
  await page.getByRole('row').filter({ hasText: 'API key' }).first().waitFor()
  const rows = page.getByRole('row').filter({ hasText: 'Details' })
  for (const row of await rows.all()) await row.getByRole('button', { name: 'Details' }).click()
  expect(await page.getByRole('table').textContent()).not.toMatch(/_[a-z]/)
  expect(await seriousFaults(page)).toEqual([])
})
