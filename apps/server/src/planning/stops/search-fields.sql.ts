// The fields of the stop search and their SQL: a closed list, so that no text from a caller ever becomes part of a statement.
import { type RawBuilder, sql } from 'kysely'
import { searchedNames, wireNames } from '../../data/records.ts'
import { stopTable } from '../../data/stop-table.ts'
import type { WireForm } from '../../data/table.ts'

export type ValueType = Exclude<WireForm, 'json'>
type Expression = RawBuilder<unknown>

/** A searchable field: one value of the stop itself, or any of the values of its packages or tasks. */
export type SearchField =
  /** With `isHinted` the column is part of the function stop_texts. */
  | { kind: 'own'; type: ValueType; expression: Expression; isHinted?: boolean }
  /** Compared in the type of the given value. */
  | { kind: 'json'; json: Expression }
  /** `rows` is a FROM and WHERE that joins children to the stop `s`; `expression` their value. */
  | { kind: 'children'; type: ValueType; rows: Expression; expression: Expression }

const locationTexts = [
  'location_id',
  'label',
  'country',
  'country_code',
  'state',
  'county',
  'city',
  'street',
  'house_number',
  'postal_code',
  'comments',
  'main_text',
  'secondary_text',
]

/** Columns covered by the function stop_texts. */
const hintedNames = new Set(searchedNames(stopTable))
const hintedPlaces = new Set(['label', 'street', 'city', 'postal_code'])

/** Returns every column that callers may read, except lists and objects. */
function ownColumns(): [string, SearchField][] {
  return wireNames(stopTable).flatMap((name): [string, SearchField][] => {
    const { form } = stopTable.columns[name]
    return form === 'json' ? [] : [[name, { ...own(form, sql.ref(`s.${name}`)), isHinted: hintedNames.has(name) }]]
  })
}

function own(type: ValueType, expression: Expression): Extract<SearchField, { kind: 'own' }> {
  return { kind: 'own', type, expression }
}

const fields = new Map<string, SearchField>([
  ...ownColumns(),
  ['plan_label', own('string', sql`p.label`)],
  ['plan_execution_date', own('date', sql`p.execution_date`)],
  ['chain_id', own('string', sql`s.route_id`)],
  ['chain_position', own('number', sql`case when s.route_id is not null then s."order" end`)],
  ['optimization_warning', own('boolean', sql`(s.optimization_warnings <> '[]'::jsonb)`)],
  ...locationTexts.map((name): [string, SearchField] => [
    `location.${name}`,
    { ...own('string', sql`s.location ->> ${sql.lit(name)}`), isHinted: hintedPlaces.has(name) },
  ]),
  ...['lat', 'lng', 'scoring'].map((name): [string, SearchField] => [
    `location.${name}`,
    own('number', sql`(s.location ->> ${sql.lit(name)})::double precision`),
  ]),
  ['location.partial_match', own('boolean', sql`(s.location ->> 'partial_match')::boolean`)],
  [
    'packages.identifier',
    {
      kind: 'children',
      type: 'string',
      rows: sql`from packages c where c.stop_id = s.id and c.organization_id = s.organization_id`,
      expression: sql`c.identifier`,
    },
  ],
  [
    'tasks.barcode',
    {
      kind: 'children',
      type: 'string',
      rows: sql`from tasks c where c.stop_id = s.id and c.organization_id = s.organization_id and not c.deleted`,
      expression: sql`c.barcode`,
    },
  ],
])

const customFieldsPrefix = 'custom_fields.'

/** Returns the field of that name, or undefined when it cannot be searched. */
export function findSearchField(name: string): SearchField | undefined {
  if (!name.startsWith(customFieldsPrefix)) return fields.get(name)
  const path = name.slice(customFieldsPrefix.length).split('.')
  if (path.some((key) => key === '')) return undefined
  return { kind: 'json', json: sql`s.custom_fields #> ${path}::text[]` }
}

const numberPattern = '^-?[0-9]{1,30}(\\.[0-9]{1,30})?$'
const datePattern =
  '^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?Z)?$'

/** Converts a text to another type: rows without such a value become null, and no cast can fail. */
export function textAs(type: ValueType, text: Expression): Expression {
  switch (type) {
    case 'string':
    case 'id':
      return text
    case 'number':
      return sql`case when ${text} ~ ${numberPattern} then (${text})::numeric end`
    case 'boolean':
      return sql`case lower(${text}) when 'true' then true when 'false' then false end`
    case 'date':
      // Counted from the first of the month, because 31 February passes the pattern and must not fail.
      return sql`case when ${text} ~ ${datePattern} then
        (left(${text}, 7) || '-01' || coalesce(nullif(substr(${text}, 11), ''), 'T00:00:00Z'))::timestamptz
        + make_interval(days => substr(${text}, 9, 2)::integer - 1) end`
  }
}

/** Returns the expression of a field of the stop itself compared as `type`. */
export function ownAs(field: Extract<SearchField, { kind: 'own' }>, type: ValueType): Expression {
  const isText = field.type === 'string' || field.type === 'id'
  if (isText) return textAs(type, field.expression)
  return type === 'string' ? sql`(${field.expression})::text` : field.expression
}
