// Reads single cells as people write them: empty values, kinds of stop, yes and no, lists, telephone numbers, custom fields.
import type { CustomFieldDefinition } from '@routewright/contract'
import type { ColumnForm } from './column-forms.ts'
import { isDamaged } from './damage.ts'
import { readMoment } from './days.ts'
import { fold } from './fold.ts'
import { type NumberForm, readNumberText } from './numbers.ts'

export type CellFault =
  | 'number'
  | 'latitude'
  | 'longitude'
  | 'coordinates'
  | 'both_coordinates'
  | 'time'
  | 'windows'
  | 'duration'
  | 'type'
  | 'email'
  | 'phone'
  | 'damaged'
  | 'duplicate_id'
  | 'duplicate_parcel'
  | 'pickup_parcels'
  | 'too_long'
  | 'yes_no'
  | 'money'
  | 'currency'
  | 'date'

/** Reasons why a cell may mean something else. */
export type CellDoubt =
  | { kind: 'day_order' | 'thousands' | 'half_day' | 'pair_order' | 'fewer_codes' }
  /** Words that were not understood. */
  | { kind: 'left_over'; rest: string }

/** Error of a cell, in place of its value. */
export class Faulty {
  readonly fault: CellFault
  constructor(fault: CellFault) {
    this.fault = fault
  }
}

/** A value that may mean something else. */
export class Doubtful<T> {
  readonly value: T
  readonly doubt: CellDoubt
  constructor(value: T, doubt: CellDoubt) {
    this.value = value
    this.doubt = doubt
  }
}

export type CellReading<T> = T | Doubtful<T> | Faulty | undefined

/** Signs for "nothing" that are part of no name, in any column. */
const EMPTY_SIGNS =
  /^(?:[-–—_.?/\\]+|#?n\/[av]|#nv|n\.\s?a\.?|null|undefined|nan|#ref!|#value!|#wert!|#name\?|#div\/0!)$/i
/** Length of the longest sign or word for "nothing": most cells are longer, or contain a digit, and need no further check. */
const EMPTY_LONGEST = 12
/** Words for "nothing", which may be a name in a text column. */
const EMPTY_WORDS = new Set(
  'na none nil no|ne keine keiner kein k a entfallt ninguno ninguna nada aucun aucune neant rien nenhum nenhuma tbd tba unknown unbekannt offen nessuno nessuna geen brak zadny yok'
    .split(' ')
    .map((word) => word.replace('|', ' ')),
)

/** Removes the apostrophe that exports put before text that a spreadsheet would execute; returns '' for a sign for "nothing". */
export function cleaned(cell: string): string {
  const text = cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')
  return text.length <= EMPTY_LONGEST && EMPTY_SIGNS.test(text) ? '' : text
}

/** Whether a cell outside free text means "nothing". */
export function saysNothing(text: string): boolean {
  if (text.length > EMPTY_LONGEST || /\d/.test(text)) return false
  return EMPTY_WORDS.has(fold(text)) || /^k\.\s?a\.?$/i.test(text)
}

/** Reads a price, or any other number without a unit. */
export function readPlainNumber(text: string, form?: NumberForm): CellReading<number> {
  const read = readNumberText(text, form)
  if (!read || !/^(?:[^\d.,+-][^\d]*)?$/.test(read.rest)) return new Faulty('number')
  return read.isDoubtful ? new Doubtful(read.value, { kind: 'thousands' }) : read.value
}

const TYPE_WORDS: Record<'delivery' | 'pickup' | 'visit', string> = {
  delivery:
    'delivery|deliver|drop|dropoff|drop off|d|entrega|entregar|livraison|livrer|lieferung|liefern|zustellung|auslieferung|abgabe|bringen|consegna|levering|bezorging|dostawa|doruceni|teslimat',
  pickup:
    'pickup|pick up|collect|collection|return|p|recogida|recoger|devolucion|enlevement|collecte|ramassage|retour|abholung|abholen|ruckholung|retoure|coleta|recolha|ritiro|ophalen|odbior|vyzvednuti|alim',
  visit:
    'visit|service|job|appointment|installation|maintenance|repair|v|visita|servicio|instalacion|visite|entretien|besuch|termin|wartung|montage|einsatz|servico|visita tecnica|intervento|bezoek|wizyta|navsteva|ziyaret',
}
const TYPE_OF_WORD = new Map(
  Object.entries(TYPE_WORDS).flatMap(([type, list]) => list.split('|').map((word) => [word, type] as const)),
)

export function readType(text: string): string | Faulty {
  return TYPE_OF_WORD.get(fold(text)) ?? new Faulty('type')
}

export function readPhone(text: string): string | Faulty {
  if (isDamaged(text)) return new Faulty('damaged')
  return /\d.*\d.*\d/.test(text) && text.length < 60 ? text : new Faulty('phone')
}

export function readEmail(text: string): string | Faulty {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : new Faulty('email')
}

export function listOf(text: string): string[] {
  return [...new Set(text.split(/[,;|\n]/).map((part) => part.trim()))].filter((part) => part !== '')
}

/** One task per line, or separated by semicolons: commas are part of a task's text. */
export function listTasks(text: string): { label: string }[] {
  const labels = text.split(/[;|\n]/).map((part) => part.trim())
  return labels.filter(Boolean).map((label) => ({ label: label.slice(0, 500) }))
}

const YES_WORDS = new Set('yes y true 1 x sí si s oui o ja j sim wahr vrai verdadero vero tak ano evet'.split(' '))
const NO_WORDS = new Set('no n false 0 non nein não nao falsch faux falso nee nie ne hayır'.split(' '))

export function customValue(
  text: string,
  type: CustomFieldDefinition['type'],
  { days, numbers }: ColumnForm = {},
): CellReading<string | number | boolean> {
  switch (type) {
    case 'number':
      return readPlainNumber(text, numbers)
    case 'boolean': {
      const word = text.toLowerCase()
      return YES_WORDS.has(word) || (NO_WORDS.has(word) ? false : new Faulty('yes_no'))
    }
    case 'date':
      return readMoment(text, days)?.date ?? new Faulty('date')
    case 'string':
      return text
  }
}
