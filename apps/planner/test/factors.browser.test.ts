// A second factor and passkeys, as a person sets them up and signs in with them, with the authenticator that Chromium brings for tests.
import { seriousFaults } from '@routewright/server/testing/readable'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PlannerPage, type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld
let desk: PlannerPage
let page: Page
/** Passkeys need a name. */
let named: string
let recoveryCodes: string[]

beforeAll(async () => {
  world = await startPlannerWorld()
  desk = await world.openPage()
  page = desk.page
  named = world.server.address.replace('127.0.0.1', 'localhost')
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, domain: 'localhost' })))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})

afterAll(async () => world?.stop())

const dialog = () => page.getByRole('dialog')
const section = () => page.getByRole('region', { name: 'Second factor and passkeys' })

async function confirmWithPassword(): Promise<void> {
  await dialog().getByRole('textbox', { name: 'Current password' }).fill(world.login.password)
  await dialog().getByRole('button', { name: 'Continue' }).click()
}

async function signOut(): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${named}/planner/sign-in`)
}

async function enterPassword(): Promise<void> {
  await page.getByLabel('E-mail').fill(world.login.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(world.login.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signedIn = () => page.getByRole('navigation', { name: 'Main navigation' }).waitFor()

test('a passkey is made, and recovery codes are shown once', async () => {
  await page.goto(`${named}/planner/settings/account`)
  await section().getByRole('button', { name: 'Add a passkey' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Work phone')
  await dialog().getByRole('button', { name: 'Continue' }).click()
  await confirmWithPassword()
  await page.getByText('You see them only now').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  recoveryCodes = await page.locator('[data-recovery-codes] code').allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  await dialog().getByRole('button', { name: 'I have saved them' }).click()
  await section().getByLabel('Rename Work phone').waitFor()
  await section().getByText('10 codes left').waitFor()
})

test('it signs in without a password', async () => {
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await signedIn()
})

test('after the password it is the second factor', async () => {
  await signOut()
  await enterPassword()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await signedIn()
})

test('a recovery code opens the account once', async () => {
  for (const isUsed of [false, true]) {
    await signOut()
    await enterPassword()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0]!)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    if (isUsed) await page.getByText('This code is wrong or has already been used.').waitFor()
    else await signedIn()
  }
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await signedIn()
})

test('an authenticator app shows its code as picture and text, and a wrong code is told', async () => {
  await page.goto(`${named}/planner/settings/account`)
  await section().getByRole('button', { name: 'Set up' }).click()
  await confirmWithPassword()
  await dialog().getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  expect(await dialog().locator('[data-secret]').textContent()).toMatch(/^([A-Z2-7]{4} ?){8}$/)
  await dialog().getByLabel('Code from your authenticator app').fill('000000')
  await dialog().getByRole('button', { name: 'Set up' }).click()
  await dialog().getByText('This code is wrong').waitFor()
  expect(await seriousFaults(page)).toEqual([])
})

test('an organization that demands a second factor has it set up at signing in', async () => {
  const email = 'newcomer@example.test'
  const { database, passwords } = world.server.services
  const person = await world.server.createUser(
    { organization_id: world.organizationId } as never,
    'organization_manager',
  )
  const password_hash = await passwords.hash(world.login.password)
  await database.db.updateTable('users').set({ email, password_hash }).where('id', '=', person.user_id).execute()
  const second_factor_from = new Date(Date.now() - 86_400_000)
  await database.db.updateTable('organizations').set({ second_factor_from }).execute()
  await signOut()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(world.login.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Your organization requires a second factor.').waitFor()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
})
