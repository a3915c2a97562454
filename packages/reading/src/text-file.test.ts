import { expect, test } from 'vitest'
import { readTextRows } from './text-file.ts'

/** A cell in quotes over this many lines, in a file in which another quote is never closed. */
function fileWithLongCell(lines: number): string {
  const note = Array.from({ length: lines }, (_, at) => `line ${at + 1}`).join('\n')
  return `Name,Note\nMeier,"${note}"\nHuber,6" pipe\nFrei,"left open`
}

test('beside an unbalanced quote, a cell of up to 20 lines is still read whole', () => {
  const { lines, faults } = readTextRows(fileWithLongCell(20))
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 22, 23])
  expect(lines[1]!.cells[1]!.split('\n')).toHaveLength(20)
  expect(faults).toEqual([{ line: 23, kind: 'quote' }])
})

test('a longer one is taken for a quote that nobody closed: its lines are read one by one, and said', () => {
  const { lines, faults } = readTextRows(fileWithLongCell(21))
  expect(lines).toHaveLength(24)
  expect(lines[1]).toEqual({ line: 2, cells: ['Meier', '"line 1'] })
  expect(faults[0]).toEqual({ line: 2, kind: 'quote' })
})
