// The frame around every page: head, contents, and what stands below.

import { listContents } from './navigation.ts'
import type { SitePage } from './pages.ts'

interface Frame {
  pages: ReadonlyMap<string, SitePage>
  base: string
  version: string
}

/** The whole document of one page. Every value but `content` is text of our own files, escaped. */
export function framePage(page: SitePage, content: string, { pages, base, version }: Frame): string {
  const { previous, next } = neighbours(page, pages)
  const isFirst = page.address === ''
  return `<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${isFirst ? 'Routewright documents' : `${escapeText(page.title)} · Routewright`}</title>
<script src="${base}assets/theme.js"></script>
<link rel="stylesheet" href="${base}assets/site.css">
<script type="module" src="${base}assets/site.js" data-base="${base}"></script>
</head>
<body${isFirst ? ' class="first"' : ''}>
<a class="skip" href="#content">Skip to the text</a>
<header>
<button type="button" id="menu" aria-label="Contents" aria-expanded="false" aria-controls="contents" hidden>☰</button>
<a class="brand" href="${base}">Routewright <span class="quiet">documents ${escapeText(version)}</span></a>
<div class="search" role="search" hidden><label class="hidden" for="search">Search</label><input id="search" type="search" placeholder="Search   ( / )" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><ul id="found" role="listbox" aria-label="Found" hidden></ul></div>
<a class="bar-link" href="/docs/reference">Interface</a>
<button type="button" id="theme" aria-label="Light or dark" hidden>◐</button>
</header>
<nav id="contents" aria-label="Contents">
${contents(page, pages, base)}
</nav>
<main id="content">
${content}
<footer>
<p class="turn">${turn(previous, '← ', base)}${turn(next, '', base)}</p>
<p class="quiet">Version ${escapeText(version)} of Routewright, under Apache-2.0. <a href="${base}upgrade/#documents-of-other-versions">Documents of other versions</a> · <code>${escapeText(page.source)}</code></p>
</footer>
</main>
</body>
</html>
`
}

function contents(page: SitePage, pages: ReadonlyMap<string, SitePage>, base: string): string {
  return listContents([...pages.keys()])
    .map(({ name, entries }) => {
      const lines = entries.map((entry) => {
        const target = 'file' in entry ? pages.get(entry.file)! : undefined
        const address = 'address' in entry ? entry.address : `${base}${target!.address}`
        const here = target === page ? ' aria-current="page"' : ''
        return `<li><a href="${address}"${here}>${escapeText(entry.name ?? target!.title)}</a></li>`
      })
      return `<section><h2>${escapeText(name)}</h2><ul>${lines.join('')}</ul></section>`
    })
    .join('\n')
}

/** The pages before and after this one in the contents; a page that is not listed has none. */
function neighbours(page: SitePage, pages: ReadonlyMap<string, SitePage>) {
  const listed = listContents([...pages.keys()]).flatMap(({ entries }) =>
    entries.flatMap((entry) => ('file' in entry ? pages.get(entry.file)! : [])),
  )
  const place = listed.indexOf(page)
  if (place < 0) return {}
  return { previous: listed[place - 1], next: listed[place + 1] }
}

function turn(page: SitePage | undefined, sign: string, base: string): string {
  if (!page) return '<span></span>'
  return `<a href="${base}${page.address}">${sign}${escapeText(page.title)}${sign === '' ? ' →' : ''}</a>`
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
