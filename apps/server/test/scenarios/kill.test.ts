import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createEmptyPostgres, testBackend } from '../template.ts'
import { runChaos } from './chaos-run.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-kill-'))
let dropDatabase = async () => {}

afterAll(async () => {
  await dropDatabase()
  rmSync(dataDirectory, { recursive: true, force: true })
})

test('kill -9 while writing, optimizing and delivering events loses nothing acknowledged and leaves nothing half done', {
  timeout: 240_000,
}, async () => {
  let databaseUrl: string | undefined
  if (testBackend === 'postgres') {
    const database = await createEmptyPostgres()
    databaseUrl = database.databaseUrl
    dropDatabase = database.drop
  }
  const result = await runChaos({ settings: { dataDirectory, databaseUrl }, kills: 3, seed: 11 })
  expect(result.faults).toEqual([])
  expect(result.acknowledged.bulks + result.acknowledged.labels + result.acknowledged.reports).toBeGreaterThan(10)
  expect(result.acknowledged.optimizations).toBeGreaterThan(0)
  expect(result.endings).not.toHaveProperty('in progress')
})
