// Composes a message: from the facts of the stop to subject, texts and HTML in the recipient's language.
import type {
  Branding,
  MessageKind,
  MessageLanguage,
  MessageSettings,
  RecipientPage,
  StopType,
  Taker,
} from '@routewright/contract'
import type { ArrivalWindow, Expectation } from '../../planning/modelling/pace/arrival-window.ts'
import { type MailParts, mailHtml, mailText } from './mail-layout.ts'
import { plainSmsText } from './sms-text.ts'
import { fillTemplate, type TemplateValues } from './template.ts'
import type { KindWords } from './words.ts'
import { messageWords } from './words.ts'

/** Facts that a message may contain. */
export interface MessageFacts {
  kind: MessageKind
  language: MessageLanguage
  timeZone: string
  units: 'metric' | 'imperial'
  brand: Branding & { name: string }
  page: Pick<RecipientPage, 'next_step'>
  settings: Pick<MessageSettings, 'reply_to'>
  now: Date
  stopType: StopType
  link: string
  recipient?: string
  address?: string
  /** Midnight UTC of the calendar date. */
  day?: Date
  arrival?: Date
  window?: ArrivalWindow
  /** Expectation from which the window was made. */
  expected?: Expectation
  stopsBefore?: number
  /** When the delivery was done or tried. */
  doneAt?: Date
  reason?: string
  /** The person who took the delivery, or that it was left, and where. */
  taker?: { by: Taker; name?: string }
  pin?: string
}

export interface ComposedMessage {
  subject: string
  text: string
  html: string
  sms: string
}

/** Composes a message. `logo` is the URL of the picture in the HTML; `stopNote` is appended to the SMS. */
export function composeMessage(
  facts: MessageFacts,
  template: KindWords,
  { logo, stopNote }: { logo?: string; stopNote?: 'byReply' | 'byPage' } = {},
): ComposedMessage {
  const words = messageWords[facts.language]
  const values = getValues(facts)
  const sms = [fillTemplate(template.sms, values), stopNote && words.stop[stopNote]].filter(Boolean).join(' ')
  const parts: MailParts = {
    language: facts.language,
    brand: facts.brand,
    logo,
    subject: fillTemplate(template.subject, values).replace(/\s+/g, ' '),
    text: fillTemplate(template.email, values),
    link: facts.link,
    button: words.button[facts.kind],
    pin: facts.pin,
    why: fillTemplate(words.footer.why, values),
    unsubscribe: { words: words.footer.unsubscribe, link: unsubscribePage(facts.link) },
  }
  return { subject: parts.subject, text: mailText(parts), html: mailHtml(parts), sms: plainSmsText(sms) }
}

/**
 * URL of the page on which recipients can end the messages, after confirming. Opening it changes nothing, because mail scanners
 * open every link of a mail.
 */
export function unsubscribePage(link: string): string {
  return `${link}?messages=off`
}

/** Fills in the variables of a sentence of the recipient's page, as in a message. */
export function fillWords(template: string, facts: MessageFacts): string {
  return fillTemplate(template, getValues(facts))
}

function getValues(facts: MessageFacts): TemplateValues {
  const { brand, page, window, arrival, now } = facts
  const clock = getClock(facts)
  const from = window ? clock(window.from) : ''
  const to = window ? clock(window.to) : ''
  const minutes = arrival && Math.max(5, Math.round((arrival.getTime() - now.getTime()) / 60_000 / 5) * 5)
  return {
    company: brand.name,
    recipient: facts.recipient ?? '',
    what: messageWords[facts.language].what[facts.stopType],
    address: facts.address ?? '',
    date: facts.day ? dayInWords(facts.day, facts) : '',
    window: window ? `${from}–${to}` : '',
    from,
    to,
    stops_before: facts.stopsBefore === undefined ? '' : String(facts.stopsBefore),
    minutes: minutes === undefined ? '' : String(minutes),
    time: facts.doneAt ? clock(facts.doneAt) : '',
    reason: facts.reason ?? '',
    taker: facts.taker ? takerInWords(facts.taker, facts.language) : '',
    next_step: page.next_step ?? '',
    pin: facts.pin ?? '',
    link: facts.link,
    phone: brand.phone ?? '',
  }
}

function takerInWords({ by, name }: NonNullable<MessageFacts['taker']>, language: MessageLanguage): string {
  return `${[messageWords[language].takers[by], name].filter(Boolean).join(': ')}.`
}

/** Returns the locale for dates. English without a country is British, with miles American. */
function getLocale({ language, units }: Pick<MessageFacts, 'language' | 'units'>): string {
  if (language !== 'en') return language
  return units === 'imperial' ? 'en-US' : 'en-GB'
}

function getClock(facts: MessageFacts): (moment: Date) => string {
  const format = new Intl.DateTimeFormat(getLocale(facts), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: facts.timeZone,
  })
  return (moment) => format.format(moment).replace(/\u202f/g, ' ')
}

function dayInWords(day: Date, facts: MessageFacts): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(getLocale(facts), options).format(day)
}
