// Detects the encoding of a text file: by its byte-order mark, or by the letters that result.
import type { Encoding } from '@routewright/contract/encodings'

export type { Encoding } from '@routewright/contract/encodings'

export interface Decoded {
  text: string
  encoding: Encoding
  /** Whether a mark, or the rules of the encoding itself, determines it. */
  isSure: boolean
}

/** 0x80 to 0xff in DOS code page 850 (Western Europe), which TextDecoder does not support. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Letters of languages beyond a to z, by the encodings that their files use. */
const ALPHABETS: readonly (readonly [encodings: readonly Encoding[], letters: string])[] = [
  ...['äöüßàâçéèêëîïôùûáíóúñãõ', 'äöüß', 'àâçéèêëîïôùûœ', 'áéíñóúü', 'áâãàçéêíóôõú', 'àèéìòù', 'ëïéèöü', 'åäöæøé'].map(
    (letters) => [['windows-1252', 'cp850', 'macintosh'] as const, letters] as const,
  ),
  ...['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'].map(
    (letters) => [['windows-1250', 'iso-8859-2'] as const, letters] as const,
  ),
  [['windows-1254'], 'çğıöşüâ'],
  [['windows-1251'], 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ'],
]
/** Signs between words in files from Windows and the Mac. */
const SIGNS = '–—„“”‚‘’€°§«»•…·²³№ºª½¿¡´'

/** Nº, 5ª, m³ and £12, whose signs are letters in other encodings. */
const IN_PLACE = /^(?:[nN\d][ºª°]|[mM\d][²³]|.£\d)/

/** Decodes the bytes: in the `wanted` encoding, or in the likeliest; `language` is the project's. */
export function decodeText(bytes: Uint8Array, wanted?: Encoding, language = ''): Decoded {
  if (wanted) return { text: decodeAs(bytes, wanted), encoding: wanted, isSure: true }
  const marked = markedEncoding(bytes)
  if (marked) return { text: decodeAs(bytes, marked), encoding: marked, isSure: true }
  const text = strictly(bytes, 'utf-8')
  if (text !== undefined) return { text, encoding: 'utf-8', isSure: true }
  const encoding = guessEncoding(bytes, language)
  return { text: decodeAs(bytes, encoding), encoding, isSure: false }
}

/** Encoding by the byte-order mark, or by the zero bytes of UTF-16. */
function markedEncoding(bytes: Uint8Array): Encoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 400)
  const empty = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) empty[at % 2]! += 1
  if (empty[1]! * 4 > start.length && empty[0] === 0) return 'utf-16le'
  return empty[0]! * 4 > start.length && empty[1] === 0 ? 'utf-16be' : undefined
}

function strictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'cp850') return new TextDecoder(encoding).decode(bytes)
  return [...bytes].map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : CP850[byte - 0x80])).join('')
}

/** Number of bytes examined. */
const LOOKED_AT = 200_000

/**
 * Whether there are whole words of kana and kanji. Western letters decoded so appear as single ones within Latin words, or as half-width
 * kana.
 */
function isJapanese(text: string | undefined): boolean {
  const signs = text?.slice(0, LOOKED_AT).match(/\P{ASCII}/gu) ?? []
  const wide = signs.filter(
    (sign) => /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー・]/u.test(sign) && !/[\uff61-\uff9f]/.test(sign),
  )
  const mixed = text?.slice(0, LOOKED_AT).match(/[a-z][\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/giu) ?? []
  return wide.length > 1 && wide.length * 2 > signs.length && mixed.length * 4 < wide.length
}

function guessEncoding(bytes: Uint8Array, language: string): Encoding {
  const start = bytes.subarray(0, LOOKED_AT)
  if (isJapanese(strictly(bytes, 'shift_jis'))) return 'shift_jis'
  const sample = aroundLetters(start)
  let best: { encoding: Encoding; score: number } = { encoding: 'windows-1252', score: Number.NEGATIVE_INFINITY }
  const texts = new Map<Encoding, string>()
  for (const [list, letters] of ALPHABETS) {
    for (const [at, encoding] of list.entries()) {
      const text = texts.get(encoding) ?? decodeAs(sample, encoding)
      texts.set(encoding, text)
      // When two fit equally well, prefers the more common one, and the one of the project's language.
      const score = computeScore(text, letters) - at * 0.001 + (isOfLanguage(encoding, language) ? 0.01 : 0)
      if (score > best.score) best = { encoding, score }
    }
  }
  return best.encoding
}

/** Number of bytes decoded in each encoding. */
const COMPARED = 20_000

/** The bytes beyond ASCII with their neighbours. */
function aroundLetters(bytes: Uint8Array): Uint8Array {
  const found: number[] = []
  for (let at = 0; at < bytes.length && found.length < COMPARED; at += 1) {
    const isNear = bytes[at]! >= 0x80 || (bytes[at - 1] ?? 0) >= 0x80 || (bytes[at + 1] ?? 0) >= 0x80
    if (isNear) found.push(bytes[at]!)
    else if (found.at(-1) !== 0x20) found.push(0x20)
  }
  return Uint8Array.from(found)
}

function isOfLanguage(encoding: Encoding, language: string): boolean {
  if (/^(?:pl|cs|sk|hu|ro|hr|sl)/.test(language)) return encoding === 'windows-1250'
  if (language.startsWith('tr')) return encoding === 'windows-1254'
  return /^(?:ru|uk|bg|sr)/.test(language) ? encoding === 'windows-1251' : encoding === 'windows-1252'
}

/** Share of signs beyond ASCII that this language uses; those within words count most. */
function computeScore(text: string, letters: string): number {
  const own = new Set(letters)
  let [sum, count] = [0, 0]
  for (const { 0: sign, index } of text.matchAll(/\P{ASCII}/gu)) {
    count += 1
    if (own.has(sign.toLowerCase()) || IN_PLACE.test(text.slice(index - 1, index + 2))) sum += 1
    else if (SIGNS.includes(sign)) sum += 0.6
    else if (/[\p{C}│┤╣║╗╝┐└┴┬├─┼╚╔╩╦╠═╬┘┌█▄▀■░▒▓]/u.test(sign)) sum -= 1
  }
  // No word has a capital in the middle or letters of two scripts.
  const capitals = text.match(/\p{Ll}\P{ASCII}(?=\p{Ll})/gu)?.filter((pair) => /\p{Lu}/u.test(pair[1]!)).length ?? 0
  const mixed = text.match(/[a-z]\p{sc=Cyrillic}|\p{sc=Cyrillic}[a-z]/giu)?.length ?? 0
  return (sum - capitals - mixed) / Math.max(1, count)
}
