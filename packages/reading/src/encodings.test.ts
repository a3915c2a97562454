// Texts in the encodings that programs write, distinguished by their letters.
import { describe, expect, test } from 'vitest'
import { decodeText, type Encoding } from './encodings.ts'

/** The bytes of a text in a single-byte encoding. */
function encode(text: string, encoding: Encoding): Uint8Array {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const letters = [...all].map((byte) => decodeText(Uint8Array.of(byte), encoding).text)
  return Uint8Array.from([...text].map((letter) => letters.indexOf(letter)))
}

describe('without a mark', () => {
  test.each([
    ['windows-1252', 'Müller Bäckerei;Straße – Café;Türcode'],
    ['windows-1252', 'São Paulo;Praça da Sé;Conceição'],
    ['windows-1252', 'Crème brûlée;à côté;Hôtel d’Été'],
    ['windows-1252', 'Tromsø;Åse;Blåbær'],
    // Signs that are letters in encodings for Eastern Europe.
    ['windows-1252', 'Längengrad;Kunde Nº 1;Kunde Nº 2;Kunde Nº 3'],
    ['windows-1252', 'Volumen m³;12 m³;3ª Avenida'],
    ['windows-1252', 'price;£12;£13'],
    ['windows-1252', 'Breitengrad;Längengrad'],
    ['windows-1252', 'Straße'],
    ['windows-1252', 'Zürich;Genève;Neuchâtel'],
    ['windows-1250', 'Zażółć gęślą jaźń;ul. Świętojańska 5;Łódź'],
    ['windows-1250', 'Příliš žluťoučký kůň;Štěpánská;Jiří'],
    ['windows-1254', 'Şişli;İstanbul;Kadıköy;Güneş'],
    ['windows-1251', 'Улица Ленина;Москва;Итого'],
    ['cp850', 'Müller Bäckerei;Straße;Zürich;Café'],
    ['cp850', 'Señor Muñoz;Calle Ñandú;Peñíscola'],
    ['macintosh', 'Müller Bäckerei;Straße;Zürich;Café'],
    ['macintosh', 'Crème brûlée;à côté;Hôtel'],
  ] as const)('%s: %s', (encoding, text) => {
    expect(decodeText(encode(text, encoding))).toEqual({ text, encoding, isSure: false })
  })

  test('Shift-JIS is told by its signs, UTF-8 by its rules, UTF-16 by its empty bytes', () => {
    const japanese = Uint8Array.from([0x93, 0x8c, 0x8b, 0x9e, 0x3b, 0x8e, 0x52, 0x93, 0x63])
    expect(decodeText(japanese)).toEqual({ text: '東京;山田', encoding: 'shift_jis', isSure: false })
    expect(decodeText(new TextEncoder().encode('Städtle'))).toEqual({
      text: 'Städtle',
      encoding: 'utf-8',
      isSure: true,
    })
    const wide = Uint8Array.from([...'id;name'].flatMap((letter) => [letter.charCodeAt(0), 0]))
    expect(decodeText(wide)).toEqual({ text: 'id;name', encoding: 'utf-16le', isSure: true })
  })
})

/** Each letter in two bytes, the higher or the lower first. */
const wide = (text: string, isHighFirst: boolean) =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0)
    return isHighFirst ? [code >> 8, code & 255] : [code & 255, code >> 8]
  })

test.each<[string, number[], Encoding]>([
  ['UTF-8 with its mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Städtle')], 'utf-8'],
  ['UTF-16 with its mark, low bytes first', [0xff, 0xfe, ...wide('Städtle', false)], 'utf-16le'],
  ['UTF-16 with its mark, high bytes first', [0xfe, 0xff, ...wide('Städtle', true)], 'utf-16be'],
  ['UTF-16 without a mark, low bytes first', wide('Städtle', false), 'utf-16le'],
  ['UTF-16 without a mark, high bytes first', wide('Städtle', true), 'utf-16be'],
])('%s is sure, and the mark is no letter', (_, bytes, encoding) => {
  expect(decodeText(Uint8Array.from(bytes))).toEqual({ text: 'Städtle', encoding, isSure: true })
})

test.each([
  // Two bytes of a mark are none where the third is missing.
  [[0xef, 0xbb, 0x41]],
  [[0xff, 0x41]],
  [[0xfe, 0x41]],
])('%j has no mark', (bytes) => {
  expect(decodeText(Uint8Array.from(bytes)).isSure).toBe(false)
})

test('an encoding that was chosen counts, and the language decides between two that fit alike', () => {
  const bytes = encode('Müller', 'windows-1252')
  expect(decodeText(bytes, 'cp850').text).toBe('M³ller')
  const hungarian = encode('Győr;űr', 'windows-1250')
  expect(decodeText(hungarian).text).toBe('Gyõr;ûr')
  expect(decodeText(hungarian, undefined, 'hu').text).toBe('Győr;űr')
})
