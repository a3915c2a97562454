// Limits of a stranger's questions: too large ones are refused, none is tried again after its time, five at once.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { SolveTimeout } from '../../optimizing/solving/thread-watch.ts'
import { startWhatIfs } from './what-if.job.ts'

const server = useTestServer({ annexes: 'all' })
const depot = { lat: 47.14, lng: 9.52 }
let account: Account

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })

async function createPlan(stopCount: number): Promise<string> {
  const stops = Array.from({ length: stopCount }, (_, index) => ({
    location: { lat: 47.05 + 0.004 * (index % 45), lng: 9.45 + 0.004 * Math.floor(index / 45) },
  }))
  const routes = [{ start_location: depot, end_location: depot }]
  const { project_id } = account
  const plan = await ask('POST', '/v2/plan', { execution_date: '2026-03-02', stops, routes }, { project_id })
  expect(plan.status, plan.text).toBe(201)
  return plan.body.id
}

beforeEach(async () => {
  account = await server.createAccount()
})

describe('what is asked', () => {
  test('of more stops than its vehicles can have a use for is refused at once, with the limits', async () => {
    const planId = await createPlan(501)
    const answer = await ask('POST', `/app/v1/plan/${planId}/fleet_sizes`, {})
    expect(answer.status).toBe(400)
    expect(answer.body.message_id).toBe('highway.trial.error.too_large')
    expect(answer.body.message).toBe(
      `Plan ${planId} has 501 stops for 1 vehicles. Up to 5000 stops of a day are tried, and up to 500 for each vehicle.`,
    )
  })

  test('of a spreadsheet with too many rows for the vans of a day is refused at once', async () => {
    const rows = Array.from({ length: 501 }, () => ({ date: '2026-02-02', lat: 47.1, lng: 9.5, vehicle: 'Van 1' }))
    const path = `/app/v1/project/${account.project_id}/replays/spreadsheet`
    const answer = await ask('POST', path, { rows })
    expect(answer.body.message_id, answer.text).toBe('highway.trial.error.too_large')
  })

  test('ten times at once is taken five times', async () => {
    const planId = await createPlan(3)
    const path = `/app/v1/plan/${planId}/fleet_sizes`
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('POST', path, { fewer: 0, more: 0 })))
    const taken = answers.filter(({ status }) => status === 201)
    const refused = answers.flatMap(({ status, body }) => (status === 201 ? [] : body.message_id))
    expect(taken).toHaveLength(5)
    expect(new Set(refused)).toEqual(new Set(['highway.trial.error.too_many']))
    for (const { body } of taken) await ask('DELETE', `/app/v1/fleet_sizes/${body.id}`)
  })

  test('is not tried again when it took too long, and says so', async () => {
    const planId = await createPlan(3)
    const { body: asked } = await ask('POST', `/app/v1/plan/${planId}/fleet_sizes`, { fewer: 0, more: 0 })
    let tries = 0
    const { best } = server.services.travel
    const slow = {
      matrix: () => {
        tries += 1
        throw new SolveTimeout(70)
      },
    }
    const travel = { ...server.services.travel, best: Object.assign(Object.create(best), slow) }
    await startWhatIfs({ ...server.services, travel })
    const read = async () => (await ask('GET', `/app/v1/fleet_sizes/${asked.id}`)).body
    await until('its end', async () => (await read()).state === 'failed')
    expect(await read()).toMatchObject({
      reason: 'The optimizer did not end within 70 s. Ask for fewer stops at once.',
    })
    expect(tries).toBe(1)
  })
})
