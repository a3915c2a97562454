// Turns in the queues: what one organization asked for does not keep back another one.
import { expect, test } from 'vitest'
import { createId } from '../../../src/frame/platform/ids.ts'
import { until, useTestServer } from '../../../test/harness.ts'
import type { QueueName } from './job-queues.ts'

const server = useTestServer()

async function send(queue: 'week_plan' | 'what_if', organizationId: string, count: number): Promise<void> {
  const { jobs, database } = server.services
  const job = { organization_id: organizationId, week_plan_id: createId(new Date()), what_if_id: createId(new Date()) }
  for (let sent = 0; sent < count; sent++) await database.transaction((tx) => jobs.send(tx, queue, job))
}

async function waitingIn(queue: QueueName): Promise<number> {
  const backlog = await server.services.jobs.listBacklog()
  return backlog.find((entry) => entry.queue === queue)?.due ?? 0
}

test('an organization with one job comes after the first job of one with many', async () => {
  await send('week_plan', 'many', 4)
  await send('week_plan', 'single', 1)
  const worked: string[] = []
  await server.services.jobs.work('week_plan', {}, async ({ organization_id }) => {
    worked.push(organization_id)
  })
  await until('all jobs', () => Promise.resolve(worked.length === 5))
  expect(worked).toEqual(['many', 'single', 'many', 'many', 'many'])
})

test('new jobs of one organization do not keep back the old ones of another', async () => {
  await send('what_if', 'old', 3)
  const worked: string[] = []
  await server.services.jobs.work('what_if', {}, async ({ organization_id }) => {
    worked.push(organization_id)
    if (organization_id === 'steady' && worked.length > 8) return
    await send('what_if', 'steady', 1)
  })
  await until('the old jobs', () => Promise.resolve(worked.filter((name) => name === 'old').length === 3))
  expect(worked.lastIndexOf('old')).toBeLessThan(7)
  await until('an empty queue', async () => (await waitingIn('what_if')) === 0)
})

test('a group holds its share of the workers, and another one finds a free worker', async () => {
  const { jobs, database } = server.services
  const running = new Set<string>()
  let most = 0
  const countBusy = () => [...running].filter((run) => run.startsWith('busy')).length
  const ended = Promise.withResolvers<void>()
  const sendRun = (organization_id: string, run_id: string) =>
    database.transaction((tx) =>
      jobs.send(tx, 'optimization', { organization_id, run_id }, { group: { id: organization_id } }),
    )
  for (const run of ['busy-1', 'busy-2', 'busy-3']) await sendRun('busy', run)
  await jobs.work('optimization', { concurrency: 2, mostOfGroup: 1 }, async ({ run_id }) => {
    running.add(run_id)
    most = Math.max(most, countBusy())
    await ended.promise
    running.delete(run_id)
  })
  await until('the first run', () => Promise.resolve(running.size === 1))
  await sendRun('other', 'other-1')
  await until('the run of the other', () => Promise.resolve(running.has('other-1')))
  // Both workers look at once: which run of the group begins is left open.
  expect([running.size, countBusy()]).toEqual([2, 1])
  ended.resolve()
  await until('an empty queue', async () => (await waitingIn('optimization')) === 0 && running.size === 0)
  expect(most).toBe(1)
})
