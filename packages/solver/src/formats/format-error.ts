/** The error of all readers of problem and solution files: names the line and the field that could not be read. */

export class FormatError extends Error {
  /** Line of the file, counted from 1; undefined when the error is not on a single line. */
  readonly line: number | undefined
  /** Name of the wrong column, section or JSON path. */
  readonly field: string

  constructor(message: string, field: string, line?: number) {
    super(line === undefined ? `${field}: ${message}` : `line ${line}, ${field}: ${message}`)
    this.name = 'FormatError'
    this.field = field
    this.line = line
  }
}

/** Runs a check of a problem read from a file, and turns its RangeError, which names field and limit, into a FormatError. */
export function asFormatError(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new FormatError(error.message, 'problem')
  }
}
