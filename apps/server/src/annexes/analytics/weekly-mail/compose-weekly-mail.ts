// The mail of a week's figures: the same table as text and as HTML, in the language of its reader.

import { escapeHtml } from '../../../frame/platform/html.ts'
import type { MailMessage } from '../../../frame/platform/mail.ts'
import { fillWords, readWords } from '../../../frame/words/words.ts'
import { type AnalyticsReport, type WrittenFigure, writtenFigures } from '../analytics.ts'

export const weeklyWords = readWords('weekly')

interface WeeklyMailFacts {
  report: AnalyticsReport
  to: string
  /** Analytics of that week in the planner. */
  link: string
  /** Where its reader ends these mails. */
  end: string
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const cell = 'padding:9px 10px;border-bottom:1px solid #e3e8ef;vertical-align:top'

export function composeWeeklyMail(facts: WeeklyMailFacts): MailMessage {
  const say = sayAbout(facts.report)
  const figures = writtenFigures(facts.report)
  return {
    to: facts.to,
    subject: say('subject'),
    text: getText(facts, figures, say),
    html: writeHtml(facts, figures, say),
  }
}

type Say = (word: keyof (typeof weeklyWords)['en']) => string

function sayAbout({ form: { language, isImperial }, project, span }: AnalyticsReport): Say {
  // English without miles writes days as in Britain.
  const locale = language === 'en' && !isImperial ? 'en-GB' : language
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const day = (date: string) => days.format(new Date(`${date}T00:00:00Z`))
  const values: Record<string, string> = {
    project: (project ?? '').replace(/\s+/g, ' ').trim(),
    from: day(span.from_date),
    to: day(span.to_date),
  }
  return (word) => fillWords(weeklyWords[language][word], (name) => values[name] ?? '')
}

function getText({ link, end }: WeeklyMailFacts, figures: readonly WrittenFigure[], say: Say): string {
  const lines = figures.map(({ name, value, change, rests }) => {
    const told = change ? `${value} (${change})` : value
    return `${name}: ${told}${rests ? `\n  ${rests}` : ''}`
  })
  const foot = `--\n${say('why')}\n${say('end')}: ${end}`
  return [say('heading'), lines.join('\n'), say('few'), `${say('link')}:\n${link}`, foot].join('\n\n')
}

function getRow({ name, value, change, rests }: WrittenFigure): string {
  const below = rests ? `<br><span style="color:#5b6572;font-size:13px">${escapeHtml(rests)}</span>` : ''
  return `<tr>
<td style="${cell}">${escapeHtml(name)}${below}</td>
<td style="${cell};text-align:right;font-weight:700;white-space:nowrap">${escapeHtml(value)}</td>
<td style="${cell};text-align:right;white-space:nowrap;color:#5b6572">${escapeHtml(change)}</td></tr>`
}

function writeHtml({ report, link, end }: WeeklyMailFacts, figures: readonly WrittenFigure[], say: Say): string {
  const html = (word: Parameters<Say>[0]) => escapeHtml(say(word))
  const small = 'color:#5b6572;font-size:13px'
  return `<!doctype html>
<html lang="${report.form.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${html('subject')}</title></head>
<body style="margin:0;padding:0;background:#eef1f5;${font};color:#16202e">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:640px;background:#ffffff;border-radius:12px;border:1px solid #dbe0e8"><tr><td style="padding:24px 22px;font-size:15px;line-height:1.45">
<h1 style="margin:0 0 14px;font-size:19px">${html('heading')}</h1>
<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:15px"><thead><tr>
<th align="left" style="${cell};${small}">${html('figure')}</th><th align="right" style="${cell};${small}">${html('value')}</th><th align="right" style="${cell};${small}">${html('change')}</th>
</tr></thead><tbody>
${figures.map(getRow).join('\n')}
</tbody></table>
<p style="${small}">${html('few')}</p>
<p style="margin:20px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;padding:11px 22px;background:#1f5fd6;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600">${html('link')}</a></p>
</td></tr></table>
<p style="max-width:640px;margin:16px auto;color:#55606f;font-size:13px;line-height:1.5">${html('why')}<br>
<a href="${escapeHtml(end)}" style="color:#55606f">${html('end')}</a></p>
</td></tr></table>
</body></html>
`
}
