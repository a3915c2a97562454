/** Reads typed fields from parsed JSON; errors name the path of the wrong field. */

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
    // A matrix has a million entries: paths are built only for wrong ones.
    if (Number.isInteger(entry)) return entry as number
    const number = findInteger(entry, `${path}[${index}]`)
    if (number === undefined) throw new FormatError('is missing', `${path}[${index}]`)
    return number
  })
}

/** The number within the limits (inclusive), or undefined when the field is absent. Throws FormatError naming the limit. */
export function findWithin(value: unknown, path: string, least: number, most: number): number | undefined {
  const number = findNumber(value, path)
  if (number !== undefined) requireWithin(number, path, least, most)
  return number
}

/** The whole number within the limits (inclusive), or undefined when the field is absent. */
export function findWhole(value: unknown, path: string, least: number, most: number): number | undefined {
  const number = findInteger(value, path)
  if (number !== undefined) requireWithin(number, path, least, most)
  return number
}

/** Whole numbers within the limits (inclusive). */
export function listWhole(value: unknown, path: string, least: number, most: number): number[] {
  const list = listIntegers(value, path)
  list.forEach((number, index) => {
    requireWithin(number, `${path}[${index}]`, least, most)
  })
  return list
}

function requireWithin(number: number, path: string, least: number, most: number): void {
  if (number < least) throw new FormatError(`${number} is less than ${least}`, path)
  if (number > most) throw new FormatError(`${number} is more than ${most}`, path)
}
