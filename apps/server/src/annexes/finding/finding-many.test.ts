// The search over everything among thousands of stops.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const server = useTestServer()

test('a name that few of thousands of stops have is found, the newest of them', async () => {
  const other = await server.createAccount()
  const owner = { key: other.key, query: { project_id: other.project_id } }
  const { id: plan_id } = (await server.call('POST', '/v2/plan', { ...owner, body: {} })).body
  // Four of the newest two thousand, and each fiftieth of those before.
  const isAnna = (number: number) => (number < 3_200 ? number % 50 === 0 : number % 600 === 300)
  const makeStop = (number: number) => ({ label: `${isAnna(number) ? 'Anna Gantner' : 'Bert Beck'} ${number}` })
  for (const first of [0, 2_600]) {
    const body = Array.from({ length: 2_600 }, (_, index) => makeStop(first + index))
    await server.call('POST', '/v2/stops', { key: other.key, query: { plan_id }, body })
  }
  const found = await server.call('GET', '/app/v1/find', { key: other.key, query: { text: 'anna gan' } })
  const numbers = found.body.findings.map(({ title }: { title: string }) => Number(title.split(' ').at(-1)))
  expect(numbers).toHaveLength(20)
  // Four of the newest thousands, and the newest sixteen before those.
  expect(Math.min(...numbers)).toBe(2_400)
})
