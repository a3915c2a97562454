// The mail to a driver when a route is dispatched, in the driver's language.
import { escapeHtml } from '../../frame/platform/html.ts'
import type { LanguageCode } from '../../frame/platform/languages.ts'
import type { MailMessage } from '../../frame/platform/mail.ts'
import { fillWords, readWords } from '../../frame/words/words.ts'

const dispatchWords = readWords('dispatch')

export interface DispatchFacts {
  language: LanguageCode
  /** Name of the driver, where known. */
  driverName: string | undefined
  link: string
  /** Name of the route, vehicle or plan, the first that has one. */
  routeName: string
  projectName: string
  /** Calendar date, 2026-01-31. */
  date: string
  stopCount: number
  /** Seconds since midnight. */
  plannedStartTime: number | null
}

/** Returns the mail as text and as HTML; names are data, so they are escaped. */
export function dispatchMail(to: string, facts: DispatchFacts): MailMessage {
  const { words, say, heading, summary } = getSentences(facts)
  const greeting = facts.driverName ? [say(words.greeting)] : []
  return {
    to,
    subject: say(words.subject),
    text: [...greeting, heading, summary, facts.link, words.advice].join('\n\n'),
    html: [
      ...greeting.map((text) => `<p>${escapeHtml(text)}</p>`),
      `<p><strong>${escapeHtml(heading)}</strong></p>`,
      `<p>${escapeHtml(summary)}</p>`,
      `<p><a href="${escapeHtml(facts.link)}">${escapeHtml(words.link)}</a></p>`,
      `<p>${escapeHtml(words.advice)}</p>`,
    ].join('\n'),
  }
}

/** Returns the essentials as one SMS, the link last. */
export function dispatchSms(facts: DispatchFacts): string {
  const { heading, summary } = getSentences(facts)
  return `${heading}. ${summary}. ${facts.link}`
}

function getSentences(facts: DispatchFacts) {
  const words = dispatchWords[facts.language]
  const values: Record<string, string> = {
    route: oneLine(facts.routeName),
    project: oneLine(facts.projectName),
    date: facts.date,
    count: String(facts.stopCount),
    name: oneLine(facts.driverName ?? ''),
    time: facts.plannedStartTime === null ? '' : clock(facts.plannedStartTime),
  }
  const say = (text: string) => fillWords(text, (name) => values[name] ?? '')
  const start = facts.plannedStartTime === null ? '' : say(words.start)
  const summary = say(facts.stopCount === 1 ? words.stops_one : words.stops_other) + start
  return { words, say, heading: say(words.heading), summary }
}

/** Formats a time as 08:30; after midnight of the next day with +1. */
function clock(secondsOfDay: number): string {
  const days = Math.floor(secondsOfDay / 86_400)
  const minutes = Math.floor((secondsOfDay % 86_400) / 60)
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return days > 0 ? `${time} (+${days})` : time
}

/** Joins lines, because a line break in a name must not begin another header or paragraph. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
