// Reads request bodies and query strings into plain values that the database can hold, or refuses them.
import { BODY_DEPTH } from '@routewright/contract'
import { apiError, invalidPayload } from '../platform/api-error.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Bodies from here on are handled in steps that let other requests in between. */
export const largeBodyBytes = 256 * 1024

/** Lets everything that waits be answered first. */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** A body above its limit is still read up to here: a client that is cut off while sending would not see the refusal. */
const maxDrainedBytes = 64 * 1_048_576

/** All bytes of the body. Throws payload_too_large when there are more than `limit`, to the byte. */
export async function readBody(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else {
      chunks.length = 0
      if (size > limit + maxDrainedBytes) break
    }
  }
  if (size > limit) throw apiError('highway.request.error.payload_too_large', { limit })
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

/** The body as JSON; undefined when empty. Throws malformed_json, or invalid_payload for text that cannot be stored. */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = decoder.decode(bytes)
    if (text.trim() === '') return undefined
    value = JSON.parse(text)
  } catch (error) {
    throw malformed((error as Error).message)
  }
  clean(value, /\\u|\0/.test(text), '', BODY_DEPTH)
  return value
}

function malformed(reason: string) {
  // V8 quotes the source around the mistake; the source may hold secrets and need not be repeated.
  const brief = reason
    .replace(/[,:]? "(?:.|\n)*" is not valid JSON$/, ' is not valid')
    .replace(/"[^"]*"\.\.\. is/, 'It is')
  return apiError('highway.request.error.malformed_json', { reason: brief.slice(0, 200) })
}

/**
 * Drops keys that would reach object prototypes and bounds the nesting. Only a text with escapes can hold a NUL or half
 * a surrogate pair (the UTF-8 was checked), so strings are looked at only then.
 */
function clean(value: unknown, checkTexts: boolean, place: string, levels: number): void {
  if (typeof value === 'string') {
    if (checkTexts) checkText(value, place)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (levels === 0)
    throw apiError('highway.request.error.malformed_json', {
      reason: `it is nested deeper than ${BODY_DEPTH} levels`,
    })
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) clean(value[i], checkTexts, `${place}[${i}]`, levels - 1)
    return
  }
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    if (key === '__proto__' || key === 'prototype' || (key === 'constructor' && typeof record[key] === 'object')) {
      delete record[key]
      continue
    }
    if (checkTexts) checkText(key, place)
    const child = record[key]
    // Scalars first: a bulk of 5,000 stops has some 150,000 of them.
    if (typeof child === 'object' || (checkTexts && typeof child === 'string')) {
      clean(child, checkTexts, place === '' ? key : `${place}.${key}`, levels - 1)
    }
  }
}

function checkText(text: string, place: string): void {
  if (!isStorable(text)) {
    throw invalidPayload(place || 'body', 'holds a character that cannot be stored')
  }
}

/** Neither NUL nor half a surrogate pair, which PostgreSQL refuses. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

export type RawQuery = Record<string, string | string[]>

/** Query parameters as sent; one that is there twice becomes an array, for validation to judge. */
export function parseQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const before = query[name]
    if (before === undefined) query[name] = value
    else if (Array.isArray(before)) before.push(value)
    else query[name] = [before, value]
  }
  return query
}
