// The words of the page. Five languages lie in the page itself: together they weigh less than one more request would cost; each
// other is loaded where it is read.
import { withRegion } from '@routewright/ui/locale'
import de from './de.json'
import en from './en.json'
import es from './es.json'
import fr from './fr.json'
import pt from './pt.json'

export const languages = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  cs: 'Čeština',
  tr: 'Türkçe',
  uk: 'Українська',
  ar: 'العربية',
} as const
export type Language = keyof typeof languages
export type WordKey = keyof typeof en
type Words = Record<WordKey, string>

const words: Partial<Record<Language, Words>> = { en, es, fr, de, pt }
const further: Partial<Record<Language, () => Promise<{ default: Words }>>> = {
  it: () => import('./it.json'),
  nl: () => import('./nl.json'),
  pl: () => import('./pl.json'),
  cs: () => import('./cs.json'),
  tr: () => import('./tr.json'),
  uk: () => import('./uk.json'),
  ar: () => import('./ar.json'),
}
const storageKey = 'routewright.language'

export type Say = (key: WordKey, values?: Record<string, string | number>) => string

/** Loads the words of a language that are not there yet. Rejects without a connection. */
export async function loadWords(language: Language): Promise<void> {
  const load = words[language] ? undefined : further[language]
  if (load) words[language] = (await load()).default
}

/** A speaker of the language, whose words are loaded; `{name}` in a text is filled in. */
export function speak(language: Language): Say {
  const own = words[language] ?? en
  return (key, values = {}) => own[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
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

/** The language as the reader's region writes times; always with the digits that windows, codes and numbers are written in. */
export function localeOf(language: Language): string {
  return `${withRegion(language)}-u-nu-latn`
}

/** From where to where the language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
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
