// The words of the page in five languages, all in one file: together they weigh less than one more request would cost.
import { withRegion } from '@routewright/ui/locale'
import de from './de.json'
import en from './en.json'
import es from './es.json'
import fr from './fr.json'
import pt from './pt.json'

export const languages = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch', pt: 'Português' } as const
export type Language = keyof typeof languages
export type WordKey = keyof typeof en

const words: Record<Language, Record<WordKey, string>> = { en, es, fr, de, pt }
const storageKey = 'routewright.language'

export type Say = (key: WordKey, values?: Record<string, string | number>) => string

/** A speaker of the language; `{name}` in a text is filled in. */
export function speak(language: Language): Say {
  return (key, values = {}) =>
    words[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

function isLanguage(text: unknown): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text)
}

/** What the reader chose here, what the browser wishes, what the sender speaks. */
export function chooseLanguage(ofSender: string | undefined): Language {
  for (const wish of [readChoice(), ...navigator.languages, ofSender]) {
    const base = wish?.toLowerCase().split('-')[0]
    if (isLanguage(base)) return base
  }
  return 'en'
}

/** The language as the reader's region writes times. */
export function localeOf(language: Language): string {
  return withRegion(language)
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Kept for this visit only.
  }
}

function readChoice(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}
