// Guesses the meaning of columns: by heading, by cells when headings are ambiguous, and by earlier choices.
import type { CustomFieldDefinition } from '@routewright/contract'
import {
  type ColumnTarget,
  fieldsFor,
  findDefinition,
  importFields,
  type Purpose,
  pastFields,
  type RowField,
} from './fields.ts'
import { fold, foldHeading } from './fold.ts'
import {
  ADDRESS,
  FAMILY_NAMES,
  HEADINGS,
  OTHER_DAYS,
  PAST_HEADINGS,
  PAYER,
  RECIPIENT,
  SENDER,
} from './heading-words.ts'
import { areCounts, readCount } from './parcels.ts'

type Known = ReadonlyMap<string, RowField>

function named<Field extends RowField>(list: string, field: Field): [string, Field][] {
  return list.split('|').map((heading) => [fold(heading), field])
}

/** When two fields share a heading, the first of them gets it. */
function getFirst(entries: readonly [string, RowField][]): Known {
  return new Map(entries.toReversed())
}

const STOP_HEADINGS = getFirst([
  ['volumes', 'packages'],
  ...importFields.flatMap((field) => named(HEADINGS[field], field)),
])
const PAST_FIRST = pastFields.flatMap((field) => named(PAST_HEADINGS[field], field))
const KNOWN: Readonly<Record<Purpose, Known>> = {
  plan: getFirst([...STOP_HEADINGS, ...named(PAST_HEADINGS.date, 'date')]),
  past: getFirst([...PAST_FIRST, ...[...STOP_HEADINGS].filter(([, field]) => fieldsFor.past.includes(field))]),
}

const roleWords = (list: string) => new Set(list.split('|').map(fold))
const RECIPIENT_WORDS = roleWords(RECIPIENT)
const ADDRESS_WORDS = roleWords(ADDRESS)
const SENDER_WORDS = roleWords(SENDER)
const PAYER_WORDS = roleWords(PAYER)
const OTHER_DAY_WORDS = roleWords(OTHER_DAYS)
const FAMILY_WORDS = roleWords(FAMILY_NAMES)
/** Words between a role and the field: `Adresse du client`. */
const CONNECTING = new Set(
  'of the de du des del della dello di da do dos das der den dem la le les l d van het'.split(' '),
)

export interface Guess {
  field: RowField
  /**
   * `exact`: the whole heading is known; `role`: known without the word for the recipient; `part`: words of it are known; `payer`: it is
   * about the payer.
   */
  by: 'exact' | 'role' | 'part' | 'payer'
  /** Length of the recognised words. */
  length: number
}

/** Whether a heading, or that of a group of columns, says that its columns are about a sender or payer. */
export function isOfSender(heading: string): boolean {
  return withoutRole(foldHeading(heading).split(' '), SENDER_WORDS).length > 0
}

/** The heading without a role at its beginning or end, one list for each way to remove it: the shortest role first. */
function withoutRole(words: readonly string[], roles: ReadonlySet<string>, isPrefixOnly = false): string[][] {
  const rests: string[][] = []
  for (let length = 1; length <= Math.min(3, words.length); length += 1) {
    if (roles.has(words.slice(0, length).join(' '))) rests.push(trimmed(words.slice(length)))
    if (!isPrefixOnly && roles.has(words.slice(-length).join(' '))) rests.push(trimmed(words.slice(0, -length)))
  }
  return rests
}

function trimmed(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !CONNECTING.has(word))
  const last = words.findLastIndex((word) => !CONNECTING.has(word))
  return first < 0 ? [] : words.slice(first, last + 1)
}

/** Usual meaning of a heading; undefined when unknown, or about a sender. */
export function guessField(heading: string, purpose: Purpose): Guess | undefined {
  const known = KNOWN[purpose]
  const name = foldHeading(heading)
  if (name === '' || name.length > 80 || OTHER_DAY_WORDS.has(name)) return undefined
  const exact = known.get(name) ?? known.get(joinInitials(name))
  if (exact) return { field: exact, by: 'exact', length: name.length }
  if (isOfSender(heading)) return undefined
  const words = name.split(' ')
  const ofPayer = withoutRole(words, PAYER_WORDS)
  if (ofPayer.length > 0) return guessOfPayer(ofPayer, known)
  const byRole = guessByRole(words, known)
  if (byRole) return byRole
  const bare = fold(heading.replace(/[([{][^)\]}]*[)\]}]/g, ' '))
  const field = known.get(bare)
  return field ? { field, by: 'exact', length: bare.length } : guessByPart(name, known)
}

/** C.P. is CP, and P.L.Z. is PLZ. */
function joinInitials(name: string): string {
  return /^(?:\p{L} )+\p{L}$/u.test(name) ? name.replaceAll(' ', '') : ''
}

/** A number after a person's role is theirs, not the house's: Contact No, Kunde Nr. */
const NUMBERS = new Set('no nr num number numero'.split(' '))

function guessOfPayer(rests: readonly string[][], known: Known): Guess | undefined {
  const guesses = rests.flatMap((rest) => {
    const field = known.get(rest.join(' '))
    return field ? [{ field, by: 'payer', length: rest.join(' ').length } as const] : (guessByRole(rest, known) ?? [])
  })
  return guesses[0] && { ...guesses[0], by: 'payer' }
}

/** Largest number of nested roles: `customer delivery address street`. */
const ROLES_MOST = 3

function guessByRole(words: readonly string[], known: Known, depth = 0): Guess | undefined {
  const ofRecipient = withoutRole(words, RECIPIENT_WORDS).filter((rest) => !NUMBERS.has(rest.join(' ')))
  const rests = [...ofRecipient, ...withoutRole(words, ADDRESS_WORDS, true)].filter((rest) => rest.length > 0)
  for (const rest of rests) {
    const field = known.get(rest.join(' '))
    if (field) return { field, by: 'role', length: rest.join(' ').length }
  }
  if (depth === ROLES_MOST) return undefined
  for (const rest of rests) {
    const guess = guessByRole(rest, known, depth + 1)
    if (guess) return guess
  }
  return undefined
}

/** Headings that count only as a whole: an arrival time is no window. */
const ALONE_ONLY = new Set(
  'time zeit zeiten uhrzeit hora horas heure heures date datum data type name title total value note info number open close start after before hours position load items group description text stop task tarea task order'.split(
    ' ',
  ),
)

/** Guesses by a known heading within a longer one, as whole words: `customer phone number`. */
function guessByPart(name: string, known: Known): Guess | undefined {
  let best: Guess | undefined
  const words = name.split(' ')
  const isNumber = words.some((word) => NUMBERS.has(word))
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= Math.min(words.length, from + 5); to += 1) {
      const part = words.slice(from, to).join(' ')
      const field = part.length < 4 || ALONE_ONLY.has(part) ? undefined : known.get(part)
      if (field && part.length > (best?.length ?? 0)) best = { field, by: 'part', length: part.length }
    }
  }
  // The number of a recipient is not their name.
  return isNumber && best?.field === 'label' ? undefined : best
}

export interface ColumnsToGuess {
  names: readonly string[]
  /** Heading of the group above each column; empty without one. */
  groups?: readonly string[]
  /** Some rows of data. */
  samples?: readonly (readonly string[])[]
  /** Earlier choices for headings, by `foldHeading`. */
  remembered?: Readonly<Record<string, ColumnTarget>>
  definitions?: readonly CustomFieldDefinition[]
  purpose?: Purpose
}

/** Guesses all columns: earlier choices first, then known headings; no field twice. */
export function guessColumns(given: ColumnsToGuess): ColumnTarget[] {
  const { names, groups = [], samples = [], remembered = {}, definitions = [], purpose = 'plan' } = given
  const taken = new Set<ColumnTarget>()
  const targets: (ColumnTarget | undefined)[] = names.map(() => undefined)
  const take = (index: number, target: ColumnTarget | undefined) => {
    if (target === undefined || targets[index] !== undefined) return
    if (target !== 'ignore' && target !== 'custom' && taken.has(target)) return
    taken.add(target)
    targets[index] = target
  }
  const own = customHeadings(definitions)
  const isThere = (target: ColumnTarget | undefined) =>
    !target?.startsWith('custom:') || findDefinition(target, definitions) !== undefined
  for (const [index, name] of names.entries()) {
    const before = remembered[foldHeading(name)]
    take(index, (isThere(before) ? before : undefined) ?? own.get(foldHeading(name)))
  }
  const guesses = names.map((name, index) =>
    isOfSender(groups[index] ?? '')
      ? undefined
      : settle(guessField(name, purpose), { name, cells: listCells(samples, index), isSampled: samples.length > 0 }),
  )
  for (const wanted of [isFirst, isExact, isName, isPart]) {
    for (const [index, guess] of guesses.entries()) if (guess && wanted(guess)) take(index, guess.field)
  }
  // An address is not composed from two.
  const hasPlace = PLACE_FIELDS.some((field) => taken.has(field))
  for (const [index, guess] of guesses.entries()) {
    if (guess?.by === 'payer' && !(hasPlace && PLACE_FIELDS.includes(guess.field))) take(index, guess.field)
  }
  const guessed = withoutLoneFirstName(
    names,
    targets.map((target) => target ?? 'ignore'),
  )
  return guessed.map((target, index) => (target === 'house_number' && isOrderNumber(index) ? orderNumber() : target))

  /** "Nr." next to whole addresses numbers the orders; house numbers are next to streets, or used when towns have their own column. */
  function isOrderNumber(index: number): boolean {
    const name = foldHeading(names[index]!)
    const isShort = SHORT_NUMBERS.has(name) && remembered[name] === undefined
    const isApart = (['street', 'postal_code', 'city'] as const).some((field) => taken.has(field))
    return isShort && taken.has('address') && !isApart
  }

  function orderNumber(): ColumnTarget {
    if (taken.has('external_id')) return 'ignore'
    taken.add('external_id')
    return 'external_id'
  }
}

/** Drops a first name without a family name: next to a company's name it says nothing about the stop. */
function withoutLoneFirstName(names: readonly string[], targets: readonly ColumnTarget[]): ColumnTarget[] {
  const label = targets.indexOf('label')
  const words = label < 0 ? [] : foldHeading(names[label]!).split(' ')
  const rests = [words, ...withoutRole(words, RECIPIENT_WORDS), ...withoutRole(words, PAYER_WORDS)]
  const isFamilyName = label < 0 || rests.some((rest) => FAMILY_WORDS.has(rest.join(' ')))
  return targets.map((target) => (target === 'first_name' && !isFamilyName ? 'ignore' : target))
}

const SHORT_NUMBERS = new Set(['numero', 'number', 'no', 'nr', 'num'])
const PLACE_FIELDS: readonly RowField[] = [
  ...(['address', 'street', 'house_number', 'postal_code', 'city', 'country', 'location_details'] as const),
]
/** A column of the recipient comes before one without a role; for names the order of columns does not matter. */
const isFirst = ({ by, field }: Guess) => by === 'role' && field !== 'label'
const isExact = ({ by }: Guess) => by === 'exact'
const isName = ({ by, field }: Guess) => by === 'role' && field === 'label'
const isPart = ({ by }: Guess) => by === 'part'

function customHeadings(definitions: readonly CustomFieldDefinition[]): Map<string, ColumnTarget> {
  const own = new Map(
    definitions.flatMap(({ name, label }) =>
      [name, label ?? ''].map((word) => [foldHeading(word), `custom:${name}` as const] as const),
    ),
  )
  own.delete('')
  return own
}

function listCells(samples: readonly (readonly string[])[], column: number): string[] {
  return samples.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '')
}

const CODE_WORDS =
  /barcode|bar code|track|scan|sscc|ean|qr|barras|sendungs|suivi|seguimiento|rastre|kreskow|carov|barkod|takip|nummer|number|code|id/

/** Adjusts a guess by the cells: parcels are counted or named, and some shops call the order number its name. */
function settle(
  guess: Guess | undefined,
  { name, cells, isSampled }: { name: string; cells: readonly string[]; isSampled: boolean },
): Guess | undefined {
  // An empty column yields to a filled one.
  if (guess && isSampled && cells.length === 0) return { ...guess, by: 'part' }
  if (!guess || cells.length === 0) return guess
  if (guess.field === 'packages' && !CODE_WORDS.test(foldHeading(name)) && areCounts(cells))
    return { ...guess, field: 'parcel_count' }
  if (guess.field === 'parcel_count' && cells.every((cell) => readCount(cell) === undefined))
    return { ...guess, field: 'packages' }
  if (
    guess.field === 'label' &&
    foldHeading(name) === 'name' &&
    cells.every((cell) => /^#?[A-Z]{0,4}[-/]?\d+$/.test(cell.trim()))
  )
    return { ...guess, field: 'external_id', by: 'role' }
  return guess
}

/** Whether small numbers in this column are codes. */
export function holdsCodes(heading: string): boolean {
  return CODE_WORDS.test(foldHeading(heading))
}
