// Schemas in a few words: the type of a field, whether it must be there, and its bounds.
import { expect, test } from 'vitest'
import { fieldRow, fieldsTable, type Schema, typeMarkup } from './schema-markup.ts'

/** Text of the page, without its markup. */
const read = ({ text }: { text: string }) => text.replace(/<[^>]*>/g, '')
const typed = (schema: Schema) => read(typeMarkup(schema))
const bounds = (schema: Schema) =>
  read(fieldRow('x', { type: 'integer', ...schema }, undefined))
    .split('·')[1]
    ?.trim()

test.each<[Schema, string]>([
  [{ type: 'string' }, 'string'],
  [{ type: 'string', minLength: 24, maxLength: 24 }, 'id'],
  [{ type: 'string', minLength: 24 }, 'string'],
  [{ type: 'string', minLength: 1, maxLength: 24 }, 'string'],
  [{ type: 'string', format: 'date-time' }, 'timestamp'],
  [{ type: 'string', 'x-calendar': 'date-or-timestamp' }, 'date or timestamp'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { type: 'number' } }, 'array of number'],
  [{ type: 'object', additionalProperties: { type: 'number' } }, 'map of number'],
  [{ type: 'object', additionalProperties: false }, 'object'],
  [{ enum: ['car', null] }, 'car | null'],
  [{ anyOf: [{ $ref: '#/components/schemas/Stop' }, { type: 'boolean' }] }, 'Stop or boolean'],
  [{}, 'any'],
])('%j is %s', (schema, text) => {
  expect(typed(schema)).toBe(text)
})

test.each<[Schema, string | undefined]>([
  [{}, undefined],
  [{ minimum: 1, maximum: 1_000 }, '(1 to 1,000)'],
  [{ minimum: 0 }, '(at least 0)'],
  [{ maximum: 5 }, '(at most 5)'],
  [{ minLength: 1, maxLength: 500 }, '(at most 500 characters)'],
  // The length of an id is no bound: there is no other.
  [{ minLength: 24, maxLength: 24 }, undefined],
  [{ maxItems: 20, default: 10 }, '(default 10, at most 20 items)'],
])('the bounds of %j are %s', (schema, text) => {
  expect(bounds(schema)).toBe(text)
})

test('parts of parts are named by their way, and what must be there says so', () => {
  const place = { type: 'object', properties: { lat: { type: 'number' } }, required: ['lat'] } satisfies Schema
  const schema = {
    properties: { from: place, via: { type: 'array', items: place } },
    required: ['from'],
  } satisfies Schema
  const rows = fieldsTable(schema, 'sent')
    .text.split('<tr>')
    .slice(1)
    .map((text) => read({ text }).trim())
  expect(rows.map((row) => row.split('\n')[0])).toEqual([
    'fromrequired',
    'from.latrequired',
    'via',
    'via[].latrequired',
  ])
  expect(read(fieldsTable(schema, 'answered'))).toContain('fromalways there')
  expect(read(fieldsTable({}, 'sent'))).toBe('No fields.')
})
