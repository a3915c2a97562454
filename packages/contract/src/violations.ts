// Turns the findings of a validator into errors of the interface: message_id, place and reason.
import type { MessageId } from './errors.ts'
import { isMessageId } from './errors.ts'
import { MESSAGE_ID_KEYWORD, MESSAGE_IDS_KEYWORD } from './keywords.ts'
import { ID_PATTERN } from './schemas/fields.ts'

/** The part of an Ajv error object that is used here. */
export interface Violation {
  keyword: string
  instancePath: string
  params: object
  message?: string
}

export interface ExplainedViolation {
  message_id: MessageId
  /** Readable place: `[3].time_windows[0]`, `label`, or the name of the whole. */
  place: string
  reason: string
}

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Explains one violation. `whole` names the root ("body", "query"). A schema marked `x-message-id` decides the code of everything within
 * it; otherwise a malformed id gives `malformedId`, and anything else `general`.
 */
export function explainViolation(
  schema: JsonSchema,
  violation: Violation,
  codes: { whole: string; general: MessageId; malformedId: MessageId },
): ExplainedViolation {
  const keys = violationKeys(violation)
  const path = walk(schema, keys)
  const place = formatPlace(keys, codes.whole)
  const marked =
    path.map((step) => messageIdOfKeyword(step, violation.keyword)).findLast(isMessageId) ??
    path.map((step) => step[MESSAGE_ID_KEYWORD]).findLast(isMessageId)
  const target = path.length === keys.length + 1 ? path.at(-1) : undefined
  const isMalformedId = target?.pattern === ID_PATTERN && violation.keyword !== 'required'
  const reason = isMalformedId
    ? 'must be an id of 24 lowercase hexadecimal characters'
    : formatReason(violation, target)
  const unmarked = isMalformedId ? codes.malformedId : codes.general
  return { message_id: marked ?? unmarked, place, reason }
}

function messageIdOfKeyword(schema: JsonSchema, keyword: string): unknown {
  return (schema[MESSAGE_IDS_KEYWORD] as Record<string, unknown> | undefined)?.[keyword]
}

/** Formats `/3/time_windows/0` as `[3].time_windows[0]`. */
export function formatPlace(keys: readonly string[], whole: string): string {
  const text = keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  return text.replace(/^\./, '') || whole
}

function violationKeys(violation: Violation): string[] {
  const keys = violation.instancePath.split('/').slice(1).map(unescapePointer)
  const { missingProperty } = violation.params as { missingProperty?: string }
  return violation.keyword === 'required' && missingProperty !== undefined ? [...keys, missingProperty] : keys
}

function unescapePointer(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Schemas from the root to the place, as far as they are declared. */
function walk(schema: JsonSchema, keys: readonly string[]): JsonSchema[] {
  const path = [schema]
  let current = schema
  for (const key of keys) {
    const next = step(current, key)
    if (next === undefined) break
    path.push(next)
    current = next
  }
  return path
}

function step(schema: JsonSchema, key: string): JsonSchema | undefined {
  const properties = schema.properties as Record<string, JsonSchema> | undefined
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key]
  if (/^\d+$/.test(key) && isSchema(schema.items)) return schema.items
  if (isSchema(schema.additionalProperties)) return schema.additionalProperties
  const alternatives = (schema.anyOf ?? []) as JsonSchema[]
  return alternatives.map((alternative) => step(alternative, key)).find((found) => found !== undefined)
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function formatReason({ keyword, params, message }: Violation, target: JsonSchema | undefined): string {
  const { allowedValues, type } = params as { allowedValues?: unknown[]; type?: string | string[] }
  if (keyword === 'required') return 'is required'
  if (keyword === 'enum' && allowedValues !== undefined) {
    return `must be one of ${allowedValues.filter((value) => value !== null).join(', ')}`
  }
  if (keyword === 'type' && type !== undefined) return `must be ${[type].flat().join(' or ')}`
  // A pattern is hard to read; the description says what is expected.
  if (keyword === 'pattern' && typeof target?.description === 'string') return `does not fit: ${target.description}`
  return message ?? 'is not valid'
}
