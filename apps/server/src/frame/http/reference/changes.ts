// Changes of the interface, read from the section "Interface" of the changelog: for a page and for a feed.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { escapeHtml } from '../../platform/html.ts'
import { html, type Markup, prose } from './markup.ts'

export interface Change {
  /** The calendar day on which it was told. */
  date: string
  /** With `code` between backticks. */
  text: string
}

const entry = /^- (\d{4}-\d{2}-\d{2}): (.+)$/

/** The changes in the order of the file, of all versions. Throws for a line of such a part that has no day. */
export function readChanges(changelog: string): Change[] {
  const changes: Change[] = []
  let isInterface = false
  for (const line of changelog.split('\n')) {
    if (line.startsWith('#')) isInterface = line.trim() === '### Interface'
    else if (isInterface && line.startsWith('- ')) {
      const [, date, text] = entry.exec(line) ?? []
      if (!date || !text) throw new Error(`The changelog's part on the interface has a line without a day: ${line}`)
      changes.push({ date, text })
    } else if (isInterface && line.startsWith('  ')) changes.at(-1)!.text += ` ${line.trim()}`
  }
  return changes
}

export function readChangelog(): string {
  return readFileSync(new URL('../../../../../../CHANGELOG.md', import.meta.url), 'utf8')
}

export function changesMarkup(changes: readonly Change[]): Markup {
  const days = Map.groupBy(changes, ({ date }) => date)
  return html`${[...days].map(
    ([date, ofDay]) =>
      html`<h2><time datetime="${date}">${date}</time></h2><ul>${ofDay.map(({ text }) => html`<li>${prose(text)}</li>`)}</ul>`,
  )}`
}

/** The changes as an Atom feed (RFC 4287); an entry keeps its id as long as its words stay. */
export function changesFeed(changes: readonly Change[], publicBase: string): string {
  const page = `${publicBase}/docs/changes`
  const moment = (date: string) => `${date}T00:00:00Z`
  const plain = (text: string) => escapeHtml(text.replaceAll('`', ''))
  const entries = changes.map(({ date, text }) => {
    const id = createHash('sha256').update(`${date} ${text}`).digest('hex').slice(0, 32)
    return `<entry><id>urn:routewright:change:${id}</id><title>${plain(writeTitle(text))}</title><updated>${moment(date)}</updated><link href="${escapeHtml(page)}"/><content type="text">${plain(text)}</content></entry>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:routewright:changes</id><title>Routewright interface: changes</title>
<updated>${moment(changes[0]?.date ?? '1970-01-01')}</updated><author><name>Routewright</name></author>
<link rel="self" href="${escapeHtml(page)}.atom"/><link href="${escapeHtml(page)}"/>
${entries.join('\n')}
</feed>
`
}

/** The first sentence, or its beginning. */
function writeTitle(text: string): string {
  const sentence = /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/[.:]$/, '') ?? text
  return sentence.length > 100 ? `${sentence.slice(0, 99)}…` : sentence
}
