import { afterAll, expect, test } from 'vitest'
import { createServicePlace } from '../template.ts'
import { runSoak } from './soak-run.ts'

let place: Awaited<ReturnType<typeof createServicePlace>> | undefined

const kinds = ['driver: report', 'driver: positions', 'page: opened', 'office: plan optimized']

afterAll(() => place?.drop())

test('drivers, pages, the office and a receiver that misbehaves leave a service without an error, and every report is told of', {
  timeout: 240_000,
}, async () => {
  place = await createServicePlace()
  const result = await runSoak({
    settings: place,
    seed: 5,
    needed: kinds,
    size: {
      minutes: 0.15,
      drivers: 6,
      pages: 4,
      shiftSeconds: 4,
      stopsPerDriver: 2,
      positionSeconds: 1,
      changesSeconds: 1,
      officeMilliseconds: 100,
      pageSeconds: 2,
      sampleSeconds: 1,
    },
  })
  expect(result.faults.list).toEqual([])
  expect(result.samples.length).toBeGreaterThan(0)
  expect(result.samples[0]!.heapUsed).toBeGreaterThan(10_000_000)
  expect(result.events.arrived).toBe(result.counts.get('driver: report'))
  expect(result.events.arrived).toBeGreaterThan(0)
  for (const what of kinds) expect(result.counts.get(what), what).toBeGreaterThan(0)
})
