// The nightly job, as the queue runs it.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'
import { jpeg } from '../../../test/pictures.ts'

const server = useTestServer({ listen: true })

test('the job removes what every organization keeps no longer, and notes it', async () => {
  const account = await server.createAccount()
  const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
    (await server.call(method, path, { key: account.key, body, query })).body
  const { project_id } = account
  const plan = await call('POST', '/v2/plan', { execution_date: '2026-01-02' }, { project_id })
  const [stop] = await call('POST', '/v2/stops', [{ label: 'Anna', weight: 7 }], { plan_id: plan.id })
  const photo = `data:image/jpeg;base64,${jpeg().toString('base64')}`
  await call('POST', `/v3/stop/${stop.id}/report`, { type: 'service_report_completed', images: [photo] })
  const files = () =>
    readdirSync(join(server.directory, 'files'), { recursive: true }).filter((name) => /jpg$/.test(String(name)))
  expect(files()).toHaveLength(2)
  const headers = { cookie: await server.signIn(account.user_id) }
  await server.call('PUT', '/app/v1/retention', { headers, body: { personal: 30, photos: 30 } })
  const { database, jobs } = server.services
  await database.transaction((tx) => jobs.send(tx, 'retention', {}))
  const log = async () => (await server.call('GET', '/app/v1/audit', { headers })).body.docs
  await expect
    .poll(async () => (await log())[0], { timeout: 20_000 })
    .toMatchObject({
      action: 'deleted',
      resource_type: 'retention',
      actor: { type: 'system' },
      changes: { personal: 1, photos: 1 },
    })
  await expect.poll(files, { timeout: 20_000 }).toEqual([])
  const now = await call('GET', `/v2/stop/${stop.id}`)
  expect(now).toMatchObject({ weight: 7 })
  expect(now).not.toHaveProperty('label')
})
