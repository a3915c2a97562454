// The mail and the SMS with a driver's code.
import { escapeHtml } from '../../frame/platform/html.ts'
import type { LanguageCode } from '../../frame/platform/languages.ts'
import type { MailMessage } from '../../frame/platform/mail.ts'
import { fillWords, readWords } from '../../frame/words/words.ts'

const words = readWords('dispatch')

interface CodeFacts {
  language: LanguageCode
  /** Six digits. */
  code: string
  projectLabel: string
  minutes: number
}

export function codeMail(to: string, facts: CodeFacts): MailMessage {
  const [subject, text, advice] = listSentences(facts)
  return {
    to,
    subject,
    text: `${text}\n\n${advice}`,
    html: `<p>${escapeHtml(text)}</p>\n<p>${escapeHtml(advice)}</p>`,
  }
}

export function codeSms(facts: CodeFacts): string {
  return listSentences(facts)[1]
}

function listSentences({ language, code, projectLabel, minutes }: CodeFacts): [string, string, string] {
  const values: Record<string, string> = {
    code: `${code.slice(0, 3)} ${code.slice(3)}`,
    project: projectLabel.replace(/\s+/g, ' ').trim(),
    minutes: String(minutes),
  }
  const say = (text: string) => fillWords(text, (name) => values[name] ?? '')
  const { code_subject, code_text, code_advice } = words[language]
  return [say(code_subject), say(code_text), say(code_advice)]
}
