// What a driver reads when a route is dispatched.
import type { MailMessage } from '../platform/mail.ts'

export interface DispatchMail {
  to: string
  link: string
  /** Route, vehicle or plan: whatever has a name. */
  routeName: string
  projectName: string
  /** Calendar date, 2026-01-31. */
  date: string
  stopCount: number
  /** Seconds since midnight. */
  plannedStartTime: number | null
}

/** The same words as text and as HTML; names are data, so they are escaped. */
export function dispatchMail(facts: DispatchMail): MailMessage {
  const start = facts.plannedStartTime === null ? '' : `, starting at ${clock(facts.plannedStartTime)}`
  const summary = `${facts.stopCount} ${facts.stopCount === 1 ? 'stop' : 'stops'} on ${facts.date}${start}`
  const advice = 'Open the link on your phone. The route begins only when you press "Start route" there.'
  const name = oneLine(facts.routeName)
  return {
    to: facts.to,
    subject: `Your route ${name} on ${facts.date}`,
    text: [`${facts.projectName}: route ${name}`, summary, facts.link, advice].join('\n\n'),
    html: [
      `<p><strong>${escapeHtml(facts.projectName)}</strong>: route ${escapeHtml(name)}</p>`,
      `<p>${escapeHtml(summary)}</p>`,
      `<p><a href="${escapeHtml(facts.link)}">Open the route</a></p>`,
      `<p>${escapeHtml(advice)}</p>`,
    ].join('\n'),
  }
}

/** 08:30; past midnight of the next day +1. */
function clock(secondsOfDay: number): string {
  const days = Math.floor(secondsOfDay / 86_400)
  const minutes = Math.floor((secondsOfDay % 86_400) / 60)
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return days > 0 ? `${time} (+${days})` : time
}

/** A line break in a name must not begin another header or paragraph. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
