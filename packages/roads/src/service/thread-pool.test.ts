import { expect, it } from 'vitest'
import { ThreadPool } from './thread-pool.ts'

it('gives up on threads that die at once, with an error for every task', async () => {
  const facts = {
    profile: 'car',
    drivesOnLeft: false,
    bounds: { minLat: 0, minLng: 0, maxLat: 0, maxLng: 0 },
    edgeCount: 0,
    stateCount: 0,
    arcCount: 0,
    shortcutCount: 0,
    networkHash: '',
    hours: [],
  }
  // The block contains no arrays: no thread can start on it.
  const pool = new ThreadPool({ facts, lengths: {}, memory: new SharedArrayBuffer(8) }, 2)
  const tasks = Array.from({ length: 8 }, () => pool.runQuick({ kind: 'snap', points: [] }))
  const results = await Promise.allSettled(tasks)
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'worker_failed' } })
  }
  await expect(pool.runQuick({ kind: 'snap', points: [] })).rejects.toMatchObject({ code: 'closed' })
  await pool.close()
})
