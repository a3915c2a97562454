import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listSharedScans, scanCases } from '../test/scan-cases.ts'
import { hasCheckDigit, readGs1 } from './gs1.ts'
import { compactCode, findByCode, isSameParcel, listSpellings } from './parcel-code.ts'

const titles = scanCases.map((entry) => ({ ...entry, what: entry.isFound ? 'is found by' : 'is not found by' }))

test.each(titles)('$stored $what $scanned', ({ stored, scanned, isFound }) => {
  expect(isSameParcel(stored, scanned)).toBe(isFound)
})

test.skipIf(listSharedScans().length === 0)('what others collected', () => {
  const wrong = listSharedScans().filter(({ stored, scanned, isFound }) => isSameParcel(stored, scanned) !== isFound)
  expect(wrong).toEqual([])
})

describe('several parcels', () => {
  const find = (codes: string[], code: string) =>
    findByCode(
      codes.map((identifier) => ({ identifier })),
      code,
    ).map(({ identifier }) => identifier)

  test('the one that is stored letter by letter comes first', () => {
    expect(find(['3sdevc1', '3SDEVC1'], '3SDEVC1')).toEqual(['3SDEVC1'])
    expect(find(['340434161094042557', '00340434161094042557'], '00340434161094042557')).toEqual([
      '00340434161094042557',
    ])
  })

  test('then the one that is named most closely', () => {
    expect(find(['4901234567894', '(01)04901234567894(21)A1'], ']C1010490123456789421A1')).toEqual([
      '(01)04901234567894(21)A1',
    ])
  })

  test('none where different codes fit alike; all where one code is stored twice', () => {
    expect(find(['aB3', 'Ab3'], 'AB3')).toEqual([])
    expect(find(['X1', 'X1', 'Y'], 'x1')).toEqual(['X1', 'X1'])
  })
})

describe('different codes stay different', () => {
  const alphabet = fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRSTUVWXYZ-/.')
  const code = fc.string({ unit: alphabet, minLength: 1, maxLength: 30 })
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30 })

  test('random codes in one case', () => {
    fc.assert(
      fc.property(code, code, (a, b) => isSameParcel(a, b) === (a === b)),
      { numRuns: 2_000 },
    )
  })

  test('short codes of few letters, which are often nearly the same', () => {
    const short = fc.string({ unit: fc.constantFrom('0', '1', 'A'), minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(short, short, (a, b) => isSameParcel(a, b) === (a === b)),
      { numRuns: 2_000 },
    )
  })

  test('random numbers, also neighbours', () => {
    const differs = (a: string, b: string) => a === b || !isSameParcel(a, b)
    fc.assert(fc.property(digits, digits, differs), { numRuns: 2_000 })
    const next = (number: string) => String(BigInt(number) + 1n).padStart(number.length, '0')
    fc.assert(
      fc.property(digits, (number) => differs(number, next(number))),
      { numRuns: 2_000 },
    )
  })

  test('a zero more or less, unless it is a product number with its check digit', () => {
    const isProduct = (number: string) => /^\d{12,14}$/.test(number) && hasCheckDigit(number)
    const isKept = (number: string) => !isSameParcel(number, `0${number}`) || isProduct(number)
    fc.assert(fc.property(digits, isKept), { numRuns: 2_000 })
  })

  test('serial numbers of one product', () => {
    const serial = fc.string({ unit: alphabet, minLength: 1, maxLength: 20 })
    const label = (value: string) => `(01)04901234567894(21)${value}`
    fc.assert(
      fc.property(serial, serial, (a, b) => isSameParcel(label(a), label(b)) === (a === b)),
      { numRuns: 2_000 },
    )
  })

  test('nothing that is scanned makes it throw, and a code means itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (text) => isSameParcel(text, text)),
      { numRuns: 2_000 },
    )
  })
})

test('a label that cannot be cut into identifiers is none', () => {
  expect(readGs1(']C100340434')).toBeUndefined()
  expect(readGs1('https://example.com/parcel/12')).toBeUndefined()
  expect(readGs1('JD014600000000000001')).toBeUndefined()
  expect(readGs1('00340434161094042558')).toBeUndefined()
})

test('the index of codes is asked for the spelling that is stored', () => {
  const missed = scanCases.filter(
    ({ stored, scanned, isFound }) => isFound && !listSpellings(scanned).includes(compactCode(stored)),
  )
  // A stored label with more fields than the scanned one is not found by it.
  expect(missed.map(({ stored }) => stored)).toEqual(['(01)04901234567894(10)12(21)A1'])
})
