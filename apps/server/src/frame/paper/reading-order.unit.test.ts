// Words from right to left stand in their order within a line.
import { expect, test } from 'vitest'
import { runsFromLeft } from './reading-order.ts'

const fromLeft = (line: string) => runsFromLeft(line, 400).map(({ text }) => text)

test('a line of one direction stays as it is', () => {
  expect(fromLeft('Main street 12 (b)')).toEqual(['Main street 12 (b)'])
})

test('a line that begins from right to left has its first word at the right, numbers from left to right', () => {
  expect(fromLeft('רחוב הרצל 12')).toEqual(['12', ' ', 'הרצל', ' ', 'רחוב'])
  expect(fromLeft('شارع 12')).toEqual(['12', ' ', 'شارع'])
})

test('brackets open to the other side', () => {
  expect(fromLeft('שלום (קומה 3)')).toEqual(['(', '3', ' ', 'קומה', ') ', 'שלום'])
})

test('a name from right to left within another line keeps its place in it', () => {
  expect(fromLeft('Kunde محمد علي bei Müller')).toEqual(['Kunde ', 'علي', ' ', 'محمد', ' bei Müller'])
})

test('Arabic digits stand from left to right: the font turns what is handed to it turned', () => {
  expect(fromLeft('شارع ١٢٣')).toEqual(['٣٢١', ' ', 'شارع'])
  expect(fromLeft('Haus ۱۲۳')).toEqual(['Haus ', '۳۲۱'])
})
