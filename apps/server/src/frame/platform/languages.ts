// The languages that the service itself writes: tables, paper and mails.
import type { CsvStyle } from './table-file.ts'

export const languages = ['en', 'es', 'fr', 'de', 'pt'] as const
export type LanguageCode = (typeof languages)[number]

/** The first of the tags (de, de-CH, pt_BR) that the service speaks; English when none is. */
export function chooseLanguage(...tags: readonly unknown[]): LanguageCode {
  for (const tag of tags) {
    if (typeof tag !== 'string') continue
    const known = languages.find((language) => tag.toLowerCase().split(/[-_]/)[0] === language)
    if (known) return known
  }
  return 'en'
}

/** Returns the CSV format that spreadsheets in the language's countries read by default. */
export function getCsvStyle(language: LanguageCode, separator?: 'comma' | 'semicolon' | 'tab'): CsvStyle {
  const signs = { comma: ',', semicolon: ';', tab: '\t' } as const
  const usual = language === 'en' ? 'comma' : 'semicolon'
  const sign = signs[separator ?? usual]
  return { separator: sign, decimal: language === 'en' || sign === ',' ? '.' : ',' }
}
