// Numbers, amounts with their units, and parcels that are counted or named.
import { describe, expect, test } from 'vitest'
import { readDuration, readQuantity } from './amounts.ts'
import { isDamaged } from './damage.ts'
import { judgeNumbers, readNumberText } from './numbers.ts'
import { areCounts, nameParcels, readCount, readParcels } from './parcels.ts'
import { findHeadingFactor } from './units.ts'

describe('the form of a column decides what one of its numbers leaves open', () => {
  test.each([
    [['1.250', '2.400,5'], 'en', [1250, 2400.5]],
    [['1,250', '2,400.5'], 'de', [1250, 2400.5]],
    [['1 250,5', '980'], 'en', [1250.5, 980]],
    [['1 250,5', '1.250'], 'en', [1250.5, 1250]],
    [["1'250.5", "2'000"], 'de', [1250.5, 2000]],
    [['1,00,000', '2,50,000.5'], 'en', [100_000, 250_000.5]],
    [['1.250.000', '1.250'], 'en', [1_250_000, 1250]],
    [['12,5', '1,250'], 'en', [12.5, 1.25]],
    [['12.5', '1.250'], 'de', [12.5, 1.25]],
    [['0,125', '12'], 'de', [0.125, 12]],
    [['٣٫٥', '2.5'], 'en', [3.5, 2.5]],
  ])('%j in %s', (cells, language, values) => {
    const form = judgeNumbers(cells, language)
    expect(form.isSure).toBe(true)
    expect(cells.map((cell) => readNumberText(cell, form)?.value)).toEqual(values)
  })

  test('where nothing decides, the language does, and the number is doubtful', () => {
    expect(readNumberText('1.250', judgeNumbers(['1.250', '850'], 'de'))).toEqual({
      value: 1250,
      rest: '',
      isDoubtful: true,
    })
    expect(readNumberText('1.250', judgeNumbers(['1.250', '850'], 'en'))).toEqual({
      value: 1.25,
      rest: '',
      isDoubtful: true,
    })
    expect(readNumberText('850', judgeNumbers(['1.250', '850'], 'en'))?.isDoubtful).toBe(false)
    expect(judgeNumbers(['12', '850'], 'de').isSure).toBe(true)
  })

  test('a column that is written in both ways leaves its open numbers doubtful', () => {
    const form = judgeNumbers(['12,5', '12.5', '1.250'], 'de')
    expect(readNumberText('12,5', form)).toMatchObject({ value: 12.5, isDoubtful: false })
    expect(readNumberText('12.5', form)).toMatchObject({ value: 12.5, isDoubtful: false })
    expect(readNumberText('1.250', form)).toMatchObject({ value: 1250, isDoubtful: true })
  })

  test.each(['1,2,3', '12.34.56', '1.25,0.3', '--3', '', 'kg 5'])('%j is no number', (text) => {
    expect(readNumberText(text)).toBeUndefined()
  })
})

describe('units stand in the heading or in the cell', () => {
  test.each([
    ['weight', 'Weight (g)', 0.001],
    ['weight', 'weight_g', 0.001],
    ['weight', 'Gewicht in t', 1000],
    ['weight', 'Gewicht [kg]', 1],
    ['weight', 'Weight (lbs)', 0.453_592_37],
    ['weight', 'Peso (oz)', 0.028_349_523_125],
    ['weight', 'weightGrams', 0.001],
    ['weight', 'Gewicht', undefined],
    ['weight', 'Gewicht brutto', 1],
    ['volume', 'Volume (l)', 0.001],
    ['volume', 'Volumen m³', 1],
    ['volume', 'Volumen (dm³)', 0.001],
    ['duration', 'Service time (sec)', 1],
    ['duration', 'Dauer (h)', 3_600],
    ['duration', 'Dauer (Min.)', 60],
    ['duration', 'service_minutes', 60],
    ['duration', 'Duration', undefined],
  ] as const)('%s: %s', (quantity, heading, factor) => {
    expect(findHeadingFactor(quantity, heading)).toBe(factor)
  })

  test('the unit of the cell counts before that of the heading', () => {
    expect(readQuantity('weight', '500', { factor: 0.001 })).toEqual({ value: 0.5 })
    expect(readQuantity('weight', '2 kg', { factor: 0.001 })).toEqual({ value: 2 })
    expect(readDuration('300', { factor: 1 })).toEqual({ value: 300 })
    expect(readDuration('5 min', { factor: 1 })).toEqual({ value: 300 })
    expect(readDuration('1', { factor: 3_600 })).toEqual({ value: 3_600 })
    expect(readDuration('0:15', { factor: 3_600 })).toEqual({ value: 900 })
  })

  test('words that are no unit are left over', () => {
    expect(readQuantity('weight', '5 Stück')).toEqual({ value: 5, rest: 'Stück' })
    expect(readQuantity('weight', '12 kg ca')).toEqual({ value: 12, rest: 'ca' })
  })

  test('a share of a day is a time, as spreadsheets keep it', () => {
    expect(readDuration('0,0069444')).toEqual({ value: 600 })
    expect(readDuration('0.0069444', { factor: 3_600 })).toEqual({ value: 600 })
    expect(readDuration('0,5', { factor: 3_600 })).toEqual({ value: 1_800 })
  })
})

describe('parcels', () => {
  test.each([
    ['4', 4],
    ['0', 0],
    ['12', 12],
    ['4 Kolli', 4],
    ['2 x', 2],
    ['3,0', 3],
    ['1 Stk.', 1],
    ['007', undefined],
    ['4711', undefined],
    ['P-4', undefined],
    ['4, 5', undefined],
  ])('%s is the count %s', (text, count) => {
    expect(readCount(text)).toBe(count)
  })

  test('small numbers are counts, codes are codes, and a column of barcodes has nothing but codes', () => {
    expect(readParcels('4')).toEqual({ codes: [], count: 4 })
    expect(readParcels('P1, P2; P3')).toEqual({ codes: ['P1', 'P2', 'P3'], count: 0 })
    expect(readParcels('4', true)).toEqual({ codes: ['4'], count: 0 })
    expect(areCounts(['1', '', '4'])).toBe(true)
    expect(areCounts(['1', 'P-4'])).toBe(false)
    expect(areCounts(['', ''])).toBe(false)
  })

  test('parcels without codes are named each once by their order', () => {
    expect(nameParcels(2, 'A-1')).toEqual(['A-1 1/2', 'A-1 2/2'])
    expect(nameParcels(2, '')).toEqual(['1/2', '2/2'])
  })
})

test.each([
  ['4,17912E+10', true],
  ['4.90123e+12', true],
  ['1.2345678901234568E+16', true],
  ['########', true],
  ['E10', false],
  ['4E7', false],
  ['+41 79 123 45 67', false],
  ['417912345678', false],
])('%s was damaged by a spreadsheet: %s', (text, damaged) => {
  expect(isDamaged(text)).toBe(damaged)
})
