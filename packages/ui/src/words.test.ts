import { describe, expect, test, vi } from 'vitest'
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
  test('writes the numbers of its texts as it writes numbers where the reader is, and nothing else', async () => {
    const texts = { stops_one: '{{count}} stop', stops_other: '{{count}} stops', at: 'At {{time}}: {{name}}' }
    const translate = async (language: string) => (await createWords({ language, load: async () => texts })).t
    const written = async (tag: string) => {
      vi.stubGlobal('navigator', { languages: [tag] })
      return (await translate(tag.slice(0, 2)))('stops', { count: 12_345 }).replace(/\s/gu, ' ')
    }
    expect(await written('en-GB')).toBe('12,345 stops')
    expect(await written('de-DE')).toBe('12.345 stops')
    expect(await written('de-CH')).toMatch(/^12['’]345 stops$/)
    expect([await written('fr-FR'), await written('pt-PT')]).toEqual(['12 345 stops', '12 345 stops'])
    vi.unstubAllGlobals()
    const t = await translate('en')
    expect([t('stops', { count: 1 }), t('at', { time: '1300', name: undefined })]).toEqual(['1 stop', 'At 1300: '])
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
