// Parses numbers as people and programs write them: 1,5 and 1.5, 1.250,5 and 1,250.5, 1'250.5, 1 250,5, 1,00,000; the form is inferred from
// the whole column.

/** Form of the numbers in a column. `isSure`: some cell can be read only in this form, or none is ambiguous. */
export interface NumberForm {
  decimal: '.' | ','
  isSure: boolean
}

export interface ReadNumber {
  value: number
  /** Text after the number: a unit, or anything else. */
  rest: string
  /** Whether 1.250 may be 1250 or 1.25, and nothing in the column decides. */
  isDoubtful: boolean
}

/** Programs write points, and no thousands separators. */
const PLAIN_NUMBERS: NumberForm = { decimal: '.', isSure: true }

const ABOUT = /^(?:ca\.?|circa|approx\.?|about|env\.?|environ|etwa|rund|aprox\.?|cerca de|~|≈|±)\s*/i
const CURRENCY = /^(?:€|\$|£|chf|eur|usd|gbp|brl|r\$|fr\.|pln|kč|₺|try)\s*/i
const NUMBER = /^[+-]?(?:\d[\d.,]*\d|\d|[.,]\d+)(?:e[+-]?\d+(?![a-z]))?/i
const GROUPED = { ',': /^\d{1,3}(?:,\d{2,3})*,\d{3}$/, '.': /^\d{1,3}(?:\.\d{3})+$/ } as const

/** The number at the beginning of a text; undefined without one. `form` decides ambiguous signs. */
export function readNumberText(text: string, form: NumberForm = PLAIN_NUMBERS): ReadNumber | undefined {
  const bare = withoutBlanks(westernDigits(text.normalize('NFKC').trim()).replace(ABOUT, '').replace(CURRENCY, ''))
  const match = NUMBER.exec(bare)
  if (!match) return undefined
  const read = readSigned(match[0], form)
  if (!read) return undefined
  return { ...read, rest: bare.slice(match[0].length).trim() }
}

/** Reads a number without a rest. */
function readSigned(written: string, form: NumberForm): Omit<ReadNumber, 'rest'> | undefined {
  const [, sign = '', digits = '', power = ''] = /^([+-]?)([\d.,]+)(e[+-]?\d+)?$/i.exec(written) ?? []
  const decimal = findDecimal(digits) ?? form.decimal
  const isOpen = findDecimal(digits) === undefined && /[.,]/.test(digits)
  const whole = decimal === 'none' ? digits.replace(/[.,]/g, '') : undefined
  const grouping = decimal === ',' ? '.' : ','
  const parts = digits.split(decimal === 'none' ? /(?!)/ : decimal)
  if (parts.length > 2 || (parts[0]!.includes(grouping) && !GROUPED[grouping].test(parts[0]!))) return undefined
  if (whole === undefined && parts[1]?.includes(grouping)) return undefined
  const plain = whole ?? digits.replaceAll(grouping, '').replace(',', '.')
  const value = Number(`${sign}${plain}${power}`)
  return Number.isFinite(value) ? { value, isDoubtful: isOpen && !form.isSure } : undefined
}

/** The sign that must be the decimal one; `none` for 1.250.000; undefined when ambiguous or without a sign. */
function findDecimal(digits: string): '.' | ',' | 'none' | undefined {
  const [comma, point] = [digits.lastIndexOf(','), digits.lastIndexOf('.')]
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  if (comma < 0 && point < 0) return undefined
  const sign = comma >= 0 ? ',' : '.'
  if (digits.indexOf(sign) !== digits.lastIndexOf(sign)) return GROUPED[sign].test(digits) ? 'none' : sign
  // 1.250 is ambiguous; 0.250, 12.5 and 1234.567 are not.
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? undefined : sign
}

/** Removes blanks and apostrophes between thousands; others stay, because they separate a number from what follows. */
function withoutBlanks(text: string): string {
  return text.replace(/(?<=\d)[\s'’´`](?=\d{3}(?!\d))/g, '').replace(/^([+-])\s+/, '$1')
}

/** Converts digits of other scripts to 0 to 9. */
function westernDigits(text: string): string {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => String(digit.codePointAt(0)! & 0xf))
    .replace(/٫/g, '.')
}

const COMMA_LANGUAGES = /^(?:de|es|fr|pt|it|nl|pl|cs|tr|sv|da|nb|fi|ru|uk|ro|hu|el|bg|hr|sl|sk)/

/** Form of the numbers in a column; when no cell decides, the usual one of the language. */
export function judgeNumbers(cells: readonly string[], language = 'en'): NumberForm {
  const counts = { '.': 0, ',': 0 }
  let open = 0
  for (const cell of cells) {
    const digits = /[\d.,]+/.exec(withoutBlanks(cell.normalize('NFKC').replace(ABOUT, '').replace(CURRENCY, '')))?.[0]
    if (digits === undefined || !/\d[.,]\d/.test(digits)) continue
    const decimal = findDecimal(digits)
    if (decimal === 'none') counts[digits.includes(',') ? '.' : ','] += 1
    else if (decimal === undefined) open += 1
    else counts[decimal] += 1
  }
  const usual = COMMA_LANGUAGES.test(language) ? ',' : '.'
  if (counts[','] > 0 !== counts['.'] > 0) return { decimal: counts[','] > 0 ? ',' : '.', isSure: true }
  return { decimal: usual, isSure: open === 0 }
}
