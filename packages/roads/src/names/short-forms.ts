// Words that a shortened word may stand for. There is no list of pairs: a short form begins like the long one and has its letters in the
// same order (Blvd, Pza., Ctra., Gl.), in every language. The street it is compared with decides which one is meant.

/** Short forms that are also written without a dot. */
const KNOWN = new Set(
  [
    'st str ste sta sto skt av ave avda avd avn bd bld blvd boul rd ln ct dr pl pz pza pzza pça hwy pkwy pky ter terr sq cir',
    'trl tr cres cr gr gdns gdn cl ch cno ctra crta trav tv lg lgo cso vle ple vic fg fbg imp all rte rt sq qu rés res urb gta',
    'co mt mtn ft jr sr nw ne sw se gen gal mal cel col prof pres brig eng sra sr dott dtt flli stat pr kon burg lwr upr gt gl',
    'ndr it al os sw ks ul pln stwg stg estr est rod dom pc pca cc expy expwy fwy tpke aly xing hts hl pt plz plza bldg crl cl',
    'ndre sdr vstr ostr sndr gml lll stre kgl',
    // Kinds of streets: France, Spain and America, Portugal and Brazil, Italy, Poland, English.
    'aven che chem ches imp prom esp espl fg ham mte prv res rpt rle sent trav tra ven vla vge',
    'alam aut avn bvar bulev cll cra crr carr diag dg diag gta jto pje pque prol psje psj pso rbla tv transv trva urb vda',
    'azinh bc calc est estr lgo lug pct pcta qta rot vla',
    'cda circ contr fraz loc lungot pta strad trav vl',
    'skw szos wyb',
    'arc app bch byp circ conc crt cove esp est ests exp ext fwy gar gdn gte hbr isl jct lk mdw mdws mnr ovl pde pk',
    'pne pt qy rdg riv sta trce tce tun vw vws wk wy',
    // Titles and other words before names.
    'abp adj adm alm amb anc arch av avv bne bp brg cap capt card cav cdt cmdt cne cnel col comm cons cte dca dep dir ds duq emb',
    'fr gde gend giov gov gral hon hr ing inz jhr kard kmdr kom kpt ks lic lt lic mae maj mal mar marq marsz mis mjr mlle mme mons mr mgr mtro nd ns nsa',
    'plk ppor prez prob pulk rev serg sgto sig sto sv sw ten vde vig visc vve',
    // Big, small, old, new, upper, lower and directions.
    'gd gde gds gdes grd grde pt pte pts ptes vx nv nve ob unt ndr ovre nedre ',
  ].flatMap((line) => line.split(' ')),
)
/** Short forms that share too few letters with their words. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  xing: ['crossing'],
  kr: ['carrera'],
  kra: ['carrera'],
  ss: ['santi', 'santissima', 'strada'],
  rte: ['route', 'road'],
  bd: ['boulevard', 'bulevard', 'boulevarden'],
  sw: ['swietego', 'swietej', 'southwest'],
  al: ['aleja', 'aleje', 'alameda', 'allee'],
  gal: ['general'],
}
const DIGIT_NINE = '9'.charCodeAt(0)
/** Short endings of compound words, as in Bahnhofstr, Kerkstr, Marktpl and Parkln, with their long forms. */
const JOINED_ENDINGS: Readonly<Record<string, readonly string[]>> = {
  str: ['strasse', 'straat', 'strade'],
  pl: ['platz', 'plein', 'plads', 'plass', 'plats'],
  pln: ['plein'],
  ln: ['laan'],
  wg: ['weg'],
  gr: ['gracht'],
  sngl: ['singel'],
  dk: ['dijk'],
}
const JOINED = new RegExp(`^(\\p{L}{3,})(${Object.keys(JOINED_ENDINGS).join('|')})$`, 'u')
/** Folded number words in ascending order; `_` when a word also has another meaning (due, dos, un). */
const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth',
    'eerste tweede derde vierde vijfde zesde',
    'premier deuxieme troisieme quatrieme cinquieme',
    'primera segunda tercera cuarta quinta',
    'um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete',
    '_ deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze',
    'uno _ tres cuatro cinco seis siete ocho nuve diez',
    'primo _ tre quattro cinqu sei sette',
    'pierwszego drugiego trzeciego czwartego piatego szostego siodmego osmego dziewiatego dziesiatego jedenastego',
  ].flatMap((line) => line.split(' ').map((word, at) => [word, at + 1])),
)
const ROMAN = /^(?=[ivx]{2})x{0,3}(?:ix|iv|v?i{0,3})$/

/** The number that a word of a name means, in digits, words or Roman numerals; undefined for none. */
export function findNumber(word: string): number | undefined {
  if (/^\d+$/.test(word)) return Number(word)
  if (Object.hasOwn(NUMBER_WORDS, word)) return NUMBER_WORDS[word]
  if (!ROMAN.test(word)) return undefined
  const values: Record<string, number> = { i: 1, v: 5, x: 10 }
  return [...word].reduce((sum, letter, at) => {
    const value = values[letter]!
    return sum + (value < (values[word[at + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)
}

/** Whether a word means a number without digits. */
export function isNumberWord(word: string): boolean {
  return !/^\d/.test(word) && findNumber(word) !== undefined
}

/** A few consonants alone are an abbreviation: `wlk`, `gdns`, `sthlm`. */
const NO_VOWEL = /^[bcdfghjklmnpqrstvwxz]{2,5}$/

/** Whether a word may be a short form: a single letter, a usual one, one without a vowel, or one followed by a dot. */
export function isShort(word: string, hasDot: boolean): boolean {
  return hasDot || /^[a-z]$/.test(word) || KNOWN.has(word) || NO_VOWEL.test(word) || JOINED.test(word)
}

/**
 * The word of a name that a short word stands for. Among several (St James St), the one next to the same neighbour, otherwise the first
 * unused one.
 */
function findLong(words: readonly string[], at: number, name: readonly string[], used: ReadonlySet<string>) {
  const short = words[at]!
  const options = name.filter((word) => mayStandFor(short, word))
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
  return (KNOWN.has(short) || NO_VOWEL.test(short)) && standsFor(short, long)
}

/** Whether a short form may stand for a word, even when they share too few letters: `kr` for `carrera`. */
export function mayStandFor(short: string, long: string): boolean {
  return standsFor(short, long) || (Object.hasOwn(IRREGULAR, short) && IRREGULAR[short]!.includes(long))
}

function standsFor(short: string, long: string): boolean {
  // The D of Mannheim's square D3 is no short form of D3.
  if (long.length <= short.length || long[0] !== short[0] || long.charCodeAt(long.length - 1) <= DIGIT_NINE)
    return false
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

/**
 * Respells the words of a query like a name: short forms become the words of the name that they may stand for, long words become the name's
 * short ones, and numbers are written as in the name. `short` tells which words may be short.
 */
export function spellLike(words: readonly string[], short: readonly boolean[], name: readonly string[]): string[] {
  const used = new Set<string>()
  return words.map((word, at) => {
    if (name.includes(word)) return word
    if (short[at]) {
      const long = findLong(words, at, name, used) ?? findJoined(word, name) ?? findInitials(word, name)
      if (long === undefined) return word
      used.add(long)
      return long
    }
    const number = findNumber(word)
    const same = number === undefined ? undefined : name.find((text) => findNumber(text) === number)
    return same ?? name.find((text) => KNOWN.has(text) && standsFor(text, word)) ?? word
  })
}

/** `bahnhofstr` becomes `bahnhofstrasse`, even misspelt before its ending. */
function findJoined(word: string, name: readonly string[]): string | undefined {
  const [, beginning, short] = JOINED.exec(word) ?? []
  if (beginning === undefined) return undefined
  const ending = JOINED_ENDINGS[short!]!.find((long) => name.some((text) => text.endsWith(long)))
  return ending && beginning + ending
}

/** Consecutive words of a name whose initials are the letters of a word, joined: `jfk` for John F. Kennedy, `nd` for Notre-Dame. */
function findInitials(word: string, name: readonly string[]): string | undefined {
  if (word.length < 2 || word.length > name.length) return undefined
  const at = name
    .map((text) => text[0])
    .join('')
    .indexOf(word)
  return at < 0 ? undefined : name.slice(at, at + word.length).join('')
}

/**
 * Whether words are too little to mean a name: the K of a town is not Kirkevej. They need a third of its letters, and a word or a number.
 */
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

/** Whether a name contains something that a query may write differently even when nothing in the query is short. */
export function isSpeltFreely(name: readonly string[]): boolean {
  return name.some((word) => KNOWN.has(word) || isNumberWord(word))
}
