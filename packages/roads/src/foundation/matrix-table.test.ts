// The limit of 16 bits, and that nothing is lost when a table outgrows it.
import { expect, test } from 'vitest'
import { MatrixTable } from './matrix-table.ts'

const large = 1_000_000

test('a large table takes 16 bits an entry up to 65,535, in shared memory', () => {
  const filled = new MatrixTable(large)
  filled.put(Int32Array.of(0, 65_535), 10)
  expect(filled.table).toBeInstanceOf(Uint16Array)
  expect(filled.table.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect([...filled.table.subarray(9, 13)]).toEqual([0, 0, 65_535, 0])
})

test.each([65_536, -1, 2_147_483_647])('an entry of %i takes it to 32 bits, with what was there', (entry) => {
  const filled = new MatrixTable(large)
  filled.put(Int32Array.of(3, 65_535), 0)
  filled.put(Int32Array.of(1, entry), large - 2)
  filled.put(Int32Array.of(8), 2)
  expect(filled.table).toBeInstanceOf(Int32Array)
  expect(filled.table.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect([...filled.table.subarray(0, 3), ...filled.table.subarray(large - 2)]).toEqual([3, 65_535, 8, 1, entry])
})

test('a small one has 32 bits from the beginning', () => {
  expect(new MatrixTable(large - 1).table).toBeInstanceOf(Int32Array)
})
