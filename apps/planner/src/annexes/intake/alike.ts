// Cells that are wrong in the same way: the same text in the same column, to be mended in one go.
import type { CellFault } from '@routewright/reading'
import { rowPlan, type useImport } from './import-store.ts'

export interface AlikeCells {
  column: number
  text: string
  fault: CellFault
  /** In order. */
  rows: number[]
}

/** The most frequent first. */
export function alikeFaults(state: ReturnType<typeof useImport.getState>): AlikeCells[] {
  const found = new Map<string, AlikeCells>()
  for (const [row, { faults }] of state.rows.entries()) {
    if (faults.size === 0 || rowPlan(state, row) === 'done') continue
    for (const [column, fault] of faults) {
      const text = (state.body[row]![column] ?? '').trim()
      const key = `${column}\n${text}`
      const alike = found.get(key)
      if (alike) alike.rows.push(row)
      else found.set(key, { column, text, fault, rows: [row] })
    }
  }
  return [...found.values()].sort(
    (first, other) => other.rows.length - first.rows.length || first.rows[0]! - other.rows[0]!,
  )
}
