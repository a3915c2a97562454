// Small helpers for TypeBox: named records, fields that may be cleared, enums, and parameters with a default.
import Type, { type Static, type TOptional, type TProperties, type TSchema, type TUnsafe } from 'typebox'
import { BEYOND_KEYWORD, MESSAGE_ID_KEYWORD } from './keywords.ts'

type OptionalFields<Fields extends TProperties> = { [Key in keyof Fields]: TOptional<Fields[Key]> }
type ClearableFields<Fields extends TProperties> = {
  [Key in keyof Fields]: TOptional<TUnsafe<Static<Fields[Key]> | null>>
}

/** A record that has its own name in the descriptions. */
export function record<Fields extends TProperties>(name: string, description: string, fields: Fields) {
  return Type.Object(fields, { title: name, description })
}

/** Fields that a response omits while they have no value. */
export function optionalFields<Fields extends TProperties>(fields: Fields): OptionalFields<Fields> {
  return mapFields(fields, (schema) => Type.Optional(schema)) as OptionalFields<Fields>
}

/** Fields of an input: each is optional, and null clears it. */
export function clearableFields<Fields extends TProperties>(fields: Fields): ClearableFields<Fields> {
  return mapFields(fields, (schema) => Type.Optional(nullable(schema))) as ClearableFields<Fields>
}

/** All fields except the given ones. */
export function omitFields<Fields extends TProperties, Key extends keyof Fields & string>(
  fields: Fields,
  keys: readonly Key[],
): Omit<Fields, Key> {
  const left = Object.entries(fields).filter(([key]) => !keys.includes(key as Key))
  return Object.fromEntries(left) as unknown as Omit<Fields, Key>
}

/** The same schema, with null allowed. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const keywords = schema as Record<string, unknown>
  if (typeof keywords.type !== 'string') {
    // A value that matches neither the schema nor null violates the `anyOf`, not the schema inside it. So the `anyOf` needs the schema's
    // message_id, too.
    const mark = keywords[MESSAGE_ID_KEYWORD]
    return Type.Unsafe({ anyOf: [schema, { type: 'null' }], ...(mark ? { [MESSAGE_ID_KEYWORD]: mark } : {}) })
  }
  const choices = Array.isArray(keywords.enum) ? { enum: [...keywords.enum, null] } : {}
  return Type.Unsafe({ ...keywords, type: [keywords.type, 'null'], ...choices })
}

/** One of the given words. */
export function oneOf<const Values extends readonly string[]>(values: Values, options: object = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

/** An optional parameter with a default: handlers always receive a value. */
export function defaulted<Schema extends TSchema>(schema: Schema, value: Static<Schema>) {
  return Type.Optional({ ...clone(schema), default: value }) as unknown as TOptional<Schema & { default: unknown }>
}

/** An object with free keys and values of one kind. */
export function mapSchema<Schema extends TSchema>(values: Schema, options: object = {}) {
  return Type.Unsafe<Record<string, Static<Schema>>>({ type: 'object', additionalProperties: values, ...options })
}

/** Marks a field, or some words of an enum, that the specification does not have: the description of the interface leaves them out. */
export function beyondInterface(words?: readonly string[]) {
  return { [BEYOND_KEYWORD]: words ?? true }
}

function mapFields(fields: TProperties, change: (schema: TSchema) => TSchema): TProperties {
  return Object.fromEntries(Object.entries(fields).map(([key, schema]) => [key, change(schema)]))
}

/** Copies the schema. TypeBox keeps its own marks in properties that a spread does not copy, so descriptors are copied. */
function clone<Schema extends TSchema>(schema: Schema): Schema {
  return Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Schema
}
