// Markup that cannot be broken out of: every value put into it is escaped unless it is markup itself.
import { escapeHtml } from '../../platform/html.ts'

export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Markup | string | number | undefined | false | readonly Markup[]

/** A tagged template: html`<p>${anything}</p>`. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.map((part, index) => part + (index < values.length ? writeMarkup(values[index]) : '')).join(''),
  )
}

function writeMarkup(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map((markup) => markup.text).join('')
  return escapeHtml(String(value))
}

/** Text with `code` between backticks. */
export function prose(text: string): Markup {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}
