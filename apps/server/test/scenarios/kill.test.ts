import { afterAll, expect, test } from 'vitest'
import { createServicePlace } from '../template.ts'
import { runChaos } from './chaos-run.ts'

let place: Awaited<ReturnType<typeof createServicePlace>> | undefined

afterAll(() => place?.drop())

test('kill -9 while writing, optimizing and delivering events loses nothing acknowledged and leaves nothing half done', {
  timeout: 240_000,
}, async () => {
  place = await createServicePlace()
  const result = await runChaos({ settings: place, kills: 3, seed: 11 })
  expect(result.faults).toEqual([])
  expect(result.acknowledged.bulks + result.acknowledged.labels + result.acknowledged.reports).toBeGreaterThan(10)
  expect(result.acknowledged.optimizations).toBeGreaterThan(0)
  expect(result.endings).not.toHaveProperty('in progress')
})
