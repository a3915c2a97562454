/** Splits a text file into numbered rows of whitespace-separated fields, and reads numbers from them. */

import { FormatError } from './format-error.ts'

export interface TextLine {
  /** Position in the file, counted from 1. */
  readonly number: number
  readonly text: string
  readonly fields: readonly string[]
}

/** All lines that are not blank, in order. */
export function listLines(text: string): TextLine[] {
  const lines: TextLine[] = []
  const rows = text.split(/\r\n|\n|\r/)
  for (let index = 0; index < rows.length; index++) {
    const trimmed = rows[index]!.trim()
    if (trimmed !== '') lines.push({ number: index + 1, text: trimmed, fields: trimmed.split(/\s+/) })
  }
  return lines
}

/** The finite number in one column; throws a FormatError naming line and column when there is none. */
export function getNumber(line: TextLine, column: number, field: string): number {
  const raw = line.fields[column]
  if (raw === undefined) {
    throw new FormatError(`column ${column + 1} is missing (the line has ${line.fields.length})`, field, line.number)
  }
  return parseNumber(raw, field, line.number)
}

/** Like `getNumber`, for whole numbers in a range. */
export function getInteger(line: TextLine, column: number, field: string, least: number, most = 2 ** 31 - 1): number {
  const value = getNumber(line, column, field)
  if (!Number.isInteger(value)) throw new FormatError(`${value} is not a whole number`, field, line.number)
  if (value < least || value > most) {
    throw new FormatError(`${value} is outside ${least}..${most}`, field, line.number)
  }
  return value
}

export function parseNumber(raw: string, field: string, line: number): number {
  const value = Number(raw)
  if (raw === '' || !Number.isFinite(value)) throw new FormatError(`"${raw}" is not a number`, field, line)
  return value
}
