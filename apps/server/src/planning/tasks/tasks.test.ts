// Tasks: attached, changed and removed while their stop is pending.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let planId: string
let stopId: string

function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  return server.call(method, path, { key: account.key, body, query })
}

const stop = async () => (await call('GET', `/v2/stop/${stopId}`)).body

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  const plan = await call('POST', '/v2/plan', { stops: [{ label: 's' }] }, { project_id: account.project_id })
  planId = plan.body.id
  stopId = (await call('GET', `/v2/plan/${planId}/stops`)).body[0].id
})

describe('POST /v2/task', () => {
  test('attaches a pending task at the end of an existing stop and answers it', async () => {
    server.clock.advanceSeconds(5)
    const first = await call('POST', '/v2/task', { label: 'Sign', comments: 'c', barcode: 'B' }, { stop_id: stopId })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      stop_id: stopId,
      created_by: account.user_id,
      label: 'Sign',
      comments: 'c',
      barcode: 'B',
      status: 'pending',
      created_at: '2026-03-02T08:00:05.000Z',
      updated_at: '2026-03-02T08:00:05.000Z',
    })
    const second = await call('POST', '/v2/task', undefined, { stop_id: stopId })
    expect((await stop()).tasks).toEqual([first.body, second.body])
    expect((await stop()).updated_at >= '2026-03-02T08:00:05.000Z').toBe(true)
  })

  test('refuses an unknown stop, a bad status, and a stop that has ended', async () => {
    const refusal = async (body: object, stop_id: string) => (await call('POST', '/v2/task', body, { stop_id })).body
    expect(await refusal({}, 'a'.repeat(24))).toMatchObject({ message_id: 'highway.domain.error.not_found' })
    expect(await refusal({}, 'x')).toMatchObject({ message_id: 'highway.validation.error.invalid_id' })
    const bad = await refusal({ status: 'done' }, stopId)
    expect(bad).toMatchObject({ message_id: 'highway.task.error.invalid_status' })
    expect(bad.message).toContain('status')
    await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    expect(await refusal({}, stopId)).toMatchObject({ message_id: 'highway.stop.error.already_executed' })
  })
})

describe('PUT /v2/task/{task_id}', () => {
  test('changes label, comments, barcode, custom_fields and status; the same twice is the same', async () => {
    const { body: task } = await call('POST', '/v2/task', { label: 'a', comments: 'x' }, { stop_id: stopId })
    server.clock.advanceSeconds(5)
    const change = { label: 'b', comments: null, barcode: 'c', custom_fields: { k: [1] }, status: 'completed' }
    const first = await call('PUT', `/v2/task/${task.id}`, change)
    expect(first.status).toBe(200)
    const { comments: _, ...rest } = task
    expect(first.body).toEqual({
      ...rest,
      label: 'b',
      barcode: 'c',
      custom_fields: { k: [1] },
      status: 'completed',
      updated_at: expect.stringMatching(/^2026-03-02T08:00:05/),
    })
    server.clock.advanceSeconds(5)
    expect((await call('PUT', `/v2/task/${task.id}`, change)).body).toEqual(first.body)
  })

  test('the status is fixed once the stop has ended; words may still be corrected', async () => {
    const { body: task } = await call('POST', '/v2/task', { label: 'a' }, { stop_id: stopId })
    await call('PUT', `/v2/plan/${planId}`, { status: 'finished' })
    const refused = await call('PUT', `/v2/task/${task.id}`, { status: 'completed' })
    expect(refused).toMatchObject({ status: 400, body: { message_id: 'highway.task.error.stop_already_executed' } })
    expect((await call('PUT', `/v2/task/${task.id}`, { label: 'b', status: 'pending' })).body.label).toBe('b')
  })
})

describe('DELETE /v2/task/{task_id}', () => {
  test('removes the task from its stop and answers it', async () => {
    const { body: task } = await call('POST', '/v2/task', { label: 'a' }, { stop_id: stopId })
    const { status, body } = await call('DELETE', `/v2/task/${task.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: task.id, label: 'a', deleted_at: '2026-03-02T08:00:00.000Z' })
    expect((await stop()).tasks).toEqual([])
    for (const method of ['PUT', 'DELETE']) {
      expect((await call(method, `/v2/task/${task.id}`, {})).status).toBe(404)
    }
  })

  test('a task of a deleted stop is not found', async () => {
    const { body: task } = await call('POST', '/v2/task', {}, { stop_id: stopId })
    await call('DELETE', `/v2/stop/${stopId}`)
    const answer = await call('PUT', `/v2/task/${task.id}`, { label: 'x' })
    expect(answer).toMatchObject({ status: 404, body: { message: `No task with id ${task.id} was found.` } })
  })
})
