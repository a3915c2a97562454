// Texts that spreadsheets must not take for formulas.
import { expect, test } from 'vitest'
import { neutralized } from './table-file.ts'

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\nfirst',
  ' =1',
  '  \n @x',
  '\u00A0=1',
  '\uFF1D1',
]

test.each(formulas.map((text) => [JSON.stringify(text), text]))('%s is made a text', (_, text) => {
  expect(neutralized(text)).toBe(`'${text}`)
})

test.each(['Anna', ' Anna', '1-2', 'a=b'])('%s stays as it is', (text) => expect(neutralized(text)).toBe(text))
