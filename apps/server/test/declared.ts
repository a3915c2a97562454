// Holds what the service really says against its declaration, strictly: nothing missing, nothing of another type, nothing that is not named.
import { ajvKeywords } from '@routewright/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Schema = Record<string, unknown>

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
for (const keyword of ajvKeywords) ajv.addKeyword(keyword as Parameters<Ajv2020['addKeyword']>[0])

const compiled = new WeakMap<object, ValidateFunction>()

/** What of the value the schema does not allow, a sentence each; fields that no schema names are told, too. */
export function undeclared(schema: object, value: unknown): string[] {
  const validate = compiled.get(schema) ?? ajv.compile(closed(schema as Schema))
  compiled.set(schema, validate)
  if (validate(value)) return []
  return validate.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

/** The schema with no room for fields that it does not name. */
function closed(schema: Schema): Schema {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, closedPart(keyword, value)])
  const copy = Object.fromEntries(entries) as Schema
  const isRecord = copy.properties !== undefined && copy.additionalProperties === undefined
  return isRecord ? { ...copy, additionalProperties: false } : copy
}

function closedPart(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    return Object.fromEntries(Object.entries(value as Schema).map(([name, field]) => [name, closed(field as Schema)]))
  }
  if (keyword === 'anyOf') return (value as Schema[]).map(closed)
  const isSchema = (keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object'
  return isSchema ? closed(value as Schema) : value
}
