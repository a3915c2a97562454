// The mail each Monday: who gets it, when it comes by the project's clock, once over all nodes, and how it ends.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'
import { sendWeeklyMails } from './weekly-mail.job.ts'

const server = useTestServer()
let account: Account
let headers: Record<string, string>

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, `/app/v1/project/${account.project_id}${path}`, { headers, body, query })
const goTo = (moment: string) => server.clock.set(moment)
const choose = async (...user_ids: string[]) => {
  const answer = await call('PUT', '/weekly_mail', { user_ids })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.people
}
const listMails = async () => {
  const { rows } = await server.services.database.executeSql(
    `select data from jobs.job where name = 'mail' and data ->> 'organization_id' = '${account.organization_id}'`,
  )
  return rows.map(
    ({ data }) =>
      data as { to: string; subject: string; text: string; html: string; unsubscribe: { page: string; post: string } },
  )
}

/** A stop in the week before 2026-03-30, the Monday after the clocks of Vienna were put forward. */
beforeEach(async () => {
  goTo('2026-03-25T12:00:00Z')
  account = await server.createAccount()
  headers = { cookie: await server.signIn(account.user_id, 30), origin: 'http://localhost' }
  const set = await call('PUT', '', { timezone: 'Europe/Vienna', label: 'North <b>' })
  expect(set.status, set.text).toBe(200)
  const { body } = await server.call('POST', '/v2/plan', {
    key: account.key,
    query: { project_id: account.project_id },
    body: { execution_date: '2026-03-26' },
  })
  await server.call('POST', '/v2/stops', {
    key: account.key,
    query: { plan_id: body.id },
    body: [{ location: { lat: 48.2, lng: 16.3 } }],
  })
})

test('it comes at seven by the clock of the project, once although two nodes try at the same time, and again a week later', async () => {
  expect(await choose(account.user_id)).toMatchObject([{ user_id: account.user_id, reads: true }])
  goTo('2026-03-30T04:59:00Z')
  expect(await sendWeeklyMails(server.services)).toBe(0)
  // Summer time: seven is five o'clock UTC, not six.
  goTo('2026-03-30T05:00:00Z')
  const sent = await Promise.all([sendWeeklyMails(server.services), sendWeeklyMails(server.services)])
  expect(sent[0]! + sent[1]!).toBe(1)
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail!.subject).toBe('North <b>: 23 March to 29 March in figures')
  expect(mail!.text).toContain('Stops: 1')
  expect(mail!.text).toContain('/analytics?from=2026-03-23&to=2026-03-29')
  expect(mail!.html).toContain('North &#60;b&#62;')
  goTo('2026-04-05T22:00:00Z')
  expect(await sendWeeklyMails(server.services)).toBe(0)
  // The earlier of the two compared weeks has the stop. The service was down until Tuesday.
  goTo('2026-04-07T12:00:00Z')
  expect(await sendWeeklyMails(server.services)).toBe(1)
  // No mail about two empty weeks.
  goTo('2026-04-13T12:00:00Z')
  expect(await sendWeeklyMails(server.services)).toBe(0)
})

test('its link asks before it ends the mails, the address of mail programs ends them, and a forged one is unknown', async () => {
  await choose(account.user_id)
  goTo('2026-03-30T08:00:00Z')
  await sendWeeklyMails(server.services)
  const [{ unsubscribe }] = (await listMails()) as [Awaited<ReturnType<typeof listMails>>[number]]
  const getPath = (url: string) => new URL(url).pathname
  const page = await server.call('GET', getPath(unsubscribe.page), {})
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const forged = getPath(unsubscribe.post).replace(account.user_id, '0'.repeat(24))
  expect((await server.call('POST', forged, {})).status).toBe(404)
  expect((await call('GET', '/weekly_mail')).body.people).toMatchObject([{ reads: true }])
  expect((await server.call('POST', getPath(unsubscribe.post), {})).body).toEqual({ off: true })
  expect((await call('GET', '/weekly_mail')).body.people).toMatchObject([{ reads: false }])
})

test('managers choose for everybody, others for themselves; a preview is in the language of who looks', async () => {
  goTo('2026-03-30T08:00:00Z')
  const other = await server.createUser(account, 'organization_user', [account.project_id])
  await server.services.database.executeSql(`update users set language = 'de' where id = '${other.user_id}'`)
  expect(await choose(account.user_id)).toHaveLength(2)
  const strange = await call('PUT', '/weekly_mail', { user_ids: ['0'.repeat(24)] })
  expect(strange.body.message).toContain('user_ids[0]')
  headers = { cookie: await server.signIn(other.user_id, 30), origin: 'http://localhost' }
  expect((await call('PUT', '/weekly_mail', { user_ids: [account.user_id] })).status).toBe(403)
  expect(await choose(other.user_id)).toMatchObject([{ user_id: other.user_id, reads: true }])
  const preview = await call('GET', '/weekly_mail/preview')
  expect(preview.body.subject, preview.text).toBe('North <b>: 23. März bis 29. März in Zahlen')
  expect(await listMails()).toEqual([])
  headers = { cookie: await server.signIn(account.user_id, 30), origin: 'http://localhost' }
  const { people } = (await call('GET', '/weekly_mail')).body
  expect(people.filter(({ reads }: { reads: boolean }) => reads)).toHaveLength(2)
})
