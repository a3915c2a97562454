// The report on planted faults: survivors with their lines, harmless ones apart, and the share of those that can be noticed.
import { expect, test } from 'vitest'
import { listFaults } from '../../bench/mutants/faults.ts'
import { HARMLESS } from '../../bench/mutants/harmless.ts'
import { listRooms } from '../../bench/mutants/product-files.ts'
import { describeFault, listStale, shareKilled, writeSummary } from '../../bench/mutants/report.ts'
import { readRepository } from '../architecture/source-files.ts'

const file = { path: 'packages/ui/src/a.ts', text: 'x = a + b\ny = a < b\nz = a && b\n' }
const rooms = listRooms([file])
const [sign, boundary, logic] = listFaults(file.path, file.text).map((fault) => ({ room: 'ui', file, fault }))
const killed = { outcome: 'killed', by: 'a.test.ts: a sum', passed: 0, left: 0, milliseconds: 1 } as const
const survived = { outcome: 'survived', passed: 1, left: 0, milliseconds: 1 } as const
const known = [{ file: file.path, line: 'y = a < b', kind: 'boundary', why: 'Both ways come to the same.' }] as const
const judged = [
  describeFault(sign!, killed, known),
  describeFault(boundary!, survived, known),
  describeFault(logic!, survived, known),
]

test('a survivor is shown before and after; a harmless one is counted apart', () => {
  const summary = writeSummary(judged, rooms)
  expect(summary).toContain('packages/ui/src/a.ts:3 logic\n    - z = a && b\n    + z = a || b')
  expect(summary).not.toContain('- y = a < b')
  expect(summary).toMatch(/^ui +3 +3 +1 +1 +0 +50 %$/m)
})

test('the share is of the faults that can be noticed', () => {
  expect(shareKilled(judged)).toBe(0.5)
  expect(shareKilled([])).toBe(1)
})

test('a harmless fault is named by what it makes of the line where the line has several', () => {
  const [first] = known
  expect(describeFault(boundary!, survived, [{ ...first, after: 'y = a <= b' }]).harmless).toBe(first.why)
  expect(describeFault(boundary!, survived, [{ ...first, after: 'y = a > b' }]).harmless).toBeUndefined()
})

test('an entry whose line is gone is stale', () => {
  expect(listStale(known, rooms)).toEqual([])
  const gone = { ...known[0], line: 'y = b < a' }
  expect(listStale([gone], rooms)).toEqual([gone])
})

test('no entry of the list of harmless faults is stale', () => {
  expect(listStale(HARMLESS, listRooms(readRepository()))).toEqual([])
})
