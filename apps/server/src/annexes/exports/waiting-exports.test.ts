// Tables that nobody writes yet: how many may wait, and what becomes of those that were left half written.
import { beforeEach, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { listed } from '../../../test/object-store.ts'
import { startFileDeletion } from '../../frame/files/deletion.job.ts'
import { startExports } from './export.job.ts'

const server = useTestServer()
const day = '2026-03-02'
let account: Account

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const ask = async () =>
  call('POST', '/app/v1/exports', { what: 'stops', project_id: account.project_id, from_date: day })

beforeEach(async () => {
  account = await server.createAccount()
  const plan = await call('POST', '/v2/plan', { execution_date: day }, { project_id: account.project_id })
  await call('POST', '/v2/stops', [{ label: 'only one' }], { plan_id: plan.body.id })
})

test('an organization has five waiting, and one that is ended makes room', async () => {
  const asked: string[] = []
  for (let count = 0; count < 5; count++) asked.push((await ask()).body.id)
  expect(await ask()).toMatchObject({ status: 400, body: { message_id: 'highway.export.error.too_many' } })
  const early = await call('GET', `/app/v1/exports/${asked[0]}/file`)
  expect(early).toMatchObject({ status: 400, body: { message_id: 'highway.export.error.not_ready' } })
  expect((await call('DELETE', `/app/v1/exports/${asked[0]}`)).status).toBe(200)
  expect((await ask()).status).toBe(201)
})

test('what a process left that ended in the middle is begun anew, and nothing of it stays', async () => {
  const { id } = (await ask()).body
  const left = `update exports set state = 'running', attempt = 1, parts = 1, percent = 40 where id = $1`
  await server.services.database.executeSql(left, [id])
  await server.services.storage.putFile(`exports/${id}/1-0`, Buffer.from('half'))
  await startExports(server.services)
  await startFileDeletion(server.services)
  const state = async () => (await call('GET', `/app/v1/exports/${id}`)).body
  await until('the file', async () => (await state()).state === 'finished')
  expect(await state()).toMatchObject({ percent: 100, rows: 1 })
  await until('the deletion', async () => !(await listed(server.services.storage)).includes(`exports/${id}/1-0`))
  expect(await listed(server.services.storage)).toContain(`exports/${id}/2-0`)
})
