// Records of another kind that a cell names: by their id, or by what people call them.
import { type Around, Unreadable } from './column.ts'
import type { TableWord } from './table-words.ts'

/** How records of a kind are named in a cell, and what is said where a name finds none or several. */
export interface Naming<Part extends string> {
  /** Besides the id, the one that people use first. */
  parts: readonly Part[]
  words: { none: TableWord; noneAtAll: TableWord; several: TableWord }
}

type Named<Part extends string> = Readonly<{ id: string } & Record<Part, string | null>>

const folded = (name: string | null) => (name ?? '').trim().toLocaleLowerCase()

/** Returns a unique name of the record: the first of its names that no other has, or its id. Null where no record has the id. */
export function findName<Part extends string>(
  records: readonly Named<Part>[],
  naming: Naming<Part>,
  id: string | null,
): string | null {
  const named = records.find((record) => record.id === id)
  if (!named) return null
  const names = naming.parts.map((part) => named[part]).filter((name) => name !== null && name.trim() !== '')
  return names.find((name) => meantBy(records, naming, name!).length === 1) ?? named.id
}

/** All that the text could mean: ids first, then each kind of name. */
function meantBy<Part extends string>(
  records: readonly Named<Part>[],
  { parts }: Naming<Part>,
  written: string,
): readonly Named<Part>[] {
  const name = folded(written)
  for (const part of ['id', ...parts] as const) {
    const found = records.filter((record) => folded(record[part]) === name)
    if (found.length > 0) return found
  }
  return []
}

const mostNamed = 20

/** The id of the record that the text means. Throws Unreadable. */
export function findNamed<Part extends string>(
  records: readonly Named<Part>[],
  naming: Naming<Part>,
  written: string,
  { say }: Around,
): string {
  const { words } = naming
  const [found, ...others] = meantBy(records, naming, written)
  if (found && others.length === 0) return found.id
  if (found) throw new Unreadable(words.several, { text: written, count: others.length + 1 })
  if (records.length === 0) throw new Unreadable(words.noneAtAll, { text: written })
  const known = records.map((record) => findName(records, naming, record.id)!).slice(0, mostNamed)
  const more = records.length > mostNamed ? [say('and_more', { count: records.length - mostNamed })] : []
  throw new Unreadable(words.none, { text: written, known: [...known, ...more].join(', ') })
}
