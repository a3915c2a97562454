import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyPostgres, testBackend } from '../template.ts'
import { runSoak } from './soak-run.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-soak-'))
let dropDatabase = async () => {}

afterAll(async () => {
  await dropDatabase()
  rmSync(dataDirectory, { recursive: true, force: true })
})

test('drivers, pages, the office and a receiver that misbehaves leave a service without an error, and every report is told of', {
  timeout: 240_000,
}, async () => {
  let databaseUrl: string | undefined
  if (testBackend === 'postgres') {
    const database = await createEmptyPostgres()
    databaseUrl = database.databaseUrl
    dropDatabase = database.drop
  }
  const result = await runSoak({
    settings: { dataDirectory, databaseUrl },
    seed: 5,
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
  for (const what of ['driver: positions', 'page: opened', 'office: plan optimized'])
    expect(result.counts.get(what), what).toBeGreaterThan(0)
})
