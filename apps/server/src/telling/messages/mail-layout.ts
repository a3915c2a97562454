// A message as a mail: text, and the same as HTML that every mail program shows, in the sender's colours.
import type { Branding } from '@routewright/contract'
import { escapeHtml } from '../../frame/platform/html.ts'

export interface MailParts {
  language: string
  brand: Branding & { name: string }
  /** `cid:logo`, or a data URL in previews. */
  logo?: string
  subject: string
  /** The filled-in text; a paragraph that is the link becomes the button. */
  text: string
  link: string
  button: string
  /** Shown large wherever it occurs. */
  pin?: string
  why: string
  unsubscribe: { words: string; link: string }
}

const defaultColor = '#1f5fd6'
const inkColor = '#16202e'

/** Returns the plain text, with how to unsubscribe. */
export function mailText({ text, why, unsubscribe }: MailParts): string {
  return `${text}\n\n--\n${why}\n${unsubscribe.words}: ${unsubscribe.link}\n`
}

export function mailHtml(parts: MailParts): string {
  const { language, brand, subject, text, why, unsubscribe } = parts
  const color = brand.color ?? defaultColor
  const paragraphs = text.split(/\n{2,}/).map((paragraph) => paragraphHtml(paragraph, parts, color))
  const contact = [brand.phone, brand.email, brand.website].filter(Boolean).map((line) => escapeHtml(line!))
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#eef1f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px;overflow:hidden;border:1px solid #dbe0e8">
<tr><td style="height:6px;line-height:6px;font-size:0;background:${color}">&nbsp;</td></tr>
<tr><td style="padding:28px 32px 4px;${font};font-size:18px;font-weight:700;color:${inkColor}">${headHtml(parts)}</td></tr>
<tr><td style="padding:12px 32px 28px;${font};font-size:16px;line-height:1.55;color:${inkColor}">
${paragraphs.join('\n')}
</td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:18px 32px;${font};font-size:13px;line-height:1.5;color:#55606f">
${contact.length > 0 ? `<strong>${escapeHtml(brand.name)}</strong> · ${contact.join(' · ')}<br>` : ''}${escapeHtml(why)}<br>
<a href="${escapeHtml(unsubscribe.link)}" style="color:#55606f">${escapeHtml(unsubscribe.words)}</a>
</td></tr></table>
</td></tr></table>
</body></html>
`
}

function headHtml({ brand, logo }: MailParts): string {
  const name = escapeHtml(brand.name)
  if (!logo) return name
  return `<img src="${escapeHtml(logo)}" alt="${name}" height="44" style="display:block;height:44px;max-width:240px;border:0">`
}

function paragraphHtml(paragraph: string, parts: MailParts, color: string): string {
  if (paragraph.trim() === parts.link) {
    const style = `display:inline-block;padding:13px 26px;background:${color};color:${textColorOn(color)};border-radius:8px;text-decoration:none;font-weight:600`
    return `<p style="margin:22px 0"><a href="${escapeHtml(parts.link)}" style="${style}">${escapeHtml(parts.button)}</a></p>`
  }
  const lines = paragraph.split('\n').map((line) => lineHtml(line, parts))
  return `<p style="margin:0 0 14px">${lines.join('<br>')}</p>`
}

function lineHtml(line: string, { link, pin }: MailParts): string {
  const address = escapeHtml(link)
  const withLink = escapeHtml(line).replaceAll(address, `<a href="${address}">${address}</a>`)
  if (!pin) return withLink
  const digits = escapeHtml(pin)
  const style = 'font-size:24px;letter-spacing:4px;white-space:nowrap'
  // The handover code is shown big only where it stands as a word of its own; the same digits may also be part of an address
  // or of a link.
  const alone = new RegExp(`(^|[\\s>:])${digits.replace(/[^\w]/g, '\\$&')}(?=$|[\\s<.])`, 'g')
  return withLink.replace(alone, (_, before: string) => `${before}<strong style="${style}">${digits}</strong>`)
}

/** Returns white or near black, whichever has the higher contrast on the colour (WCAG). */
export function textColorOn(color: string): '#ffffff' | '#111820' {
  const light = luminance(color)
  const onWhite = 1.05 / (light + 0.05)
  const onDark = (light + 0.05) / (luminance('#111820') + 0.05)
  return onWhite >= onDark ? '#ffffff' : '#111820'
}

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
