// Finds the named records of the interface and replaces them by references, for both descriptions.

import Type, { type TSchema } from 'typebox'
import type { Endpoint } from '../endpoints/endpoint.ts'
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

/** The schemas directly inside a schema. */
export function children(schema: JsonSchema): JsonSchema[] {
  const properties = Object.values((schema.properties ?? {}) as Record<string, JsonSchema>)
  const alternatives = (schema.anyOf ?? []) as JsonSchema[]
  const others = [schema.items, schema.additionalProperties].filter(isSchema)
  return [...properties, ...alternatives, ...others]
}

/** A copy of the schema in which every schema directly inside it is changed. */
export function mapChildren(schema: JsonSchema, change: (child: JsonSchema) => JsonSchema): JsonSchema {
  const copy: JsonSchema = { ...schema }
  if (schema.properties !== undefined) {
    const entries = Object.entries(schema.properties as Record<string, JsonSchema>)
    copy.properties = Object.fromEntries(entries.map(([key, child]) => [key, change(child)]))
  }
  if (schema.anyOf !== undefined) copy.anyOf = (schema.anyOf as JsonSchema[]).map(change)
  if (isSchema(schema.items)) copy.items = change(schema.items)
  if (isSchema(schema.additionalProperties)) copy.additionalProperties = change(schema.additionalProperties)
  return copy
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
