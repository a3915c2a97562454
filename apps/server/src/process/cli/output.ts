// Output of the commands: one line of JSON for programs, aligned words for people.

type Row = Record<string, unknown>

/** Prints a record, or a list of them, to standard output. */
export function print(value: object, asJson: boolean | undefined): void {
  if (asJson) {
    process.stdout.write(`${JSON.stringify(value)}\n`)
    return
  }
  const text = Array.isArray(value) ? table(value as Row[]) : lines(value as Row)
  process.stdout.write(`${text}\n`)
}

function lines(record: Row): string {
  const entries = Object.entries(record).filter(([, value]) => value !== undefined && value !== null)
  const width = Math.max(...entries.map(([key]) => key.length))
  return entries.map(([key, value]) => `${key.padEnd(width)}  ${cell(value)}`).join('\n')
}

function table(rows: Row[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) return 'There are none.'
  const cells = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]!.length)))
  return cells
    .map((row) =>
      row
        .map((text, index) => text.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
