// The words of an application: i18next over resource files that are loaded for the one language that is shown.
import i18next, { type i18n } from 'i18next'
import { withRegion } from './locale.ts'

export const languages = ['en', 'es', 'fr', 'de', 'pt'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words, for the menu. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  pt: 'Português',
}

const STORAGE_KEY = 'routewright.language'

export type Words = Record<string, unknown>

export interface WordsSettings {
  /** Reads the words of a namespace; `() => import('./words/de.json')` or the like. */
  load(language: Language, namespace: string): Promise<Words>
  /** Loaded before the first screen; the first is the default. */
  namespaces?: readonly string[]
  /** Goes before what the reader chose and what the browser prefers: the language of a driver's link, for instance. */
  language?: string
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (languages as readonly string[]).includes(value)
}

/** The first language that we have among those wished for: `pt-BR` is `pt`. English when there is none. */
export function chooseLanguage(wished: readonly (string | null | undefined)[]): Language {
  for (const wish of wished) {
    const base = wish?.toLowerCase().split('-')[0]
    if (isLanguage(base)) return base
  }
  return 'en'
}

/** What the reader chose, then what the browser prefers. */
export function detectLanguage(preferred?: string): Language {
  return chooseLanguage([preferred, readChoice(), ...(globalThis.navigator?.languages ?? [])])
}

/** Sets i18next up. Words that a language lacks are English; English is always there. */
export async function createWords(settings: WordsSettings): Promise<i18n> {
  const namespaces = settings.namespaces ?? ['app']
  const instance = i18next.createInstance()
  instance.use({
    type: 'backend' as const,
    read(language: string, namespace: string, done: (error: Error | null, words: Words | null) => void) {
      settings.load(language as Language, namespace).then(
        (words) => done(null, words),
        (error: Error) => done(error, null),
      )
    },
  })
  const nothing = () => undefined
  const format = createNumberWriter()
  instance.use({ type: 'formatter' as const, init: nothing, add: nothing, addCached: nothing, format })
  await instance.init({
    lng: detectLanguage(settings.language),
    fallbackLng: 'en',
    supportedLngs: languages,
    load: 'languageOnly',
    ns: [...namespaces],
    defaultNS: namespaces[0]!,
    interpolation: {
      // Text goes into text nodes only: nothing here is ever HTML.
      escapeValue: false,
      alwaysFormat: true,
    },
    returnNull: false,
    showSupportNotice: false,
  } as Parameters<typeof instance.init>[0])
  showLanguage(instance.language)
  instance.on('languageChanged', showLanguage)
  return instance
}

/** Writes every number that a text is given as the reader's language and region do: `1,023 stops`, `1.023 Stopps`. */
function createNumberWriter() {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value: unknown, _format: string | undefined, language = 'en') => {
    if (typeof value !== 'number') return value as string
    const locale = withRegion(language)
    if (!formats.has(locale)) formats.set(locale, new Intl.NumberFormat(locale))
    return formats.get(locale)!.format(value)
  }
}

/** Changes the language and keeps the choice on this device. */
export async function chooseWords(words: i18n, language: Language): Promise<void> {
  try {
    globalThis.localStorage?.setItem(STORAGE_KEY, language)
  } catch {
    // A browser that keeps nothing still shows the language now.
  }
  await words.changeLanguage(language)
}

function showLanguage(language: string): void {
  if (globalThis.document) document.documentElement.lang = language
}

function readChoice(): string | null {
  try {
    return globalThis.localStorage?.getItem(STORAGE_KEY) ?? null
  } catch {
    return null
  }
}
