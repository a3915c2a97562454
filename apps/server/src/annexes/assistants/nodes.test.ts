// A proposal that one node made is applied by another, and by both together once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AssistantDay, connectAssistant, createAssistantDay } from '../../../test/assistant.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/template.ts'

type Started = TestServer & { stop(): Promise<void> }
let database: TestDatabase
let nodes: Started[]
let day: AssistantDay

beforeAll(async () => {
  database = await createTestDatabase()
  const first = await startTestServer({ listen: true, database })
  // Nodes share the folder of their secret keys, as they otherwise share SECRET_KEYS.
  nodes = [first, await startTestServer({ listen: true, database, directory: first.directory })]
  day = await createAssistantDay(first)
})

afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop()
  await database.drop()
})

test('a token of one node applies on the other, once', async () => {
  const [one, other] = await Promise.all(nodes.map((node) => connectAssistant(node, day.account.key, { write: true })))
  const stops = [{ name: 'Florist', lat: 47.13, lng: 9.51 }]
  const { token } = await one!.use('propose_stops', { plan_id: day.tuesday, stops })
  const both = await Promise.allSettled([one!, other!].map(({ use }) => use('apply', { token })))
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(await other!.use('apply', { token })).toMatchObject({ applied: true, already_applied: true })
  expect((await day.call('GET', `/v2/plan/${day.tuesday}`)).total_stops).toBe(1)
  for (const assistant of [one!, other!]) await assistant.client.close()
})
