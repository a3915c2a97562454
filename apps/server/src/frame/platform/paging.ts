// Lists in pages: the sort that callers ask for, and the envelope that they get (decision R13).
import { type RawBuilder, sql } from 'kysely'
import { invalidParameter } from './api-error.ts'

export interface SortTerm {
  field: string
  direction: 'asc' | 'desc'
}

export interface Page<Doc> {
  total: number
  limit: number
  offset: number
  pages: number
  page: number
  docs: Doc[]
}

/**
 * Reads `<field>:<asc|desc>`, several joined by commas; the direction defaults to asc.
 * Throws highway.validation.error.invalid_parameter for a field that is not among `sortable`.
 */
export function parseSort(sort: string, sortable: readonly string[]): SortTerm[] {
  return sort.split(',').map((text) => {
    const [field = '', direction = 'asc', ...rest] = text.trim().split(':')
    if (!sortable.includes(field)) throw invalidSort(`"${field}" is not one of ${sortable.join(', ')}`)
    if ((direction !== 'asc' && direction !== 'desc') || rest.length > 0) {
      throw invalidSort('must be <field>:<asc|desc>')
    }
    return { field, direction }
  })
}

function invalidSort(reason: string) {
  return invalidParameter('sort', reason)
}

/** ORDER BY of the terms over the columns of `table`, made total by the id. Fields are column names (see `parseSort`). */
export function orderBy(table: string, terms: readonly SortTerm[]): RawBuilder<unknown> {
  const directions = { asc: sql`asc`, desc: sql`desc` }
  const parts = terms.map(({ field, direction }) => sql`${sql.ref(`${table}.${field}`)} ${directions[direction]}`)
  if (!terms.some(({ field }) => field === 'id')) {
    parts.push(sql`${sql.ref(`${table}.id`)} ${directions[terms[0]?.direction ?? 'asc']}`)
  }
  return sql.join(parts)
}

/** The envelope of one page. */
export function getPage<Doc>(docs: Doc[], total: number, limit: number, offset: number): Page<Doc> {
  return { total, limit, offset, pages: Math.ceil(total / limit), page: Math.floor(offset / limit) + 1, docs }
}

/** The pattern of LIKE that finds `text` anywhere, with its own wildcards taken literally. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** The text with LIKE's wildcards taken literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
