// Reports of free disk space.
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { watchDisk } from './disk.ts'

const clock = { now: () => new Date(0) }

test('a folder on a disk with less than the least free room is told as full, one with more is not', async () => {
  expect(await watchDisk(tmpdir(), clock, Number.MAX_SAFE_INTEGER).isFull()).toBe(true)
  expect(await watchDisk(tmpdir(), clock, 1).isFull()).toBe(false)
  expect(await watchDisk('/nowhere/at/all', clock, 1).isFull()).toBe(false)
})

test('a write that found no room is remembered for a minute', async () => {
  let now = 1_000
  const disk = watchDisk(tmpdir(), { now: () => new Date(now) }, 1)
  expect(disk.note(new Error('something else'))).toBe(false)
  expect(await disk.isFull()).toBe(false)
  const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  expect(disk.note(new Error('the picture could not be stored', { cause }))).toBe(true)
  expect(await disk.isFull()).toBe(true)
  now += 60_000
  expect(await disk.isFull()).toBe(false)
})
