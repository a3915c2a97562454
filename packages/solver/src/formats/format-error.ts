/** The error of every reader of problem and solution files: it names the line and the field that could not be read. */

export class FormatError extends Error {
  /** Line of the file, counted from 1; undefined when no single line is at fault. */
  readonly line: number | undefined
  /** Name of the column, section or JSON path at fault. */
  readonly field: string

  constructor(message: string, field: string, line?: number) {
    super(line === undefined ? `${field}: ${message}` : `line ${line}, ${field}: ${message}`)
    this.name = 'FormatError'
    this.field = field
    this.line = line
  }
}

/** Runs a check of a problem that came from a file: a RangeError of it, which names field and limit, becomes a FormatError. */
export function asFormatError(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FormatError(error.message, 'problem')
  }
}
