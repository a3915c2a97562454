import { describe, expect, test } from 'vitest'
import { listWordFaults } from '../test/words-check.ts'
import { chooseLanguage, createWords } from './words.ts'

describe('a language', () => {
  test('is the first wished for that there is, else English', () => {
    expect(chooseLanguage([null, 'it-IT', 'pt-BR', 'de'])).toBe('pt')
    expect(chooseLanguage(['ja'])).toBe('en')
  })
  test('lacks nothing silently: a word that is missing is shown in English', async () => {
    const files: Record<string, Record<string, string>> = { en: { a: 'yes', b: 'no' }, de: { a: 'ja' } }
    const words = await createWords({ language: 'de-CH', load: async (language) => files[language]! })
    expect([words.t('a'), words.t('b')]).toEqual(['ja', 'no'])
  })
})

describe('faults of resource files', () => {
  test('are missing and surplus keys, other placeholders, empty texts', () => {
    const english = { a: 'one {{x}}', n_one: '{{count}} stop', n_other: '{{count}} stops', deep: { b: 'b', c: 'c' } }
    const other = { a: 'uno {{y}}', n_one: '{{count}} parada', n_many: '{{count}}', deep: { b: ' ' }, z: 'z' }
    expect(listWordFaults(english, other, 'es')).toEqual([
      'es has other placeholders in a: y, not x',
      'es says nothing for deep.b',
      'es lacks deep.c',
      'es has z, which English has not',
    ])
  })
  test('are none in a complete translation', () => {
    expect(listWordFaults({ n_one: '{{count}}', n_other: '{{count}}' }, { n_other: '{{count}}' }, 'de')).toEqual([])
  })
})
