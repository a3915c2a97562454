// Converts the schemas of the contract's description to TypeScript, so that the published types need no other package.

export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  deprecated?: boolean
  enum?: readonly (string | number | boolean | null)[]
  anyOf?: readonly Schema[]
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
}

/** An exported interface, or a list of its words, with the descriptions as comments. */
export function writeInterface(name: string, schema: Schema): string {
  if (schema.enum) return `${comment(schema, '')}export type ${name} = ${getType(schema)}\n`
  return `${comment(schema, '')}export interface ${name} ${objectType(schema, '')}\n`
}

/** The type of one value; `indent` is that of its line. */
export function getType(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  if (schema.enum) return schema.enum.map((value) => literal(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((choice) => getType(choice, indent)).join(' | ')
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return 'unknown'
  return types.map((type) => typeOfKind(type, schema, indent)).join(' | ')
}

function typeOfKind(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'array':
      return arrayType(schema, indent)
    case 'object':
      return objectType(schema, indent)
    default:
      throw new Error(`A schema of the type "${type}" has no counterpart here.`)
  }
}

function arrayType({ items = {}, minItems, maxItems }: Schema, indent: string): string {
  const item = getType(items, indent)
  // Pairs: time windows, positions.
  if (minItems === 2 && maxItems === 2) return `[${item}, ${item}]`
  return /^(\w+|\[[^[\]]*\])$/.test(item) ? `${item}[]` : `(${item})[]`
}

function objectType({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    const values = typeof additionalProperties === 'object' ? getType(additionalProperties, indent) : 'unknown'
    return `Record<string, ${values}>`
  }
  const inner = `${indent}  `
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment(schema, inner)}${inner}${name}${mark}: ${getType(schema, inner)}\n`
  })
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`
}

function comment({ description, deprecated }: Schema, indent: string): string {
  const words = [...(description ? [description] : []), ...(deprecated ? ['@deprecated'] : [])]
  return words.length === 0 ? '' : `${indent}/** ${words.join(' ').replaceAll('*/', '*\\/')} */\n`
}

function literal(value: string | number | boolean | null): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}
