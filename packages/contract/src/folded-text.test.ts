// How texts are compared by a search.
import { describe, expect, test } from 'vitest'
import { beginsWithSlip, foldText, foldWords } from './folded-text.ts'

describe('two ways to write a name are one', () => {
  test.each([
    ['Café', 'cafe'],
    ['Cafe\u0301', 'Café'],
    ['Müller', 'MUELLER'],
    ['Straße', 'STRASSE'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
    ['Łódź', 'lodz'],
    ['Ærø', 'aero'],
    ['Οδός', 'ΟΔΟΣ'],
    ['Диёр', 'ДИЕР'],
    ['ﬁlter', 'filter'],
    ['İstanbul', 'istanbul'],
  ])('%s is %s', (first, other) => {
    expect(foldText(first)).toBe(foldText(other))
  })

  test('marks that make a letter of Thai, Hindi or Korean stay', () => {
    expect(foldText('ร้านอาหารไทย')).toBe('ร้านอาหารไทย')
    expect(foldText('नमस्ते')).toBe('नमस्ते')
    expect(foldText('한국'.normalize('NFD'))).toBe('한국')
  })
})

test('words end at spaces and punctuation, not at marks', () => {
  expect(foldWords('Café “Wölfle”, B-12 (ร้านอาหารไทย)')).toEqual(['cafe', 'wolfle', 'b', '12', 'ร้านอาหารไทย'])
  expect(foldWords(' – ')).toEqual([])
})

describe('one slip is forgiven', () => {
  test.each([
    ['kindle', 'kindel', 'swapped'],
    ['speckibunt', 'speckibumt', 'changed'],
    ['muller', 'mulller', 'added'],
    ['speckibunt', 'spekibu', 'left out, and not typed to the end'],
    ['bakery', 'dakery', 'changed at the beginning'],
    ['anna', 'annas', 'added at the end'],
  ])('%s typed as %s: %s', (word, typed) => {
    expect(beginsWithSlip(word, typed)).toBe(true)
  })

  test.each([
    ['anna', 'ann', 'no slip but short'],
    ['otto', 'ott', 'too short'],
    ['berta', 'barto', 'two slips'],
    ['speckibunt', 'psekcibunt', 'two swapped pairs'],
  ])('%s typed as %s is not: %s', (word, typed) => {
    expect(beginsWithSlip(word, typed)).toBe(false)
  })
})
