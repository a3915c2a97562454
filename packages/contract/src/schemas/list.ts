// Pages, sorting and stop search, shared by list operations.
import Type, { type Static, type TSchema } from 'typebox'
import * as limits from '../limits.ts'
import { defaulted, nullable, oneOf, record } from '../schema.ts'
import { label } from './fields.ts'

/** The paginated envelope around records of one kind. */
export function getPage<Schema extends TSchema>(name: string, schema: Schema) {
  return record(name, 'One page of a list.', {
    total: Type.Integer({ description: 'Records in all.' }),
    limit: Type.Integer(),
    offset: Type.Integer(),
    pages: Type.Integer({ description: 'ceil(total / limit).' }),
    page: Type.Integer({ description: 'floor(offset / limit) + 1.' }),
    docs: Type.Array(schema),
  })
}

/** The envelope as a type. */
export interface Page<Doc> {
  total: number
  limit: number
  offset: number
  pages: number
  page: number
  docs: Doc[]
}

export const pageParameters = {
  offset: defaulted(
    Type.Integer({ description: 'Records skipped.', minimum: 0, maximum: limits.pageLimits.maxOffset }),
    limits.pageLimits.defaultOffset,
  ),
  limit: defaulted(
    Type.Integer({ description: 'Records on a page.', minimum: 1, maximum: limits.pageLimits.maxLimit }),
    limits.pageLimits.defaultLimit,
  ),
}

/** For a plain array: all of it unless a part is requested; empty beyond the end. */
export const partParameters = {
  offset: pageParameters.offset,
  limit: Type.Optional(
    Type.Integer({
      description: 'Most records answered; all when left out.',
      minimum: 1,
      maximum: limits.pageLimits.maxLimit,
    }),
  ),
}

const wrongId = { 'x-message-id': 'highway.validation.error.invalid_id' }

/** An id, or the word null for records that have none. */
export function idOrNone(description: string) {
  return Type.Optional(Type.String({ description, ...wrongId, pattern: '^([0-9a-f]{24}|null)$', maxLength: 24 }))
}

/** `sort=label:asc,created_at:desc` over these fields; the id always comes last, so that the order is total. */
export function sortParameter(fields: readonly string[], fallback: string) {
  const field = `(${fields.join('|')})(:(asc|desc))?`
  return defaulted(
    Type.String({
      description: `<field>:<asc|desc>, several joined by commas. Fields: ${fields.join(', ')}.`,
      pattern: `^${field}(,${field})*$`,
      maxLength: limits.textLength.label,
    }),
    fallback,
  )
}

/** Free text: a substring, in any case. */
export function textParameter(description: string) {
  return Type.Optional(label(description))
}

export const deletedParameter = defaulted(Type.Boolean({ description: 'Include deleted records.' }), false)

export const predicateOperators = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'contains',
  'starts_with',
  'exists',
] as const
export const predicateTypes = ['string', 'number', 'boolean', 'date', 'id'] as const

const invalidPredicate = { 'x-message-id': 'highway.search.error.invalid_predicate' }

export const Predicate = record('Predicate', 'One condition on stops.', {
  field: Type.String({
    description: 'A scalar field, custom_fields.x, location.city and the like, packages.identifier or tasks.barcode.',
    minLength: 1,
    maxLength: limits.textLength.label,
  }),
  operator: oneOf(predicateOperators, { description: 'eq is an exact match; eq null means missing.' }),
  value: Type.Optional(Type.Unknown({ description: 'A value, or a list of values for in and nin.' })),
  type: Type.Optional(nullable(oneOf(predicateTypes, { description: "Of the value; the field's own by default." }))),
})
export type Predicate = Static<typeof Predicate>

/** Fields that a stop search sorts by. */
export const stopSortFields = [
  'label',
  'external_id',
  'status',
  'type',
  'created_at',
  'updated_at',
  'plan_execution_date',
  'order',
] as const

export const StopSearch = record('StopSearch', 'Conditions that all hold, and the page that is wanted.', {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageLimits.maxLimit })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.pageLimits.maxOffset })),
  sort_by: Type.Optional(nullable(oneOf(stopSortFields))),
  sort_direction: Type.Optional(nullable(oneOf(['asc', 'desc']))),
  predicates: Type.Optional(Type.Array(Predicate, { maxItems: limits.listLength.predicates, ...invalidPredicate })),
})
export type StopSearch = Static<typeof StopSearch>
