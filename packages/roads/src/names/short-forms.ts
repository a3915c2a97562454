// What a shortened word may stand for. No list of pairs: a short form begins like the long one and has its letters in the
// same order (Blvd, Pza., Ctra., Gl.), in every language. Which one is meant is decided by the street it is compared with.

/** Forms that are written without a dot as well. */
const KNOWN = new Set(
  [
    'st str ste sta sto skt av ave avda avd avn bd bld blvd boul rd ln la ct dr pl pz pza pzza pça hwy pkwy pky ter terr sq cir',
    'trl tr cres cr gr gdns gdn cl ch cno ctra crta trav tv lg lgo cso vle ple vic fg fbg imp all rte rt sq qu rés res urb gta',
    'co mt mtn ft jr sr nw ne sw se gen gal mal cel col prof pres brig eng sra sr dott dtt flli stat pr kon burg lwr upr gt gl',
    'ndr it al os sw ks ul pln stwg stg estr est rod dom pc pca cc expy expwy fwy tpke aly xing hts hl pt plz plza bldg crl cl',
    'ndre sdr vstr ostr sndr gml lll stre kgl',
  ].flatMap((line) => line.split(' ')),
)
/** Those that share too few letters with what they stand for. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  xing: ['crossing'],
  rte: ['route', 'road'],
  bd: ['boulevard', 'bulevard', 'boulevarden'],
  sw: ['swietego', 'swietej', 'southwest'],
  al: ['aleja', 'aleje', 'alameda', 'allee'],
  gal: ['general'],
}
/** Endings of joined words, as in Bahnhofstr and Kerkstr. */
const JOINED_STREETS = ['strasse', 'straat']
const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth',
    'eerste tweede derde vierde vijfde zesde',
    'premier deuxieme troisieme quatrieme cinquieme',
    'primera segunda tercera cuarta quinta',
    'um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete',
  ].flatMap((line) => line.split(' ').map((word, at) => [word, at + 1])),
)
const ROMAN = /^(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})$/

/** The number that a word of a name says, in digits, in words or Roman; undefined where it says none. */
export function numberOf(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word)
  if (Object.hasOwn(NUMBER_WORDS, word)) return NUMBER_WORDS[word]
  if (!ROMAN.test(word)) return undefined
  const values: Record<string, number> = { i: 1, v: 5, x: 10 }
  return [...word].reduce((sum, letter, at) => {
    const value = values[letter]!
    return sum + (value < (values[word[at + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)
}

/** Whether a word says a number without digits. */
export function isNumberWord(word: string): boolean {
  return !/^\d/.test(word) && numberOf(word) !== undefined
}

/** Whether a word may be a short form: a single letter, one that is usual, or one with a dot behind it. */
export function isShort(word: string, hasDot: boolean): boolean {
  return hasDot || /^[a-z]$/.test(word) || KNOWN.has(word) || (word.length > 4 && word.endsWith('str'))
}

/**
 * The word of a name that a short word stands for. Of several (St James St) the one beside the same neighbour, else the first
 * that is not taken.
 */
function findLong(words: readonly string[], at: number, name: readonly string[], used: ReadonlySet<string>) {
  const short = words[at]!
  const irregular = Object.hasOwn(IRREGULAR, short) ? IRREGULAR[short]! : []
  const options = name.filter((word) => standsFor(short, word) || irregular.includes(word))
  if (options.length < 2) return options[0]
  const hasNeighbour = (word: string) => {
    const place = name.indexOf(word)
    const isSame = (step: number) => words[at + step] !== undefined && words[at + step] === name[place + step]
    return isSame(1) || isSame(-1)
  }
  return options.find(hasNeighbour) ?? options.find((word) => !used.has(word)) ?? options[0]
}

/** Whether a usual short form may stand for a word: `blvd` for `boulevard`, `st` for `street` and for `saint`. */
export function isShortFor(short: string, long: string): boolean {
  return KNOWN.has(short) && standsFor(short, long)
}

function standsFor(short: string, long: string): boolean {
  if (long.length <= short.length || long[0] !== short[0]) return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

/**
 * The words of a query as they are compared with a name: short forms become the words of the name they may stand for, long
 * words become the name's short ones, numbers are written as the name writes them. `short` tells which words may be short.
 */
export function spellLike(words: readonly string[], short: readonly boolean[], name: readonly string[]): string[] {
  const used = new Set<string>()
  return words.map((word, at) => {
    if (name.includes(word)) return word
    if (short[at]) {
      const long = findLong(words, at, name, used) ?? findJoined(word, name)
      if (long === undefined) return word
      used.add(long)
      return long
    }
    const number = numberOf(word)
    const same = number === undefined ? undefined : name.find((one) => numberOf(one) === number)
    return same ?? name.find((one) => KNOWN.has(one) && standsFor(one, word)) ?? word
  })
}

/** `bahnhofstr` becomes `bahnhofstrasse`, also with a slip before its ending. */
function findJoined(word: string, name: readonly string[]): string | undefined {
  if (!word.endsWith('str') || word.length < 5) return undefined
  const ending = JOINED_STREETS.find((street) => name.some((one) => one.endsWith(street)))
  return ending && word.slice(0, -3) + ending
}

/** Whether words are too little for a name: the K of a town is not Kirkevej. A third of its letters, and a word or a number. */
export function isTooShort(words: readonly string[], from: number, to: number, key: string): boolean {
  let letters = 0
  let isTelling = false
  for (let at = from; at < to; at++) {
    const word = words[at]!
    letters += word.length
    isTelling ||= word.length > 2 || /^\d/.test(word)
  }
  return letters * 3 < key.length || (!isTelling && letters < key.length)
}

/** Whether a name holds what a query may write otherwise even where nothing in the query is short. */
export function isSpeltFreely(name: readonly string[]): boolean {
  return name.some((word) => KNOWN.has(word) || isNumberWord(word))
}
