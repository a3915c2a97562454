// Rows that go on with the order above them: shops write a row for each article, and the recipient in the first one only.
import type { ColumnTarget, RowField } from './fields.ts'
import type { LeftLine, Line } from './table.ts'

/** What tells two stops apart. */
const TELLING: readonly RowField[] = [
  ...([
    'label',
    'first_name',
    'address',
    'street',
    'house_number',
    'postal_code',
    'city',
    'lat',
    'lng',
    'coordinates',
  ] as const),
  ...(['phone', 'email', 'time_windows', 'window_from', 'window_to', 'date', 'type', 'packages'] as const),
]

/** Without rows that name the order of the row before once more, and nothing else that is not written there. */
export function leaveContinued(
  rows: readonly Line[],
  targets: readonly ColumnTarget[],
): { rows: Line[]; left: LeftLine[] } {
  const order = targets.indexOf('external_id')
  const telling = targets.flatMap((target, column) =>
    (TELLING as readonly ColumnTarget[]).includes(target) ? [column] : [],
  )
  const left: LeftLine[] = []
  let first: Line | undefined
  const kept = rows.filter((row) => {
    if (order < 0 || !isContinued(first, row, order, telling)) {
      first = row
      return true
    }
    left.push({ line: row.line, kind: 'continued', text: row.cells[order]!.trim() })
    return false
  })
  return { rows: kept, left }
}

function isContinued(first: Line | undefined, { cells }: Line, order: number, telling: readonly number[]): boolean {
  const written = (cells[order] ?? '').trim()
  if (!first || written === '' || written !== first.cells[order]?.trim() || telling.length === 0) return false
  return telling.every((column) => {
    const cell = (cells[column] ?? '').trim()
    return cell === '' || cell === (first.cells[column] ?? '').trim()
  })
}
