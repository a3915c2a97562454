// Content that the server inserts into the recipients' page, so that its first paint needs no further call.
import { escapeHtml } from '../../frame/platform/html.ts'

export interface PageWords {
  language: string
  sentence: string
  needsScript: string
  /** Text for previews of a shared link. */
  share: string
}

/** Replacements for the marks in apps/tracking/index.html. */
export function pageParts(view: SharedView, words: PageWords, publicBase: string): Record<string, string> {
  return {
    ...shared(view),
    'lang="en"': `lang="${escapeHtml(words.language)}"`,
    '<!-- share -->': shareTags(view, words, publicBase),
    '<!-- title -->': escapeHtml(words.sentence),
    '<!-- noscript -->': `<h1>${escapeHtml(words.sentence)}</h1><p>${escapeHtml(words.needsScript)}</p>`,
  }
}

/** Page for a link that does not work: the same whether it ended or never existed. */
export function closedPageParts(): Record<string, string> {
  const title = 'This page is no longer available'
  return {
    ...shared({ closed: true }),
    '<!-- title -->': title,
    '<!-- noscript -->': `<h1>${title}</h1><p>The delivery is over, or the link is not complete. Please ask the sender.</p>`,
  }
}

/** Page for a truncated link. */
export function cutLinkPageParts(): Record<string, string> {
  const title = 'Something is missing in this address'
  return {
    ...shared({ closed: true, is_link_missing: true }),
    '<!-- title -->': title,
    '<!-- noscript -->': `<h1>${title}</h1><p>Please open the whole link from the message that you were sent.</p>`,
  }
}

interface SharedView {
  brand: { name: string; logo_url?: string }
}

/**
 * Open Graph tags: the preview that messengers show for a shared link. They cache it for days, so it contains the brand and
 * nothing about the delivery, which would soon be outdated.
 */
function shareTags({ brand }: SharedView, { language, share }: PageWords, publicBase: string): string {
  const tags: Record<string, string | undefined> = {
    'og:type': 'website',
    'og:title': brand.name || share,
    'og:description': share,
    'og:locale': language,
    'og:image': brand.logo_url && `${publicBase}${brand.logo_url}`,
  }
  return Object.entries(tags)
    .map(([name, text]) => (text ? `<meta property="${name}" content="${escapeHtml(text)}" />` : ''))
    .join('')
}

/** JSON as data, not script: it is never executed, and no tag in it ends it. */
function shared(data: object): Record<string, string> {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return { '<!-- data -->': `<script type="application/json" id="view">${json}</script>` }
}
