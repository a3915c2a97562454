/** Reads typed fields out of parsed JSON, naming the path of what does not fit. */

import { FormatError } from './format-error.ts'

export type JsonRecord = Readonly<Record<string, unknown>>

export function getRecord(value: unknown, path: string): JsonRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new FormatError('is not an object', path)
  return value as JsonRecord
}

export function getArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new FormatError('is not an array', path)
  return value
}

/** The number, or undefined when the field is absent. */
export function findNumber(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new FormatError(`${JSON.stringify(value)} is not a number`, path)
  return value
}

/** The whole number, or undefined when the field is absent. */
export function findInteger(value: unknown, path: string): number | undefined {
  const number = findNumber(value, path)
  if (number !== undefined && !Number.isInteger(number)) throw new FormatError(`${number} is not a whole number`, path)
  return number
}

export function listIntegers(value: unknown, path: string): number[] {
  return getArray(value, path).map((entry, index) => {
    // A matrix has a million of them: their paths are written for those that are wrong.
    if (Number.isInteger(entry)) return entry as number
    const number = findInteger(entry, `${path}[${index}]`)
    if (number === undefined) throw new FormatError('is missing', `${path}[${index}]`)
    return number
  })
}
