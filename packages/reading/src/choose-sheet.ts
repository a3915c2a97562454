// Chooses the sheet of a file that contains the table.
import type { Purpose } from './fields.ts'
import { guessField } from './headings.ts'
import type { Sheet } from './sheets.ts'
import { findHeadingRow } from './table.ts'

/** Index of the sheet with the table: among visible ones, the one with the most known headings and with rows below them. */
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
