// The words of the checkout in five languages, all in one script: together they weigh less than one more request would cost.
import de from '../words/de/widget.json'
import en from '../words/en/widget.json'
import es from '../words/es/widget.json'
import fr from '../words/fr/widget.json'
import pt from '../words/pt/widget.json'

const words = { en, es, fr, de, pt } as const
export type Language = keyof typeof words
export type WordKey = keyof typeof en
export type Say = (key: WordKey, values?: Record<string, string | number>) => string

/** A speaker of the language; `{name}` in a text is filled in. */
export function speak(language: Language): Say {
  return (key, values = {}) =>
    words[language][key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** Chooses the language: of the shop's page, of the checkout, of the document, of the browser. */
export function chooseLanguage(...wishes: (string | undefined)[]): Language {
  for (const wish of [...wishes, document.documentElement.lang, ...navigator.languages]) {
    const base = wish?.toLowerCase().split('-')[0] ?? ''
    if (Object.hasOwn(words, base)) return base as Language
  }
  return 'en'
}
