// The mails about accounts: invitation, forgotten password, changed password.

import type { Language } from '@routewright/contract'
import { escapeHtml } from '../../frame/platform/html.ts'
import type { MailMessage } from '../../frame/platform/mail.ts'
import { fillWords, readWords } from '../../frame/words/words.ts'

const accountWords = readWords('accounts')

type MailWords = (typeof accountWords)['en']['reset']

export interface InvitationFacts {
  to: string
  language: Language
  link: string
  organization: string
  /** Name of the inviting person; without one the words do not name anybody. */
  by: string | undefined
  days: number
}

export function invitationMail(facts: InvitationFacts): MailMessage {
  const words = accountWords[facts.language]
  return compose(facts.to, facts.language, facts.link, words.invitation, {
    organization: facts.organization,
    by: facts.by || words.invitationFromNobody,
    days: String(facts.days),
  })
}

export interface PasswordFacts {
  to: string
  language: Language
  link: string
}

export function resetMail(facts: PasswordFacts & { minutes: number }): MailMessage {
  const values = { email: facts.to, minutes: String(facts.minutes) }
  return compose(facts.to, facts.language, facts.link, accountWords[facts.language].reset, values)
}

export function passwordChangedMail(facts: PasswordFacts): MailMessage {
  const words = accountWords[facts.language].passwordChanged
  return compose(facts.to, facts.language, facts.link, words, { email: facts.to })
}

/** Kinds of changes of the ways to sign in. */
export type FactorChange = keyof (typeof accountWords)['en']['factorChanges']

export function factorsChangedMail(facts: PasswordFacts & { change: FactorChange }): MailMessage {
  const { factorsChanged, factorChanges } = accountWords[facts.language]
  const what = factorChanges[facts.change].replace('{{email}}', facts.to)
  return compose(facts.to, facts.language, facts.link, factorsChanged, { email: facts.to, what })
}

/** Returns the mail as text and as HTML; names are data: without line breaks, and escaped. */
function compose(
  to: string,
  language: Language,
  link: string,
  words: MailWords,
  values: Readonly<Record<string, string>>,
): MailMessage {
  const fill = (template: string) => fillWords(template, (name) => oneLine(values[name] ?? name))
  const paragraph = (template: string) => `<p>${escapeHtml(fill(template))}</p>`
  return {
    to,
    is_account: true,
    subject: fill(words.subject),
    text: [...words.before.map(fill), `${words.link}:\n${link}`, ...words.after.map(fill)].join('\n\n'),
    html: [
      `<div lang="${language}">`,
      ...words.before.map(paragraph),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(words.link)}</a></p>`,
      ...words.after.map(paragraph),
      '</div>',
    ].join('\n'),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200)
}
