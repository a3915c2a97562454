// One cell of an import, read as people write it: numbers with their units, minutes, kinds of stop, yes and no, dates.

import type { CustomFieldDefinition } from '@routewright/contract'
import { readMoment } from './dates.ts'
import { simplified } from './import-fields.ts'

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
  | 'duplicate_id'
  | 'duplicate_parcel'
  | 'pickup_parcels'
  | 'too_long'
  | 'yes_no'
  | 'date'

/** What is wrong with a cell, in place of its value. */
export class Faulty {
  readonly fault: CellFault
  constructor(fault: CellFault) {
    this.fault = fault
  }
}

/** Signs for "nothing" that stand in no name, in any column. */
const emptySigns = /^(?:[-–—_.?/\\]+|#?n\/[av]|#nv|n\.\s?a\.?|null|undefined|nan|#ref!|#value!|#wert!)$/i
/** Words for "nothing", which may be a name in a column of text. */
const emptyWords = new Set(
  'na none nil no|ne keine keiner kein k a entfallt ninguno ninguna nada aucun aucune neant rien nenhum nenhuma tbd tba unknown unbekannt offen'
    .split(' ')
    .map((word) => word.replace('|', ' ')),
)

/** Without the apostrophe that exports put before what a spreadsheet would run; empty where it says that there is nothing. */
export function cleaned(cell: string): string {
  const text = cell.trim().replace(/^'(?=[=+\-@\t\r])/, '')
  return emptySigns.test(text) ? '' : text
}

/** Whether a cell that is no free text says that there is nothing. */
export function saysNothing(text: string): boolean {
  return emptyWords.has(simplified(text)) || /^k\.\s?a\.?$/i.test(text)
}

const about = /^(?:ca\.?|circa|approx\.?|about|env\.?|environ|etwa|rund|aprox\.?|cerca de|~|≈)\s*/i
const currency = /^(?:€|\$|£|chf|eur|usd|gbp|brl|r\$|fr\.)\s*/i

/** 1,5 and 1.5, 1.234,5 and 1,234.5: the last sign of the two is the decimal one. What stands behind the number is left out. */
export function parseNumber(text: string): number | undefined {
  const plain = text
    .replace(about, '')
    .replace(currency, '')
    .replace(/[\s'’\u00a0\u202f]/g, '')
    .replace(/(?:[cd]?m|ft)[23]$|[^\d.,+-]+$/i, '')
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(plain)) return undefined
  const comma = plain.lastIndexOf(',')
  const point = plain.lastIndexOf('.')
  const decimal = comma > point ? ',' : '.'
  const thousands = decimal === ',' ? /\./g : /,/g
  const value = Number(plain.replace(thousands, '').replace(',', '.'))
  return Number.isFinite(value) ? value : undefined
}

export function readNumber(text: string): number | Faulty {
  return parseNumber(text) ?? new Faulty('number')
}

/** Kilograms and cubic metres, by the unit behind the number. */
const units: Record<'weight' | 'volume', Record<string, number>> = {
  weight: { g: 0.001, gr: 0.001, t: 1_000, to: 1_000, tonnen: 1_000, lb: 0.453_592_37, lbs: 0.453_592_37 },
  volume: {
    ...{ l: 0.001, lt: 0.001, liter: 0.001, litres: 0.001, litros: 0.001, dm3: 0.001, cm3: 0.000_001 },
    ...{ ft3: 0.028_316_847, cuft: 0.028_316_847 },
  },
}

/** Not negative; in kilograms or cubic metres unless another unit stands behind it. */
export function readQuantity(kind: 'weight' | 'volume'): (text: string) => number | Faulty {
  return (text) => {
    const value = parseNumber(text)
    if (value === undefined || value < 0) return new Faulty('number')
    const unit = /[\d.,]\s*(\p{L}[\p{L}\s]*\d?)\W*$/u.exec(text.normalize('NFKC'))?.[1] ?? ''
    const factor = units[kind][unit.toLowerCase().replace(/\s/g, '')] ?? 1
    return factor === 1 ? value : Number((value * factor).toPrecision(12))
  }
}

const durationUnits: readonly [RegExp, number][] = [
  [/^(?:h|hrs?|hours?|horas?|heures?|std|stunden?)$/, 3_600],
  [/^(?:|m|mins?|minutes?|minutos?|minuten?|'|′)$/, 60],
  [/^(?:s|secs?|seconds?|segs?|segundos?|seks?|sekunden?|''|″)$/, 1],
]

/** Minutes; 10, 10 min, 15', 1:30, 1h30, 1 h 30 min, ½ h, 90 s. Answers seconds, at most a day. */
export function readDuration(text: string): number | Faulty {
  const plain = text.replace(about, '').toLowerCase().replace('½', '0.5').replace('1/2', '0.5')
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*h?$/.exec(plain)
  if (clock) return Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
  const parts = [...plain.matchAll(/\s*(\d[\d.,]*)\s*([\p{L}'′″]*)\.?|(\S)/gu)]
  let seconds = 0
  for (const [, amount, unit, rest] of parts) {
    const value = amount === undefined || rest !== undefined ? undefined : parseNumber(amount)
    const known = durationUnits.find(([name]) => name.test(unit ?? ''))
    if (value === undefined || !known) return new Faulty('duration')
    seconds += value * known[1]
  }
  return parts.length === 0 || seconds > 86_400 ? new Faulty('duration') : Math.round(seconds)
}

const typeWords: Record<'delivery' | 'pickup' | 'visit', string> = {
  delivery:
    'delivery|deliver|drop|dropoff|drop off|d|entrega|entregar|livraison|livrer|lieferung|liefern|zustellung|auslieferung|abgabe|bringen',
  pickup:
    'pickup|pick up|collect|collection|return|p|recogida|recoger|devolucion|enlevement|collecte|ramassage|retour|abholung|abholen|ruckholung|retoure|coleta|recolha',
  visit:
    'visit|service|job|appointment|installation|maintenance|repair|v|visita|servicio|instalacion|visite|entretien|besuch|termin|wartung|montage|einsatz|servico|visita tecnica',
}
const typeOfWord = new Map(
  Object.entries(typeWords).flatMap(([type, list]) => list.split('|').map((word) => [word, type] as const)),
)

export function readType(text: string): string | Faulty {
  return typeOfWord.get(simplified(text)) ?? new Faulty('type')
}

export function readPhone(text: string): string | Faulty {
  return /\d.*\d.*\d/.test(text) && text.length < 60 ? text : new Faulty('phone')
}

export function readEmail(text: string): string | Faulty {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : new Faulty('email')
}

export function listOf(text: string): string[] {
  return [...new Set(text.split(/[,;|\n]/).map((part) => part.trim()))].filter((part) => part !== '')
}

/** One task a line, or parted by semicolons: commas belong to what is to be done. */
export function tasksOf(text: string): { label: string }[] {
  const labels = text.split(/[;|\n]/).map((part) => part.trim())
  return labels.filter(Boolean).map((label) => ({ label: label.slice(0, 500) }))
}

const yesWords = new Set('yes y true 1 x sí si s oui o ja j sim wahr vrai verdadero'.split(' '))
const noWords = new Set('no n false 0 non nein não nao falsch faux falso'.split(' '))

export function customValue(text: string, type: CustomFieldDefinition['type']): string | number | boolean | Faulty {
  switch (type) {
    case 'number':
      return readNumber(text)
    case 'boolean': {
      const word = text.toLowerCase()
      return yesWords.has(word) || (noWords.has(word) ? false : new Faulty('yes_no'))
    }
    case 'date':
      return readMoment(text)?.date ?? new Faulty('date')
    case 'string':
      return text
  }
}
