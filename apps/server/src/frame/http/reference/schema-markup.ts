// Schemas of the description as tables of fields, with links between the records.
import { html, type Markup, prose } from './markup.ts'

export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  deprecated?: boolean
  default?: unknown
  enum?: readonly (string | null)[]
  anyOf?: readonly Schema[]
  items?: Schema
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  'x-calendar'?: string
}

export function recordName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** The type in a few words, records as links. */
export function typeMarkup(schema: Schema): Markup {
  if (schema.$ref) {
    const name = recordName(schema.$ref)
    return html`<a href="#record-${name}">${name}</a>`
  }
  if (schema.anyOf) return joined(schema.anyOf.map(typeMarkup), ' or ')
  if (schema.enum) {
    const words = schema.enum.map((value) => (value === null ? html`null` : html`<code>${value}</code>`))
    return joined(words, ' | ')
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return html`any`
  return joined(
    types.map((type) => kindMarkup(type, schema)),
    ' or ',
  )
}

function kindMarkup(type: string, schema: Schema): Markup {
  if (type === 'array') return html`array of ${typeMarkup(schema.items ?? {})}`
  if (type === 'object' && typeof schema.additionalProperties === 'object') {
    return html`map of ${typeMarkup(schema.additionalProperties)}`
  }
  if (type !== 'string') return html`${type}`
  if (schema.minLength === 24 && schema.maxLength === 24) return html`id`
  if (schema['x-calendar'] === 'date-or-timestamp') return html`date or timestamp`
  return schema.format === 'date-time' || schema['x-calendar'] ? html`timestamp` : html`string`
}

function joined(parts: readonly Markup[], between: string): Markup {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${between}${part}`))}`
}

/** Whether a schema is of input, where non-optional fields are required, or of a response, where they are always present. */
export type Direction = 'sent' | 'answered'

/** Rows of a record, those of nested anonymous objects included. */
export function fieldsTable(schema: Schema, direction: Direction): Markup {
  const rows = fieldRows(schema, '', direction)
  return rows.length === 0 ? html`<p class="quiet">No fields.</p>` : html`<table class="fields">${rows}</table>`
}

function fieldRows(schema: Schema, prefix: string, direction: Direction): Markup[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isRequired = schema.required?.includes(name)
    return [
      fieldRow(`${prefix}${name}`, field, isRequired ? direction : undefined),
      ...fieldRows(field, `${prefix}${name}.`, direction),
      ...(field.items?.properties ? fieldRows(field.items, `${prefix}${name}[].`, direction) : []),
    ]
  })
}

export function fieldRow(name: string, schema: Schema, mandatory: Direction | undefined): Markup {
  const about = [schema.description ? prose(schema.description) : html``, boundsMarkup(schema)]
  const says = about.filter(({ text }) => text !== '')
  return html`<tr><th scope="row"><code>${name}</code>${mandatory !== undefined && marks[mandatory]}${schema.deprecated === true && html`<b class="old">deprecated</b>`}</th>
<td><span class="type">${typeMarkup(schema)}</span>${says.length > 0 && html` · ${joined(says, ' ')}`}</td></tr>`
}

const marks = { sent: html`<b class="must">required</b>`, answered: html`<b class="always">always there</b>` }

function boundsMarkup(schema: Schema): Markup {
  const { minimum, maximum, maxLength, maxItems, minLength } = schema
  const words: string[] = []
  if (schema.default !== undefined) words.push(`default ${JSON.stringify(schema.default)}`)
  if (minimum !== undefined && maximum !== undefined) words.push(`${grouped(minimum)} to ${grouped(maximum)}`)
  else if (minimum !== undefined) words.push(`at least ${grouped(minimum)}`)
  else if (maximum !== undefined) words.push(`at most ${grouped(maximum)}`)
  if (maxLength !== undefined && minLength !== maxLength) words.push(`at most ${grouped(maxLength)} characters`)
  if (maxItems !== undefined) words.push(`at most ${grouped(maxItems)} items`)
  return words.length > 0 ? html`<span class="quiet">(${words.join(', ')})</span>` : html``
}

function grouped(value: number): string {
  return value.toLocaleString('en-GB')
}
