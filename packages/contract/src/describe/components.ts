// Finds the named records of the interface and replaces them by references, for both descriptions.

import Type, { type TSchema } from 'typebox'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { BEYOND_KEYWORD } from '../keywords.ts'
import { record } from '../schema.ts'

export type JsonSchema = { [keyword: string]: unknown }

/** A declared schema as the plain JSON Schema that it is. */
export function plain(schema: TSchema): JsonSchema {
  return schema as unknown as JsonSchema
}

/** Body of every error except 429 and 500. */
export const ApiError = record('ApiError', 'Why a request was refused. Branch on message_id, never on message.', {
  message: Type.String({ description: 'For people; the wording may change.' }),
  message_id: Type.String({ description: 'Stable code, highway.<context>.error.<reason>.' }),
})

/** Body of a 429, outside the envelope. */
export const TooManyRequests = record('TooManyRequests', 'The rate limit is reached; back off exponentially.', {
  statusCode: Type.Integer(),
  error: Type.String(),
  message: Type.String(),
  message_id: Type.Optional(
    Type.String({
      description: 'Never sent with this status; named so that code may ask any refusal for it.',
      maxLength: 0,
    }),
  ),
})

/** Named schemas used by these endpoints, and those in `more`, by name in alphabetical order. */
export function collectComponents(
  endpoints: readonly Endpoint[],
  more: readonly TSchema[] = [],
): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>()
  for (const schema of [ApiError, TooManyRequests, ...more]) collect(plain(schema), found)
  for (const { body, response } of endpoints) {
    for (const schema of [body, ...Object.values(response)]) if (schema) collect(plain(schema), found)
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function collect(schema: JsonSchema, found: Map<string, JsonSchema>): void {
  const name = componentName(schema)
  if (name !== undefined) {
    if (found.has(name)) return
    found.set(name, withoutNull(schema))
  }
  for (const child of children(schema)) collect(child, found)
}

/** The name of a record; nothing else in the contract has a title. */
export function componentName(schema: JsonSchema): string | undefined {
  return typeof schema.title === 'string' ? schema.title : undefined
}

export function isNullable(schema: JsonSchema): boolean {
  return Array.isArray(schema.type) && schema.type.includes('null')
}

/** The record itself, when this place may also be null. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  return isNullable(schema) ? { ...schema, type: 'object' } : schema
}

function listFields({ properties = {} }: JsonSchema): [name: string, field: JsonSchema][] {
  return Object.entries(properties as Record<string, JsonSchema>)
}

/** The schemas directly inside a schema. */
export function children(schema: JsonSchema): JsonSchema[] {
  const properties = listFields(schema).map(([, field]) => field)
  const alternatives = (schema.anyOf ?? []) as JsonSchema[]
  const others = [schema.items, schema.additionalProperties].filter(isSchema)
  return [...properties, ...alternatives, ...others]
}

/** A copy of the schema in which every schema directly inside it is changed. */
export function mapChildren(schema: JsonSchema, change: (child: JsonSchema) => JsonSchema): JsonSchema {
  const copy: JsonSchema = { ...schema }
  if (schema.properties !== undefined) {
    copy.properties = Object.fromEntries(listFields(schema).map(([key, child]) => [key, change(child)]))
  }
  if (schema.anyOf !== undefined) copy.anyOf = (schema.anyOf as JsonSchema[]).map(change)
  if (isSchema(schema.items)) copy.items = change(schema.items)
  if (isSchema(schema.additionalProperties)) copy.additionalProperties = change(schema.additionalProperties)
  return copy
}

/** A copy without what the specification does not have. Named records inside it stay as they are. */
export function asSpecified(schema: JsonSchema): JsonSchema {
  const { [BEYOND_KEYWORD]: beyond, ...copy } = mapChildren(schema, (child) =>
    componentName(child) === undefined ? asSpecified(child) : child,
  )
  const hidden = listFields(schema).flatMap(([name, field]) => (field[BEYOND_KEYWORD] === true ? [name] : []))
  if (Array.isArray(copy.enum) && Array.isArray(beyond)) copy.enum = copy.enum.filter((word) => !beyond.includes(word))
  if (hidden.length === 0) return copy
  // No response must have them, so `required` does not name them.
  copy.properties = Object.fromEntries(listFields(copy).filter(([name]) => !hidden.includes(name)))
  return copy
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
