import { expect, test } from 'vitest'
import { foldKey } from '../names/fold.ts'
import { findCountry } from './countries.ts'

test('a country is found by its name in any of the languages, and by its code', () => {
  const names = ['Liechtenstein', 'Deutschland', 'Germany', 'Allemagne', 'Österreich', 'li', 'FL', 'USA', 'UK']
  const codes = names.map((name) => findCountry(foldKey(name)))
  expect(codes).toEqual(['LI', 'DE', 'DE', 'DE', 'AT', 'LI', 'LI', 'US', 'GB'])
  expect(findCountry(foldKey('Nirgendwo'))).toBeUndefined()
})

test('a name stands for the present code, not for one of the past that the runtime still names', () => {
  const names = ['France', 'United Kingdom', 'Russia', 'Vereinigtes Königreich', 'Timor-Leste', 'FX']
  expect(names.map((name) => findCountry(foldKey(name)))).toEqual(['FR', 'GB', 'RU', 'GB', 'TL', 'FR'])
})
