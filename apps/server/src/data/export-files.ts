// Storage paths of a table exported in the background.
import type { ExportRow } from './export-table.ts'

type Written = Pick<ExportRow, 'id' | 'attempt'>

/** Returns the files of an attempt, in their order. */
export function filesOfExport({ parts, ...written }: Written & Pick<ExportRow, 'parts'>): string[] {
  return Array.from({ length: parts }, (_, index) => fileOfExport(written, index))
}

export function fileOfExport({ id, attempt }: Written, index: number): string {
  return `exports/${id}/${attempt}-${index}`
}
