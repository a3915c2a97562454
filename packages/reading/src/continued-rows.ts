// Rows that continue the order above them: shops write a row for each article, with the recipient only in the first one.
import type { ColumnTarget, RowField } from './fields.ts'
import type { LeftLine, Line } from './table.ts'

/** Fields for recipient and place of an order: empty in rows that continue it. */
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

/** Removes rows that repeat the order number of the row before, without recipient and place. */
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
