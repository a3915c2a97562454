// The words that the service itself writes (tables and paper, analytics, mails about accounts, links to drivers, alerts, messages to recipients), as resource
// files like those of the applications: a file for each language and subject, {{placeholders}} in the text.
import { readFileSync } from 'node:fs'
import type { LanguageCode } from '../platform/languages.ts'
import accounts from './en/accounts.json' with { type: 'json' }
import analytics from './en/analytics.json' with { type: 'json' }
import dispatch from './en/dispatch.json' with { type: 'json' }
import messages from './en/messages.json' with { type: 'json' }
import push from './en/push.json' with { type: 'json' }
import records from './en/records.json' with { type: 'json' }
import replay from './en/replay.json' with { type: 'json' }
import shops from './en/shops.json' with { type: 'json' }
import tables from './en/tables.json' with { type: 'json' }
import weekly from './en/weekly.json' with { type: 'json' }

const english = { accounts, analytics, dispatch, messages, push, records, replay, shops, tables, weekly }
type English = typeof english

/** The words of one subject in every language; test/words.test.ts holds them to the keys and placeholders of English. */
export function readWords<S extends keyof English>(subject: S): Record<LanguageCode, English[S]> {
  const read = (language: LanguageCode) =>
    JSON.parse(readFileSync(new URL(`./${language}/${subject}.json`, import.meta.url), 'utf8')) as English[S]
  return { en: english[subject], es: read('es'), fr: read('fr'), de: read('de'), pt: read('pt') }
}

/** Puts values into the text: `write` is asked for each placeholder by its name. */
export function fillWords(text: string, write: (name: string) => string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => write(name))
}
