// What the server puts into the recipients' page, so that its first paint needs no further call.
import { escapeHtml } from '../platform/html.ts'

export interface PageWords {
  language: string
  sentence: string
  needsScript: string
}

/** Parts in place of the marks of apps/tracking/index.html. */
export function pageParts(view: object, words: PageWords): Record<string, string> {
  return {
    ...shared(view),
    'lang="en"': `lang="${escapeHtml(words.language)}"`,
    '<!-- title -->': escapeHtml(words.sentence),
    '<!-- noscript -->': `<h1>${escapeHtml(words.sentence)}</h1><p>${escapeHtml(words.needsScript)}</p>`,
  }
}

/** For a link that opens nothing (any more): the same whether it ended or never was. */
export function closedPageParts(): Record<string, string> {
  const title = 'This page is no longer available'
  return {
    ...shared({ closed: true }),
    '<!-- title -->': title,
    '<!-- noscript -->': `<h1>${title}</h1><p>The delivery is over, or the link is not complete. Please ask the sender.</p>`,
  }
}

/** Data, not script: nothing in it is ever run, and no tag in it ends it. */
function shared(data: object): Record<string, string> {
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
  return { '<!-- data -->': `<script type="application/json" id="view">${json}</script>` }
}
