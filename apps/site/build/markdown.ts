// How Markdown becomes markup on the site: headings with names, links between pages, tables and code that fit a phone.

import { drawDiagram } from './diagram.ts'
import { headingNames, resolveLink } from './links.ts'
import type { SitePage } from './pages.ts'

/** The parts of markdown-it that are used here; Eleventy brings it, without types. */
export interface Markdown {
  core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: Environment }) => void): void } }
  renderer: { rules: Record<string, Rule | undefined> }
  utils: { escapeHtml(text: string): string }
}

interface Token {
  type: string
  tag: string
  content: string
  info: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrSet(name: string, value: string): void
  attrs: [string, string][] | null
}

type Rule = (
  tokens: Token[],
  index: number,
  options: unknown,
  env: Environment,
  self: { renderToken(tokens: Token[], index: number, options: unknown): string },
) => string

/** The page that is written, as Eleventy hands it over. */
interface Environment {
  source?: string
}

/** Changes the renderer for pages of this list. */
export function amendMarkdown(markdown: Markdown, pages: ReadonlyMap<string, SitePage>, base: string): void {
  markdown.core.ruler.push('site', ({ tokens, env }) => {
    nameHeadings(tokens)
    leadLinks(tokens, env.source!, pages, base)
    classColumns(tokens)
  })
  const { rules } = markdown.renderer
  const plain: Rule = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options)
  rules.table_open = () => '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.heading_close = (tokens, index, options, env, self) => {
    const name = tokens[index - 2]!.attrGet('id')!
    const anchor = ` <a class="anchor" href="#${name}" aria-label="Link to this heading">#</a>`
    return `${tokens[index]!.tag === 'h1' ? '' : anchor}${plain(tokens, index, options, env, self)}`
  }
  rules.fence = (tokens, index) => {
    const { content, info } = tokens[index]!
    const kind = info.trim().split(/\s+/, 1)[0] ?? ''
    if (kind === 'mermaid') return diagramFigure(content, index, markdown.utils.escapeHtml)
    return `<figure class="code" data-kind="${markdown.utils.escapeHtml(kind)}"><pre tabindex="0"><code>${markdown.utils.escapeHtml(content)}</code></pre></figure>\n`
  }
}

function diagramFigure(text: string, number: number, escaped: (text: string) => string): string {
  const picture = `<div class="wide" tabindex="0" role="region" aria-label="Diagram">${drawDiagram(text, number)}</div>`
  const words = `<details><summary>The diagram as text (Mermaid)</summary><pre tabindex="0"><code>${escaped(text)}</code></pre></details>`
  return `<figure class="diagram">${picture}${words}</figure>\n`
}

function nameHeadings(tokens: readonly Token[]): void {
  const getName = headingNames()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    const parts = tokens[index + 1]!.children ?? []
    token.attrSet('id', getName(parts.map(({ content }) => content).join('')))
  }
}

/** A link to a file that is no page of the site leaves its words only. */
function leadLinks(tokens: readonly Token[], source: string, pages: ReadonlyMap<string, SitePage>, base: string): void {
  for (const { children } of tokens) {
    let isDropped = false
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const target = resolveLink(decodeURI(token.attrGet('href')!), source, pages, base)
        isDropped = 'file' in target
        if ('file' in target) {
          token.tag = 'span'
          token.attrs = [['title', `${target.file} in the repository`]]
        } else token.attrSet('href', target.address)
      }
      if (token.type === 'link_close' && isDropped) token.tag = 'span'
      if (token.type === 'image') {
        const target = resolveLink(token.attrGet('src')!, source, pages, base)
        if ('file' in target) throw new Error(`${source} shows ${target.file}, which the site does not hold.`)
        token.attrSet('src', target.address)
        token.attrSet('loading', 'lazy')
      }
    }
  }
}

/** Columns of numbers are told by a class: the policy of the pages lets no style in. */
function classColumns(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const style = token.type === 'th_open' || token.type === 'td_open' ? token.attrGet('style') : null
    if (style) token.attrs = [['class', style.replace('text-align:', 'to-')]]
  }
}
