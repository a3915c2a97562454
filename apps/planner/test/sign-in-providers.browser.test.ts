// Signing in and out with the company's account, in a real browser, by a real provider on this machine.
import { type DnsServer, startDnsServer } from '@routewright/server/testing/dns-server'
import { type OpenIdProvider, startOpenIdProvider } from '@routewright/server/testing/openid-provider'
import { seriousFaults } from '@routewright/server/testing/readable'
import { startSamlProvider } from '@routewright/server/testing/saml-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
let idp: OpenIdProvider
let dns: DnsServer

beforeAll(async () => {
  dns = await startDnsServer()
  world = await startPlannerWorld({ config: { dnsServers: [dns.address] } })
  idp = await startOpenIdProvider(world.server.address)
  idp.accounts.set('anna', {
    email: 'anna@company.example',
    email_verified: true,
    name: 'Anna Berg',
    groups: ['bosses'],
  })
  idp.accounts.set('otto', { email: 'otto@company.example', email_verified: true, name: 'Otto', groups: [] })
  desk = await world.openPage()
  page = desk.page
})

afterAll(async () => {
  await idp?.stop()
  dns?.stop()
  await world?.stop()
})

const dialog = () => page.getByRole('dialog')
async function choose(name: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })

test('an administrator sets a provider up, tried before it is used', async () => {
  await desk.go('/settings/providers')
  await page.getByText(`${world.server.address}/planner/sign-in/provider`).waitFor()
  await page.getByRole('button', { name: 'New provider' }).first().click()
  await field('Name').fill('Company')
  await field('Issuer').fill(`${idp.issuer}/elsewhere`)
  await dialog().getByRole('button', { name: 'Try it' }).click()
  await dialog().getByText('This does not work yet.').waitFor()
  await field('Issuer').fill(idp.issuer)
  await dialog().getByRole('button', { name: 'Try it' }).click()
  await dialog().getByText('Everything works.').waitFor()
  await field('Client ID').fill(idp.clientId)
  await field('Client secret').fill(idp.clientSecret)
  await field('Claim with the groups').fill('groups')
  await dialog().getByRole('button', { name: 'Add a group' }).click()
  await field('Group').fill('bosses')
  await dialog().getByLabel('E-mail domains').fill('company.example')
  await page.keyboard.press('Enter')
  await dialog().getByRole('switch', { name: 'Add people at their first sign-in' }).check()
  expect(await seriousFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await dialog().waitFor({ state: 'hidden' })
  await page.getByRole('cell', { name: 'company.example' }).waitFor()
})

/** Enters the record that the settings name into the DNS, and has it checked. */
async function proveDomain(domain: string): Promise<void> {
  const domains = page.getByRole('region', { name: 'Proof of the domains' })
  await domains.getByText(`_routewright.${domain}`).waitFor()
  const text = (await domains.getByText(/^organization=/).textContent()) ?? ''
  dns.records.set(`_routewright.${domain}`, [text])
  await domains.getByRole('button', { name: 'Check the record' }).click()
  await domains.getByText(`_routewright.${domain}`).waitFor({ state: 'hidden' })
}

test('a domain is proven by the record that the settings name, and not without it', async () => {
  const domains = page.getByRole('region', { name: 'Proof of the domains' })
  await domains.getByRole('button', { name: 'Check the record' }).click()
  await domains.getByText('The record is not in the DNS yet', { exact: false }).waitFor()
  await proveDomain('company.example')
  await domains.getByText('Proven', { exact: true }).waitFor()
})

async function signInAs(account: string): Promise<void> {
  await page.getByLabel('E-mail').fill(`${account}@company.example`)
  await page.getByRole('button', { name: 'Sign in with Company' }).click()
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('somebody signs in with the account of the company, opens what was wanted, and signs out there, too', async () => {
  await page.context().clearCookies()
  await desk.go('/settings/account')
  await page.waitForURL(/sign-in/)
  await page.getByText('Your session has ended. Sign in, and the page that you wanted opens.').waitFor()
  await signInAs('anna')
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  await eventually(() => new URL(page.url()).pathname).toBe('/planner/settings/account')
  await page.getByRole('button', { name: /Account of Anna Berg/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  // The provider asks whether that is meant.
  await page.waitForURL(`${idp.issuer}/**`)
  await page.getByRole('button', { name: /yes/i }).click()
  await page.waitForURL(`${world.server.address}/planner/sign-in**`)
  await page.getByLabel('E-mail').waitFor()
  await desk.go('/settings/account')
  await page.getByLabel('E-mail').waitFor()
  expect(await page.getByText('Your session has ended.', { exact: false }).count()).toBe(0)
})

test('who may not is told why, and can go back', async () => {
  await page.context().clearCookies()
  await desk.go('/sign-in')
  await signInAs('otto')
  await page.getByText('None of your groups may sign in here.').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByLabel('E-mail').waitFor()
})

test('a provider of SAML is set up by its metadata, and signs people in through pages of other sites', async () => {
  const { address } = world.server
  const saml = await startSamlProvider(`${address}/app/v1/saml/answer`)
  try {
    saml.accounts.set('berta', { id: 'berta', attributes: { mail: 'berta@saml.example', displayName: 'Berta Kunz' } })
    desk = await world.openPage()
    page = desk.page
    await desk.go('/settings/providers')
    await page.getByText(`${address}/app/v1/saml/answer`).waitFor()
    await page.getByRole('button', { name: 'New provider' }).first().click()
    await field('Name').fill('Group')
    await choose('Kind', 'SAML 2.0')
    expect(await field('Client ID').count()).toBe(0)
    await field('Metadata of the provider').fill('<a/>')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog()
      .getByText(/EntityDescriptor/)
      .waitFor()
    await field('Metadata of the provider').fill(saml.metadata())
    await dialog().getByLabel('E-mail domains').fill('saml.example')
    await page.keyboard.press('Enter')
    await dialog().getByRole('switch', { name: 'Trust its addresses' }).check()
    await dialog().getByRole('switch', { name: 'Add people at their first sign-in' }).check()
    await choose('Role of everybody else', 'Manager')
    expect(await seriousFaults(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await dialog().waitFor({ state: 'hidden' })
    await proveDomain('saml.example')
    await page.getByRole('row').filter({ hasText: 'saml.example' }).getByRole('button', { name: 'Change' }).click()
    await dialog()
      .getByText(/Certificate of .*CN=Company.*2056/)
      .waitFor()
    await page.keyboard.press('Escape')

    await page.context().clearCookies()
    await desk.go('/settings/account')
    await page.waitForURL(/sign-in/)
    await page.getByLabel('E-mail').fill('berta@saml.example')
    await page.getByRole('button', { name: 'Sign in with Group' }).click()
    await page.getByLabel('Account').fill('berta')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: /Account of Berta Kunz/ }).waitFor()
    await eventually(() => new URL(page.url()).pathname).toBe('/planner/settings/account')
    expect(page.url()).not.toContain('SAMLResponse')
  } finally {
    await saml.stop()
  }
})
