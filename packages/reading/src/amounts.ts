// Parses weights, volumes and durations, with the unit of the cell or of the heading.
import { type NumberForm, readNumberText } from './numbers.ts'
import { findFactor } from './units.ts'

export interface ReadAmount {
  /** Kilograms, cubic metres or seconds. */
  value: number
  /** Words after the number that are no unit. */
  rest?: string
  /** Whether its separator may be a thousands separator. */
  isDoubtful?: boolean
}

/** Form of the amounts in a column. */
export interface AmountForm {
  numbers?: NumberForm
  /** Factor of the unit that the heading names. */
  factor?: number
}

/** Reads a non-negative amount; in kilograms or cubic metres unless the cell or the heading names another unit. */
export function readQuantity(
  quantity: 'weight' | 'volume',
  text: string,
  { numbers, factor = 1 }: AmountForm = {},
): ReadAmount | undefined {
  const read = readNumberText(text, numbers)
  if (!read || read.value < 0) return undefined
  const { rest, value, isDoubtful } = read
  if (/\d/.test(rest.replace(/(?<=\p{L})\s?[23³]/u, '')) || /^[.,+-]/.test(rest)) return undefined
  const [unit = '', ...words] = rest.split(/\s+/)
  const own = rest === '' ? factor : (findFactor(quantity, rest) ?? findFactor(quantity, unit))
  const left = rest === '' || findFactor(quantity, rest) !== undefined ? '' : own === undefined ? rest : words.join(' ')
  return {
    value: Number((value * (own ?? factor)).toPrecision(12)),
    ...(left !== '' && findFactor(quantity, left) === undefined && { rest: left }),
    ...(isDoubtful && { isDoubtful }),
  }
}

const DAY_SECONDS = 86_400
const CLOCK = /^(\d{1,3}):(\d{2})(?::(\d{2}))?\s*h?$/
const ABOUT = /^(?:ca\.?|circa|approx\.?|about|env\.?|environ|etwa|rund|aprox\.?|cerca de|~|≈)\s*/i

/** Reads 10, 10 min, 15', 1:30, 1h30, 1 h 30 min, ½ h, 90 s, 0,0069444 of a day. Seconds, at most a day; minutes when no unit is named. */
export function readDuration(text: string, { numbers, factor = 60 }: AmountForm = {}): ReadAmount | undefined {
  const plain = text
    .trim()
    .replace(ABOUT, '')
    .toLowerCase()
    .replace('½', '0.5')
    .replace(/\b1\/2\b/, '0.5')
    .replace('¼', '0.25')
    .replace('¾', '0.75')
  const clock = CLOCK.exec(plain)
  if (clock) return limited(Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0))
  // Spreadsheets store times as shares of a day; nobody types so many digits of a minute.
  if (/^0[.,]\d{4,}$/.test(plain)) return limited(Number(plain.replace(',', '.')) * DAY_SECONDS)
  const parts = [...plain.matchAll(/\s*(\d[\d.,]*)\s*([\p{L}'′″]*)\.?|(\S)/gu)]
  let seconds = 0
  let isDoubtful = false
  let before = factor
  for (const [at, [, amount, unit = '', rest]] of parts.entries()) {
    const read = amount === undefined || rest !== undefined ? undefined : readNumberText(amount, numbers)
    const own = unit === '' ? (at === 0 ? factor : before / 60) : durationFactor(unit)
    if (!read || own === undefined) return undefined
    seconds += read.value * own
    isDoubtful ||= read.isDoubtful
    before = own
  }
  return parts.length === 0 ? undefined : limited(seconds, isDoubtful)
}

function durationFactor(unit: string): number | undefined {
  if (unit === "'" || unit === '′') return 60
  return unit === "''" || unit === '″' ? 1 : findFactor('duration', unit)
}

function limited(seconds: number, isDoubtful = false): ReadAmount | undefined {
  if (seconds > DAY_SECONDS) return undefined
  return { value: Math.round(seconds), ...(isDoubtful && { isDoubtful }) }
}
