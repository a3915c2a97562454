// Rows that go on with the order above them: shops write a row for each article, and the recipient in the first one only.
import type { ColumnTarget, RowField } from './fields.ts'
import type { LeftLine, Line } from './table.ts'

/** Whom and where an order goes: empty in the rows that go on with it. */
const WHERE: readonly RowField[] = [
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
]

/** Without rows that name the order of the row before once more, but neither whom nor where it goes. */
export function leaveContinued(
  rows: readonly Line[],
  targets: readonly ColumnTarget[],
): { rows: Line[]; left: LeftLine[] } {
  const order = targets.indexOf('external_id')
  const where = targets.flatMap((target, column) =>
    (WHERE as readonly ColumnTarget[]).includes(target) ? [column] : [],
  )
  const left: LeftLine[] = []
  let first: Line | undefined
  const kept = rows.filter((row) => {
    if (order < 0 || !isContinued(first, row, order, where)) {
      first = row
      return true
    }
    left.push({ line: row.line, kind: 'continued', text: row.cells[order]!.trim() })
    return false
  })
  return { rows: kept, left }
}

function isContinued(first: Line | undefined, { cells }: Line, order: number, where: readonly number[]): boolean {
  const written = (cells[order] ?? '').trim()
  if (!first || written === '' || written !== first.cells[order]?.trim()) return false
  return where.length > 0 && where.every((column) => (cells[column] ?? '').trim() === '')
}
