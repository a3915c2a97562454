// Columns that tables of several kinds of records have: texts, numbers, lists, yes and no, places.

import { readLatitude, readLongitude } from '@routewright/reading'
import type { LocationValue } from '../../../data/values.ts'
import { readNumber } from '../../../frame/written-values/written-values.ts'
import { type Around, type Column, type Draft, Unreadable } from './column.ts'
import { readYesNo, type TableWord } from './table-words.ts'

type AnyColumn<Row> = Column<Row, Draft, Around>

const put = ({ input }: Draft, field: string, value: unknown) => Object.assign(input, { [field]: value })

/** Identifies the record of a row; it is read first, and changes nothing. */
export const idColumn: AnyColumn<{ id: string }> = {
  word: 'id',
  field: 'id',
  kind: 'text',
  write: ({ id }) => id,
  read: () => {},
  clear: () => {},
}

export function text<Field extends string>(
  word: TableWord,
  field: Field,
): AnyColumn<Readonly<Record<Field, string | null>>> {
  return {
    word,
    field,
    kind: 'text',
    write: (row) => row[field],
    read: (written, draft) => put(draft, field, written),
    clear: (draft) => put(draft, field, null),
  }
}

/** `unit` of the field are one of the column. */
export function number<Field extends string>(
  word: TableWord,
  field: Field,
  { unit = 1, isWhole = false } = {},
): AnyColumn<Readonly<Record<Field, number | null>>> {
  return {
    word,
    field,
    kind: 'number',
    write: ({ [field]: value }) => (value === null ? null : Number((value / unit).toFixed(6))),
    read(written, draft) {
      const value = readNumber(written.replaceAll(/[\s\u00a0'’]/g, '')) * unit
      if (!Number.isFinite(value) || value < 0) throw new Unreadable('bad_number', { text: written })
      put(draft, field, isWhole ? Math.round(value) : value)
    },
    clear: (draft) => put(draft, field, null),
  }
}

export function list<Field extends string>(
  word: TableWord,
  field: Field,
): AnyColumn<Readonly<Record<Field, readonly string[]>>> {
  return {
    word,
    field,
    kind: 'text',
    write: (row) => row[field].join(', '),
    read(written, draft) {
      const parts = written.split(/[,;]/).map((part) => part.trim())
      put(draft, field, [...new Set(parts)].filter(Boolean))
    },
    clear: (draft) => put(draft, field, []),
  }
}

/** A column of yes or no; an empty cell leaves the value unchanged. */
export function yesNo<Field extends string>(
  word: TableWord,
  field: Field,
): AnyColumn<Readonly<Record<Field, boolean>>> {
  return {
    word,
    field,
    kind: 'text',
    write: (row, { say }) => say(row[field] ? 'yes' : 'no'),
    read(written, draft) {
      const value = readYesNo(written)
      if (value === undefined) throw new Unreadable('bad_yes_no', { text: written })
      put(draft, field, value)
    },
    clear: () => {},
  }
}

export function place<Field extends string>(
  field: Field,
  words: readonly [TableWord, TableWord, TableWord],
): AnyColumn<Readonly<Record<Field, LocationValue | null>>>[] {
  const part = ({ places }: Draft, change: object) => {
    places[field] = { ...places[field], ...change }
  }
  const degrees = (
    word: TableWord,
    key: 'lat' | 'lng',
    most: number,
  ): AnyColumn<Readonly<Record<Field, LocationValue | null>>> => ({
    word,
    field,
    kind: 'number',
    isDegrees: true,
    write: (row) => row[field]?.[key],
    read(written, draft, { language }) {
      const value = key === 'lat' ? readLatitude(written, language) : readLongitude(written, language)
      if (value === undefined) throw new Unreadable('bad_degrees', { text: written, most })
      part(draft, { [key]: value })
    },
    clear: (draft) => part(draft, { [key]: undefined }),
  })
  const label: AnyColumn<Readonly<Record<Field, LocationValue | null>>> = {
    word: words[0],
    field,
    kind: 'text',
    write: (row) => row[field]?.label,
    read: (written, draft) => part(draft, { label: written }),
    clear: (draft) => part(draft, { label: undefined }),
  }
  return [label, degrees(words[1], 'lat', 90), degrees(words[2], 'lng', 180)]
}

/** A place is sent as a whole: what the table says of it, and else what it is. */
export function placesInput({ places }: Draft, row: object | undefined): Record<string, LocationValue | null> {
  const present = (row ?? {}) as Readonly<Record<string, LocationValue | null>>
  const entries = Object.entries(places).map(([field, part]) => {
    const { label, lat, lng } = present[field] ?? {}
    const whole = { label, lat, lng, ...part }
    const said = Object.entries(whole).filter(([, value]) => value !== undefined)
    return [field, said.length === 0 ? null : Object.fromEntries(said)]
  })
  return Object.fromEntries(entries)
}
