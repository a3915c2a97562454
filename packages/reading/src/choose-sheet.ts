// Which sheet of a file has the table.
import type { Purpose } from './fields.ts'
import { guessField } from './headings.ts'
import type { Sheet } from './sheets.ts'
import { findHeadingRow } from './table.ts'

/** The place of the sheet that has the table: of those in sight, the one with most known headings and rows below them. */
export function chooseSheet(sheets: readonly Sheet[], purpose: Purpose = 'plan'): number {
  let best = { at: 0, score: -1 }
  for (const [at, { isHidden, lines }] of sheets.entries()) {
    const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    const row = findHeadingRow(filled, purpose)
    const cells = row === undefined || row === filled.length - 1 ? [] : filled[row]!.cells
    const known = new Set(cells.flatMap((cell) => guessField(cell, purpose)?.field ?? []))
    const score = (isHidden ? 0 : 1_000) + known.size
    if (score > best.score) best = { at, score }
  }
  return best.at
}
