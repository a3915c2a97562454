// Flats, floors, staircases and post-office boxes: parts of an address that do not identify the house.

/** A number, a letter, or both: `3`, `4b`, `b`, `1º`. Letters must be separate from the word, or `Loti` would be lot I. */
const VALUE = String.raw`(?:[\s.:]*(?:(?:n[o°º]\.?|nr\.?|number|#)\s*)?\d{1,5}\s?\p{L}?|[\s.:]+\p{L}\d{0,3})(?![\p{L}\d])`
const words = (list: string) =>
  list
    .split(' ')
    .map((word) => word.replaceAll('.', String.raw`\.?`))
    .join('|')
/** Words followed by a value. */
const NAMED = words(
  'apt. apartment appt. app. apto. apartamento ap. suite unit flat room rm. bldg. building floor fl. level lot wohnung whg. stiege stg. top tür tuer ' +
    'bât. bâtiment bat. batiment étage etage escalier esc. escalera piso planta puerta pta. loja bloco sala casa andar interno int. scala piano ' +
    'bus bte. boîte boite lok. lokal lgh. lägenhet leil. leilighet as. etg. oficina ofc. local depto. departamento dpto. consultorio bodega mieszkanie byt hal',
)
const NAMED_UNIT = new RegExp(String.raw`(?<=[\s,(]|^)(${NAMED})${VALUE}`, 'giu')
/** `# 4` is a unit, but `# 71-21` is a house in Colombia. Without a number before it, the house may be meant. */
const HASH_UNIT = /(?<=[\s,])#\s*\d{1,5}\p{L}?(?![\p{L}\d]|\s?[-\u2013]\s?\d)/giu
/** Marks before a house number, including India's: `H.No. 12`, `Plot No. 4`, `n° 5`, `#71-21`. */
const HOUSE_MARK = /(?<![\p{L}\d])(?:(?:h|d|house|door|plot)\.?\s?no\.?[\s:]*(?=\d)|n\.?[°º]\s?(?=\d)|#\s*(?=\d))/giu
const PATTERNS: readonly RegExp[] = [
  // `3. OG`, `2nd Floor`, `3e étage`, `2. sal`, `1 tr`, `2 hoog`, `3º Esq.`, `2° piano`, `1.º andar`
  /(?<=[\s,])\d{1,2}(?:st|nd|rd|th|er|e|º|ª|°)?\.?\s?(?:º|ª|°)?\s*(?:og|stock|obergeschoss|floor|étage|etage|sal|tr|hoog|verdieping|andar|piano|piso)\b\.?/giu,
  /(?<=[\s,])\d{1,2}\.?[ºª°]\s*(?:izda|izqda|dcha|esq|dto|dta|drt|frt|[a-z])?(?!\p{L})\.?/giu,
  /(?<=[\s,])\d{1,2}\.\s?(?:th|tv|mf)\b\.?/giu,
  /(?<=[\s,])(?:st|kl)\.?\s?(?:tv|th|mf)\b\.?/giu,
  /(?<=[\s,])(?:ground floor|hinterhaus|vorderhaus|seitenflügel|erdgeschoss|eg|parterre|bajo|rez-de-chaussée|rdc|r\/c|hs)(?![\p{L}\d])/giu,
  /(?<=\d[a-z]?\s)m\.?\s?\d{1,4}(?!\d)/giu,
  /(?<=[\s,])H0\d{3}\b/gu,
  // Care of somebody.
  /(?<=[\s,]|^)c\/o\s+[\p{L}.]+(?:\s(?=\p{Lu})[\p{L}.]+)?(?=,|$|\s\d)/giu,
]
const BOX =
  /(?<![\p{L}\d])(?:p\.?\s?o\.?\s?box|post office box|postfach|postbus|postboks|bo[iî]te postale|b\.?p\.?(?=\s\d)|case postale|apartado(?: de correos)?|caixa postal|casella postale|skrytka pocztowa|skr\.? poczt\.?|postilokero|p\.?l\.?(?=\s\d+,)|box(?=\s\d))\s*(?:nr\.?|no\.?)?\s*(?:\d[\d ]{0,7})?(?![\p{L}\d])/giu

export interface WithoutUnits {
  text: string
  /** Whether the address contains a post-office box. */
  hasBox: boolean
  /** Another reading: a word for a unit, or a number, is part of the street's name, as in `Via della Scala 10`. */
  named?: { text: string; word: string }
}

/** Whether the address contains a post-office box, where nothing can be delivered. */
export function namesBox(text: string): boolean {
  return removeUnits(text).hasBox
}

/** Removes units and boxes; the rest may be a street, or no destination at all. */
export function removeUnits(text: string): WithoutUnits {
  const whole = text.replace(BOX, ' ')
  const hasBox = whole !== text
  const isAfterNumber = (at: number) => /\d/.test(whole.slice(0, at))
  let left = whole.replace(HASH_UNIT, (mark, at: number) => (isAfterNumber(at) ? ' ' : mark)).replace(NAMED_UNIT, ' ')
  const word = findNameWord(whole, left)
  for (const pattern of PATTERNS) left = left.replace(pattern, ' ')
  left = left.replace(HOUSE_MARK, ' ')
  return { text: left, hasBox, ...(word && { named: { text: whole.replace(HOUSE_MARK, ' '), word } }) }
}

const SMALL_NUMBER = /(?<![\p{L}\d])\d{1,3}\p{L}?(?![\p{L}\d])/u

/**
 * Word that may belong to the street's name after all: that of the first unit, when no number is left for the house, or the number right
 * before a `#` (Calle 5 #10). Undefined when no unit was removed or a house number is left.
 */
function findNameWord(whole: string, left: string): string | undefined {
  if (left === whole) return undefined
  const numbered = /(\d+\p{L}?)\s*#\s*\d/u.exec(whole)?.[1]
  if (numbered) return numbered
  if (SMALL_NUMBER.test(left)) return undefined
  // A word at the beginning is a unit: nothing stands before it in `Flat 3, Rose Road`.
  return [...whole.matchAll(NAMED_UNIT)].find(({ index }) => /\p{L}\s*$/u.test(whole.slice(0, index)))?.[1]
}
