// The words of the tables of records in five languages, and the ways people write days of the week, yes and no.
import { weekdays } from '@routewright/contract'
import type { LanguageCode } from '../../../frame/platform/languages.ts'
import { fillWords, readWords } from '../../../frame/words/words.ts'

const words = readWords('records')

export type TableWord = keyof (typeof words)['en']
export type SayTable = (word: TableWord, values?: Readonly<Record<string, string | number>>) => string

export function tableWords(language: LanguageCode): SayTable {
  return (word, values = {}) => fillWords(words[language][word], (name) => String(values[name] ?? ''))
}

const folded = (text: string) =>
  text.normalize('NFKC').replaceAll('’', "'").trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '').toLocaleLowerCase()

/** Whether a title is this one: in any of the languages, or by its own name. */
export function isTitleFor(word: TableWord, title: string): boolean {
  return folded(title) === word || readWord(word, title)
}

/** Whether the text is this word in any of the languages. */
export function readWord(word: TableWord, text: string): boolean {
  return Object.values(words).some((own) => folded(own[word]) === folded(text))
}

export function readYesNo(text: string): boolean | undefined {
  const name = folded(text)
  if (readWord('yes', text) || ['true', '1', 'x'].includes(name)) return true
  return readWord('no', text) || ['false', '0'].includes(name) ? false : undefined
}

type Day = (typeof weekdays)[number]

/** Returns the weekday's name in the language; 1 January 2024 was a Monday. */
function dayName(day: Day, language: string, weekday: 'short' | 'long'): string {
  const at = weekdays.indexOf(day)
  return new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, 1 + at)))
}

export function writeWeekdays(days: readonly string[], language: string): string {
  return days.map((day) => dayName(day as Day, language, 'short')).join(', ')
}

/** The days, or the first text that is none. */
export function readWeekdays(text: string): Day[] | string {
  const read: Day[] = []
  for (const part of text.split(/[,;/]|\s+(?=\p{L})/u).map(folded)) {
    if (part === '') continue
    const day = weekdays.find((weekday) => namesOfDay(weekday).includes(part))
    if (!day) return part
    if (!read.includes(day)) read.push(day)
  }
  return read
}

const namesOfDay = (day: Day) => [
  day,
  ...Object.keys(words).flatMap((language) =>
    (['short', 'long'] as const).map((width) => folded(dayName(day, language, width))),
  ),
]
