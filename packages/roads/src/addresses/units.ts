// Flats, floors, staircases and post-office boxes: what stands in an address and says nothing about which house it is.

/** A number, a letter, or both: `3`, `4b`, `b`, `1º`. */
const VALUE = String.raw`[\s.:]*(?:\d{1,5}\s?\p{L}?|\p{L}\d{0,3})(?![\p{L}\d])`
const words = (list: string) =>
  list
    .split(' ')
    .map((word) => word.replaceAll('.', String.raw`\.?`))
    .join('|')
/** Words that a value follows. */
const NAMED = words(
  'apt. apartment appt. app. apto. apartamento ap. suite unit flat room rm. bldg. building floor fl. level lot wohnung whg. stiege stg. top tür tuer ' +
    'bât. bâtiment bat. batiment étage etage escalier esc. escalera piso planta puerta pta. loja bloco sala casa andar interno int. scala piano ' +
    'bus bte. boîte boite lok. lokal lgh. lägenhet leil. leilighet as. etg.',
)
const PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`(?<=[\s,(]|^)(?:${NAMED})${VALUE}`, 'giu'),
  /(?<=[\s,])#\s*\d{1,5}\p{L}?(?![\p{L}\d])/giu,
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
  /** The address names a post-office box. */
  hasBox: boolean
}

/** Whether the address names a post-office box, where nobody can be driven to. */
export function namesBox(text: string): boolean {
  return removeUnits(text).hasBox
}

/** The text without units and boxes; what is left may be a street, or nothing that a driver could go to. */
export function removeUnits(text: string): WithoutUnits {
  let left = text.replace(BOX, ' ')
  const hasBox = left !== text
  for (const pattern of PATTERNS) left = left.replace(pattern, ' ')
  return { text: left, hasBox }
}
