// Draws the diagrams of the documents: Mermaid's text becomes a picture in the page, when the site is built.

import { renderMermaidSVG } from 'beautiful-mermaid'

/** Names inside of a picture that something in it refers to; each picture of a page needs its own. */
const referredTo = /\b(id="|url\(#)((?:seq-)?(?:arrow|arrowhead)[\w-]*)/g
/** All other names are of nobody's use, and headings may have the same; no more are notes of what was drawn from what. */
const unused = / (?:id="(?!picture-)|data-[\w-]+=")[^"]*"/g

/**
 * The picture as markup. Its colours are those of the page, light or dark: the drawing names them by variables, which site.css gives values. The
 * policy of the pages lets in no style that stands in a page, so none is left in the picture. Throws where the text is no diagram.
 */
export function drawDiagram(text: string, number: number): string {
  const drawn = renderMermaidSVG(text)
  return drawn
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/ style="[^"]*"/, ` role="img" aria-label="Diagram; its text stands below"`)
    .replace(referredTo, `$1picture-${number}-$2`)
    .replace(unused, '')
}
