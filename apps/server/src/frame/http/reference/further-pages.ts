// Two pages next to the reference: past changes of the interface, and the rules of future ones.
import type { Endpoint } from '@routewright/contract'
import type { Page } from '../page.ts'
import { type Change, changesMarkup } from './changes.ts'
import { html, Markup, prose } from './markup.ts'

type Style = Pick<Page, 'css'>

export function changesPage(changes: readonly Change[], style: Style): Page {
  return frame(
    'Changes of the interface',
    html`<p class="lead">What programs that call the interface may notice, newest first. Told to feed readers at <a href="/docs/changes.atom">/docs/changes.atom</a>. What may change at all: <a href="/docs/versions">versions</a>.</p>
${changesMarkup(changes)}`,
    style,
  )
}

const kept = [
  'A field of an answer is not removed or renamed.',
  'An optional field does not become required.',
  'A value of an enumeration is not removed or renamed.',
  'An operation is not removed.',
  'The status of a success does not change.',
  'The shape of webhook payloads does not change.',
]

const free = [
  'New optional fields and parameters of requests.',
  'New fields of answers: ignore those that you do not know.',
  'New operations.',
  'New values of enumerations: treat one that you do not know as the nearest harmless case.',
  'New types of webhook events: ignore them.',
  'The wording of `message`: branch on `message_id`.',
  'The order of arrays, but for stops, which come by `chain_position`.',
]

export function versionsPage(all: readonly Endpoint[], style: Style): Page {
  const ending = all.filter(({ visibility, deprecated }) => visibility === 'public' && deprecated !== undefined)
  return frame(
    'Versions of the interface',
    html`<p class="lead">The version is the first part of a path: <code>/v2/</code> and <code>/v3/</code>. A version that is called never changes silently.</p>
<p>v2 is stable and covers everything. v3 holds single operations that had to differ: bulk creation of vehicles, and reports. v2 is not deprecated.</p>
<h2>What stays within a version</h2>${listMarkup(kept)}
<p>Any of it would come in a new version beside the old one.</p>
<h2>What may come at any time</h2>${listMarkup(free)}
<h2>How an end is told</h2>
<p>An operation that is to end is announced in the <a href="/docs/changes">changes</a>. ${prose('From then on it is marked `deprecated` in both descriptions and here, and each of its answers carries two headers: `Deprecation` with the day since when, and `Sunset` with the day of its end.')}</p>
<p>${prose('It works for twelve months after that. From its last day on it answers 410 `highway.api.error.gone`.')}</p>
${endingMarkup(ending)}
<h2>Also</h2><p>The descriptions (<a href="/openapi.json">OpenAPI 3.1</a>, <a href="/swagger.json">Swagger 2.0</a>) carry a version of their own, <code>info.version</code>. What the service does beyond them stands in two descriptions of its own, of <a href="/openapi/service.json">its other operations</a> and of <a href="/openapi/people.json">drivers’ and recipients’ calls</a>: an operation marked as stable there changes by the same rules, any other may change with a version, which the changes tell.</p>`,
    style,
  )
}

function endingMarkup(ending: readonly Endpoint[]): Markup {
  if (ending.length === 0) return html`<p><b>Nothing is deprecated at present.</b></p>`
  const rows = ending.map(({ method, path, deprecated }) => {
    const { since, sunset, instead } = deprecated!
    return html`<tr><td><code>${method} ${path}</code></td><td>${since}</td><td>${sunset}</td><td>${prose(instead)}</td></tr>`
  })
  return html`<table class="codes"><tr><th>Operation</th><th>Since</th><th>Ends</th><th>Instead</th></tr>${rows}</table>`
}

function listMarkup(lines: readonly string[]): Markup {
  return html`<ul>${lines.map((line) => html`<li>${prose(line)}</li>`)}</ul>`
}

function frame(title: string, content: Markup, { css }: Style): Page {
  const document = html`<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<link rel="alternate" type="application/atom+xml" title="Changes of the interface" href="/docs/changes.atom">
<title>Routewright: ${title}</title>
${new Markup('<!-- style -->')}
</head>
<body class="plain">
<header><a class="brand" href="/docs/reference">Routewright <span class="quiet">interface</span></a><a href="/docs/">Documents</a><a href="/docs/changes">Changes</a><a href="/docs/versions">Versions</a></header>
<main id="content"><h1>${title}</h1>
${content}</main>
${new Markup('<!-- script -->')}
</body>
</html>`
  const script =
    "document.documentElement.dataset.theme = (() => { try { return localStorage.getItem('routewright.theme') } catch {} })() ?? 'auto'\n"
  return { html: `<!doctype html>\n${document.text}`, css, script }
}
