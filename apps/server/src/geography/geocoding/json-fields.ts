// Reads fields of responses without a guaranteed schema: a wrong type counts as a missing field.

export type JsonRecord = Record<string, unknown>

export function recordAt(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {}
}

export function listAt(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The first of the fields that holds a text or a number, as text. */
export function getText(record: JsonRecord, ...fields: string[]): string | undefined {
  for (const field of fields) {
    const value = record[field]
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 500)
    if (typeof value === 'number') return String(value)
  }
  return undefined
}

/** A degree within its range, or undefined. */
export function findDegree(value: unknown, limit: 90 | 180): number | undefined {
  const degrees = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof degrees !== 'number' || !(Math.abs(degrees) <= limit)) return undefined
  return degrees
}

export function findCountryCode(text: string | undefined): string | undefined {
  return text && /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : undefined
}

/** A postcode; undefined where a place has several in one field, because none of them is known to be the one. */
export function findPostcode(text: string | undefined): string | undefined {
  return text && !/[;,]/.test(text) ? text : undefined
}
