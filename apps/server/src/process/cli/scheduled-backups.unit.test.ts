// When a service makes a backup by itself, and which of the older ones it deletes.
import { describe, expect, test } from 'vitest'
import { isBackupDue, listSurplus } from './scheduled-backups.ts'

const plan = { folder: '/backups', hour: 3, minute: 30, keep: 2, keyFile: undefined }
/** A moment in the time of this machine. */
const at = (day: number, hour: number, minute: number) => new Date(2026, 2, day, hour, minute)

describe('a backup is due', () => {
  test.each([
    ['where none was ever made', undefined, at(2, 12, 0), true],
    ['at its hour', at(1, 3, 30), at(2, 3, 30), true],
    ['not a minute before', at(1, 3, 30), at(2, 3, 29), false],
    ['not again on the same day', at(2, 3, 31), at(2, 23, 0), false],
    ['at the next start, where the machine was off at its hour', at(1, 3, 31), at(2, 9, 0), true],
    ['not before its hour, where one was made by hand since the last', at(1, 18, 0), at(2, 1, 0), false],
  ])('%s', (_, made, now, isDue) => {
    expect(isBackupDue(plan, made?.toISOString(), now)).toBe(isDue)
  })
})

test('the newest are kept, and files of other names are left alone', () => {
  const names = [
    'routewright-2026-03-02T033000Z.backup',
    'before-upgrade.backup',
    'routewright-2026-02-28T033000Z.backup',
    'routewright-2026-03-01T033000Z.backup',
    'routewright-2026-03-03T033000Z.backup.part',
    'routewright-2026-02-27T033000Z.backup',
  ]
  expect(listSurplus(names, 2)).toEqual([
    'routewright-2026-02-28T033000Z.backup',
    'routewright-2026-02-27T033000Z.backup',
  ])
  expect(listSurplus(names, 4)).toEqual([])
})
