import { afterAll, expect, test } from 'vitest'
import { createServicePlace } from '../template.ts'
import { runRehearsal } from './rehearsal-run.ts'

let place: Awaited<ReturnType<typeof createServicePlace>> | undefined

afterAll(() => place?.drop())

test('two api processes and a worker that are restarted one after the other under load fail no call, lose nothing and tell every page', {
  timeout: 240_000,
}, async () => {
  place = await createServicePlace()
  const nodes = { apis: 2, workers: 1, clients: 4, calmSeconds: 0.5, drainSeconds: 2 }
  const result = await runRehearsal({ settings: place, ...nodes })
  expect(result.faults).toEqual([])
  expect(result.restarts.map(({ name }) => name)).toEqual(['api 1', 'api 2', 'worker 1'])
  expect(result.requests).toBeGreaterThan(100)
  // Each page was sent away twice, and none of them had to read its plan anew.
  expect(result.streams.ended).toBeGreaterThan(0)
  expect(result.streams.resumed).toBe(result.streams.ended)
})
