import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyPostgres, type TestDatabase } from '../template.ts'
import { runRehearsal } from './rehearsal-run.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-rehearsal-'))
let database: TestDatabase | undefined

afterAll(async () => {
  await database?.drop()
  rmSync(dataDirectory, { recursive: true, force: true })
})

test('two api processes and a worker that are restarted one after the other under load fail no call, lose nothing and tell every page', {
  timeout: 240_000,
}, async () => {
  database = await createEmptyPostgres()
  const settings = { dataDirectory, databaseUrl: database.databaseUrl }
  const nodes = { apis: 2, workers: 1, clients: 4, calmSeconds: 0.5, drainSeconds: 2 }
  const result = await runRehearsal({ settings, ...nodes })
  expect(result.faults).toEqual([])
  expect(result.restarts.map(({ name }) => name)).toEqual(['api 1', 'api 2', 'worker 1'])
  expect(result.requests).toBeGreaterThan(100)
  // Each page was sent away twice, and none of them had to read its plan anew.
  expect(result.streams.ended).toBeGreaterThan(0)
  expect(result.streams.resumed).toBe(result.streams.ended)
})
