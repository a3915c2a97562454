// The administration page: closed without a link of the machine, and with one what whoever runs the installation looks for.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { createId } from '../../frame/platform/ids.ts'
import { createEntry } from './entries.ts'

const server = useTestServer({
  listen: true,
  config: { smtpUrl: 'smtp://mailer:hidden-word@127.0.0.1:9', osmFiles: [] },
})
let account: Account

beforeAll(async () => {
  account = await server.createAccount('Bakery <Zum & Korn>')
})

const enter = async () => {
  const link = createEntry(server.services.adminSecret, 'link', server.clock.now())
  return server.call('GET', '/administration', { query: { link } })
}

/** What the page says, its markup taken out. */
const readText = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

async function openPage(): Promise<string> {
  const { headers } = await enter()
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const answer = await server.call('GET', '/administration', { headers: { cookie } })
  expect(answer.status).toBe(200)
  return answer.text
}

test('without a link it only says how to get one', async () => {
  const answer = await server.call('GET', '/administration')
  expect(answer.status).toBe(401)
  expect(answer.text).toContain('administer')
  expect(answer.text).not.toContain('Korn')
  const guessed = await server.call('GET', '/administration', { query: { link: 'rw_administration_9999999999_x' } })
  expect(guessed.status).toBe(401)
  const key = await server.call('GET', '/administration', { key: account.key })
  expect(key.status).toBe(401)
})

test('a link is exchanged for a cookie of this page only, and leaves the address', async () => {
  const { status, headers } = await enter()
  expect(status).toBe(302)
  expect(headers.location).toBe('/administration')
  expect(headers['set-cookie']).toMatch(/; Path=\/administration; HttpOnly; SameSite=Lax$/)
})

test('a link that has ended is as none', async () => {
  const link = createEntry(server.services.adminSecret, 'link', new Date(server.clock.now().getTime() - 900_000))
  expect((await server.call('GET', '/administration', { query: { link } })).status).toBe(401)
})

test('organizations stand with their figures, as text', async () => {
  const plan = { label: 'Monday', stops: [{ label: 'One', location: { lat: 47.1, lng: 9.5 } }] }
  const query = { project_id: account.project_id }
  expect((await server.call('POST', '/v2/plan', { key: account.key, query, body: plan })).status).toBe(201)
  const page = await openPage()
  expect(page).not.toContain('<Zum')
  // People, projects, plans, stops.
  expect(readText(page)).toMatch(/Bakery &#60;Zum &#38; Korn&#62; [0-9a-f]{24} 1 1 1 1 2026-03-02 2026-03-02 08:00 UTC/)
})

test('a job that failed for good stands with its reason and whose it was', async () => {
  const { services } = server
  await services.database.transaction((tx) =>
    services.jobs.send(tx, 'sms', { organization_id: account.organization_id } as never, { retryLimit: 0 }),
  )
  const failed = await until('the job to fail', async () => (await services.jobs.listFailed(5))[0])
  expect(failed).toMatchObject({ queue: 'sms', tries: 1, organization_id: account.organization_id })
  const text = readText(await openPage())
  expect(text).toContain(`sms Bakery &#60;Zum &#38; Korn&#62; 1 ${failed.reason?.slice(0, 20)}`)
})

test('what waits stands with its queue, messages and deliveries too', async () => {
  expect(readText(await openPage())).toContain('Nothing waits.')
  const { services, clock } = server
  const now = clock.now()
  const what = {
    kind: 'planned',
    channel: 'email',
    occasion: 'x',
    recipient: 'a@example.test',
    language: 'en',
  } as const
  const { organization_id, project_id, key } = account
  const query = { project_id }
  const [stop] = (await server.call('POST', '/v2/stops', { key, query, body: [{ label: 'Told' }] })).body
  const owner = { organization_id, project_id, stop_id: stop.id }
  // Due by the database's clock, and not yet by that of the service, which would send it.
  const due = { status: 'queued', next_attempt_at: new Date('2026-06-01T00:00:00Z') } as const
  const message = { id: createId(now), ...owner, ...what, ...due, created_at: now, updated_at: now }
  await services.database.db.insertInto('messages').values(message).execute()
  expect(readText(await openPage())).toMatch(/Queue Due Oldest messages 1 \d+ s/)
})

test('settings stand with where they come from, and no secret', async () => {
  const page = await openPage()
  expect(page).not.toContain('hidden-word')
  const text = readText(page)
  expect(text).toContain('BACKUP_KEEP 7 default')
  expect(text).toMatch(/DATA_DIR \S+ command line/)
  expect(text).toContain('failed mail 127.0.0.1:9 does not answer')
})

test('the last backup is named, with whether it was restored', async () => {
  expect(readText(await openPage())).toContain('No backup was made here.')
  const note = { file: '/backups/a.backup', made_at: '2026-03-01T03:30:00Z', verified: true }
  writeFileSync(join(server.directory, 'last-backup.json'), JSON.stringify(note))
  expect(readText(await openPage())).toContain(
    'Last: /backups/a.backup, 2026-03-01 03:30 UTC, verified by restoring it into a scratch folder.',
  )
})

test('nothing of the page is kept, framed or loaded from elsewhere', async () => {
  const { headers } = await server.call('GET', '/administration')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
