// Pages that links open: joining by an invitation, a new password, setting an installation up.

import { openSetup, startTestServer } from '@routewright/server/testing'
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedLink, openAsStranger } from './mailed-links.ts'
import { type PlannerWorld, startPlannerWorld } from './planner-world.ts'

let world: PlannerWorld

beforeAll(async () => {
  world = await startPlannerWorld()
})

afterAll(async () => world?.stop())

test('who is invited chooses a password and is in; the link works once', async () => {
  const admin = await world.openPage()
  const answer = await admin.page.context().request.post(`${world.server.address}/app/v1/invitation`, {
    data: { email: 'new@example.test', name: 'Nora', role: 'organization_manager' },
    headers: { origin: world.server.address },
  })
  expect(answer.status()).toBe(201)
  const link = await mailedLink(world, 'new@example.test', '/invite/')
  const page = await openAsStranger(world, link)
  await page.getByText('Test deliveries').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('New password').fill('a-password-of-her-own')
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await page.getByRole('heading', { name: 'Your first day' }).waitFor()
  const again = await openAsStranger(world, link)
  await again.getByRole('link', { name: 'Sign in' }).waitFor()
})

test('the link that the service prints signs in by itself on the machine that it was printed on', async () => {
  const { email, password } = world.login
  const page = await openAsStranger(
    world,
    `${world.server.address}/planner/sign-in#demo=${encodeURIComponent(email)}:${encodeURIComponent(password)}`,
  )
  await page.getByRole('heading', { name: 'Your first day' }).waitFor()
})

test('who forgot the password gets a link for a new one', async () => {
  const page = await openAsStranger(world, `${world.server.address}/planner/sign-in`)
  await page.getByRole('link', { name: /forgot/i }).click()
  // The sign-in page stands, with an address field of its own, until the other one has been loaded.
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await page.getByLabel('E-mail').fill(world.login.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('status').getByText(world.login.email).waitFor()
  await page.goto(await mailedLink(world, world.login.email, '/reset/'))
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('New password').fill('another-long-password')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await page.getByRole('heading', { name: 'Your first day' }).waitFor()
  world.login.password = 'another-long-password'
})

test('an installation that nobody has set up is set up by its link', async () => {
  const untouched = await startTestServer({ listen: true, realClock: true })
  try {
    const page = await openAsStranger(world, (await openSetup(untouched.services))!)
    await page.getByLabel('Name of your organization').fill('Fresh start')
    await page.getByLabel('Your name').fill('Olga')
    await page.getByLabel('E-mail').fill('olga@example.test')
    await page.getByLabel('New password').fill('a-long-first-password')
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Create and sign in' }).click()
    await page.getByRole('heading', { name: 'Your first day' }).waitFor()
    expect(await openSetup(untouched.services)).toBeUndefined()
  } finally {
    await untouched.stop()
  }
})
