// For tests of responses: schemas that allow only the fields they name.

type Schema = Record<string, unknown>

/** The schema without room for fields that it does not name; maps from free keys to values stay unchanged. */
export function closedSchema(schema: object): Schema {
  const entries = Object.entries(schema).map(([keyword, value]) => [keyword, closedPart(keyword, value)])
  const copy = Object.fromEntries(entries) as Schema
  const isRecord = copy.properties !== undefined && copy.additionalProperties === undefined
  return isRecord ? { ...copy, additionalProperties: false } : copy
}

function closedPart(keyword: string, value: unknown): unknown {
  if (keyword === 'properties') {
    const fields = Object.entries(value as Record<string, object>)
    return Object.fromEntries(fields.map(([name, field]) => [name, closedSchema(field)]))
  }
  if (keyword === 'anyOf') return (value as object[]).map(closedSchema)
  const isSchema = (keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object'
  return isSchema ? closedSchema(value as object) : value
}
