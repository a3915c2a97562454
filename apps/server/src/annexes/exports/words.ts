// The words of tables and of paper, in the language that is asked for.
import type { LanguageCode } from '../../frame/platform/languages.ts'
import { fillWords, readWords } from '../../frame/words/words.ts'

const words = readWords('tables')

export type Word = keyof (typeof words)['en']
export type Say = (word: Word, values?: Record<string, string | number>) => string

/** The words of one language; placeholders are filled from the values. */
export function getWords(language: LanguageCode): Say {
  return (word, values = {}) => fillWords(words[language][word], (name) => String(values[name] ?? ''))
}

export function isWord(word: string): word is Word {
  return word in words.en
}

/** The value's own word where there is one: a status, a type; else the value. */
export function sayValue(say: Say, word: string): string {
  return isWord(word) ? say(word) : word
}
