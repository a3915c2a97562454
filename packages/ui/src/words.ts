// Texts of an application: i18next with resource files, loaded only for the language shown.
import i18next, { type i18n } from 'i18next'
import { withRegion } from './locale.ts'

export const languages = ['en', 'es', 'fr', 'de', 'pt'] as const
export type Language = (typeof languages)[number]

/** Name of each language in that language, for the menu. */
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
  /** Loads the texts of a namespace; `() => import('./words/de.json')` or the like. */
  load(language: Language, namespace: string): Promise<Words>
  /** Loaded before the first screen; the first is the default. */
  namespaces?: readonly string[]
  /** Takes precedence over the reader's choice and the browser's preference: for instance the language of a driver's link. */
  language?: string
}

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (languages as readonly string[]).includes(value)
}

/** The first available language among those wanted: `pt-BR` is `pt`. English when there is none. */
export function chooseLanguage(wished: readonly (string | null | undefined)[]): Language {
  for (const wish of wished) {
    const base = wish?.toLowerCase().split('-')[0]
    if (isLanguage(base)) return base
  }
  return 'en'
}

/** The reader's choice, otherwise the browser's preference. */
export function detectLanguage(preferred?: string): Language {
  return chooseLanguage([preferred, readChoice(), ...(globalThis.navigator?.languages ?? [])])
}

/** Sets up i18next. Texts missing in a language fall back to English, which is always loaded. */
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
      // Texts go into text nodes only: nothing here is ever HTML.
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

/** Formats every number in a text by the reader's language and region: `1,023 stops`, `1.023 Stopps`. */
function createNumberWriter() {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value: unknown, _format: string | undefined, language = 'en') => {
    if (typeof value !== 'number') return value as string
    const locale = withRegion(language)
    if (!formats.has(locale)) formats.set(locale, new Intl.NumberFormat(locale))
    return formats.get(locale)!.format(value)
  }
}

/** Changes the language and stores the choice on this device. */
export async function chooseWords(words: i18n, language: Language): Promise<void> {
  try {
    globalThis.localStorage?.setItem(STORAGE_KEY, language)
  } catch {
    // A browser without storage still shows the language now.
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
