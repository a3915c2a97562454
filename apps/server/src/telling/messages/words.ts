// The words of every language, and the choice of a recipient's language.
import type { MessageKind, MessageLanguage, MessageSettings, MessageTemplate } from '@routewright/contract'
import { findLanguage } from '../../data/resources/recipients.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { readWords } from '../../frame/words/words.ts'

/** A subject and the texts; a paragraph of the mail whose variables are all empty is left out. */
export type KindWords = Record<'subject' | 'email' | 'sms', string>

export const messageWords = readWords('messages')
export type MessageWords = (typeof messageWords)['en']

/** Returns the language of `custom_fields.language` of the stop, else the project's. */
export function getLanguage(stop: Pick<StopRow, 'custom_fields'>, settings: MessageSettings): MessageLanguage {
  return findLanguage(stop.custom_fields?.language) ?? settings.language
}

/** Returns the project's own words, and the default ones where it has none. */
export function getTemplate(settings: MessageSettings, kind: MessageKind, language: MessageLanguage): KindWords {
  const own: MessageTemplate = settings.kinds[kind].templates[language] ?? {}
  return { ...messageWords[language].kinds[kind], ...withoutEmpty(own) }
}

/** Returns the default words of every kind and language. */
export function defaultTemplates(): Record<MessageKind, Record<MessageLanguage, KindWords>> {
  const kinds = Object.keys(messageWords.en.kinds) as MessageKind[]
  const languages = Object.keys(messageWords) as MessageLanguage[]
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      Object.fromEntries(languages.map((language) => [language, messageWords[language].kinds[kind]])),
    ]),
  ) as Record<MessageKind, Record<MessageLanguage, KindWords>>
}

function withoutEmpty(template: MessageTemplate): Partial<KindWords> {
  return Object.fromEntries(Object.entries(template).filter(([, text]) => text))
}
