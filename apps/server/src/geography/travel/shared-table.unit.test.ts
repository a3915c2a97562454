// Tables as they are kept: where 16 bits end, and what is copied.
import { expect, test } from 'vitest'
import { shareTable } from './shared-table.ts'

const entries = 1_000_000

function tableWith(entry: number) {
  const seconds = new Int32Array(entries).fill(5)
  seconds[999_999] = entry
  return { seconds, meters: new Int32Array(new SharedArrayBuffer(4 * entries)) }
}

test.each([0, 65_535])('entries up to %i go in 16 bits', async (entry) => {
  const { seconds, meters } = await shareTable(tableWith(entry))
  expect(seconds).toBeInstanceOf(Uint16Array)
  expect(meters).toBeInstanceOf(Uint16Array)
  expect(seconds.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect([seconds[0], seconds[999_999]]).toEqual([5, entry])
})

test.each([65_536, -1, 2_147_483_647])('with one of %i they stay in 32, in shared memory', async (entry) => {
  const { seconds } = await shareTable(tableWith(entry))
  expect(seconds).toBeInstanceOf(Int32Array)
  expect(seconds.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect([seconds[0], seconds[999_999]]).toEqual([5, entry])
})

test('what is shared and short already is not copied, and a small table keeps its form', async () => {
  const once = await shareTable(tableWith(7))
  expect((await shareTable(once)).seconds).toBe(once.seconds)
  const meters = new Int32Array(new SharedArrayBuffer(16))
  const small = await shareTable({ seconds: Int32Array.of(0, 1, 2, 0), meters, mixes: Uint8Array.of(1, 2, 3, 4) })
  expect(small.seconds).toEqual(Int32Array.of(0, 1, 2, 0))
  expect(small.meters).toBe(meters)
  expect(small.mixes!.buffer).toBeInstanceOf(SharedArrayBuffer)
})
