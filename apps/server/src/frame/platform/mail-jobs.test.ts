// Mails carry links that open something: nothing of them stays in the queue once they are sent or given up.
import { expect, test } from 'vitest'
import { startTestServer, until } from '../../../test/harness.ts'
import type { OrganizationMail } from './mail.ts'

async function startWith(send: (mail: OrganizationMail) => Promise<void>) {
  const server = await startTestServer({ listen: true, realClock: true, mail: { send } })
  const account = await server.createAccount()
  const body = { email: `${account.user_id}@example.test` }
  expect((await server.call('POST', '/app/v1/password/forgotten', { body })).status).toBeLessThan(300)
  const { executeSql } = server.services.database
  const jobs = async () => (await executeSql("select id, state::text from jobs.job where name = 'mail'")).rows
  return { server, executeSql, jobs }
}

test('a mail that was sent', async () => {
  const sent: string[] = []
  const { server, jobs } = await startWith(async (mail) => void sent.push(mail.text))
  await until('the mail', () => sent.length === 1)
  expect(sent[0]).toContain('/reset/')
  await until('an empty queue', async () => (await jobs()).length === 0)
  await server.stop()
})

// The queue looks again every twenty seconds.
test('a mail that was tried in vain for the last time', { timeout: 90_000 }, async () => {
  let tries = 0
  const { server, jobs, executeSql } = await startWith(async () => {
    tries += 1
    throw new Error('the mail server is away')
  })
  await until('the first failure', async () => (await jobs())[0]?.state === 'retry')
  await executeSql("update jobs.job set retry_count = 7, start_after = now() where name = 'mail'")
  await until('an empty queue', async () => tries === 2 && (await jobs()).length === 0, 60)
  await server.stop()
})
