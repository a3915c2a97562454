// An assistant signs in: its person sees who asks, chooses what it may do and where, and ends it again in the settings.
import { seriousFaults } from '@routewright/server/testing/readable'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openColleague } from './colleague.ts'
import { type PlannerWorld, startPlannerWorld } from './planner-world.ts'

const callback = 'https://assistant.example.test/callback'
/** SHA-256 of the verifier that the assistant keeps. */
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
let world: PlannerWorld

beforeAll(async () => {
  world = await startPlannerWorld()
})
afterAll(() => world?.stop())

/** Registers a program, and returns its id and the address that it opens in a browser. */
async function begin() {
  const body = { client_name: 'Desk helper', redirect_uris: [callback] }
  const { client_id } = (await world.server.call('POST', '/oauth/register', { body })).body
  const query = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: '1e5',
  })
  return { clientId: String(client_id), address: `${world.server.address}/oauth/authorize?${query}` }
}

async function exchange(client_id: string, code: string) {
  const fields = { grant_type: 'authorization_code', client_id, code, redirect_uri: callback, code_verifier: verifier }
  const answer = await fetch(`${world.server.address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  })
  return answer.json()
}

test('a person lets an assistant in for one project, sees it in the settings, and ends it', async () => {
  const { page, complaints, go } = await world.openPage()
  const sent: URL[] = []
  await page.route(`${callback}*`, (route) => {
    sent.push(new URL(route.request().url()))
    return route.fulfill({ body: 'Welcome back' })
  })
  const { clientId, address } = await begin()
  await page.goto(address)
  await page.getByRole('heading', { name: 'Let an assistant in?' }).waitFor()
  await page.getByText('Desk helper').waitFor()
  await page.getByText('assistant.example.test').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('switch', { name: 'May also propose and apply changes' }).click()
  await page.getByRole('combobox', { name: 'Projects' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Let it in' }).click()
  await page.getByText('Welcome back').waitFor()
  const [{ searchParams }] = sent as [URL]
  expect(Object.fromEntries(searchParams)).toEqual({
    code: expect.any(String),
    state: '1e5',
    iss: world.server.services.publicBase(),
  })
  expect(await exchange(clientId, searchParams.get('code') ?? '')).toMatchObject({ scope: 'read propose' })
  await go('/settings/keys')
  const list = page.getByRole('region', { name: 'Assistants that signed in' })
  const row = list.getByRole('row', { name: /Desk helper/ })
  await row.getByText('May also propose and apply changes').waitFor()
  expect(await row.textContent()).not.toContain('All projects')
  await row.getByRole('button', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await list.getByText('No assistant has signed in.').waitFor()
  expect(complaints.filter((complaint) => !complaint.startsWith(`asked for ${callback}`))).toEqual([])
})

test('a person turns an assistant away, also one who has to sign in first', async () => {
  const { page } = await world.openPage()
  await page.route(`${callback}*`, (route) => route.fulfill({ body: 'Welcome back' }))
  await page.context().clearCookies()
  await page.goto((await begin()).address)
  await page.getByLabel('E-mail').fill(world.login.email)
  await page.locator('input[type=password]').fill(world.login.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Turn it away' }).click()
  await page.getByText('Welcome back').waitFor()
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
})

test('who is no administrator finds the assistants that they let in, and no refusal of the keys', async () => {
  const { page } = await openColleague(world, 'Rita', '/settings/keys', { hasMaps: false, role: 'organization_user' })
  await page.getByRole('region', { name: 'Assistants that signed in' }).waitFor()
  await page.getByText('No assistant has signed in.').waitFor()
  expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
})
