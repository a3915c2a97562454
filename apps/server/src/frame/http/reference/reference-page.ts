// The reference of the interface for people: one document, made from the declarations, with search and examples.
import {
  allEventIds,
  allEvents,
  type DescribedPart,
  describedParts,
  type Endpoint,
  endpoints,
  errors,
  eventSchemas,
  exampleIds,
  interfacePart,
  openApi31,
} from '@routewright/contract'
import { describeOperations } from '../described-operations.ts'
import { type KeptPage, keepPage, type Page, readPage, sendPage } from '../page.ts'
import type { App } from '../server.ts'
import { clientPreamble } from './call-examples.ts'
import { changesFeed, readChangelog, readChanges } from './changes.ts'
import { changesPage, versionsPage } from './further-pages.ts'
import { llmsText } from './llms-text.ts'
import { html, type Markup, prose } from './markup.ts'
import { type Described, operationMarkup } from './operation-markup.ts'
import { fieldsTable, recordName, type Schema, typeMarkup } from './schema-markup.ts'

/** Serves a page for each description, built once, as nothing in it changes while the process runs. */
export function addReference(app: App): void {
  for (const part of describedParts) {
    let page: KeptPage | undefined
    app.get(part.page, { config: { operationId: 'reference' } }, async (request, reply) => {
      page ??= keepPage(referencePage(describeOperations(), part))
      return sendPage(request, reply, page)
    })
  }
  addFurtherPages(app)
}

/** Adds the pages about past changes, with their feed, and about the rules of future ones. */
function addFurtherPages(app: App): void {
  const style = () => readPage(new URL('.', import.meta.url), 'reference')
  const pages = new Map<string, KeptPage>()
  const add = (path: string, operationId: string, make: () => Page) =>
    app.get(path, { config: { operationId } }, async (request, reply) => {
      const page = pages.get(path) ?? keepPage(make())
      pages.set(path, page)
      return sendPage(request, reply, page)
    })
  add('/docs/changes', 'changes', () => changesPage(readChanges(readChangelog()), style()))
  add('/docs/versions', 'versions', () => versionsPage(endpoints, style()))
  app.get('/docs/changes.atom', { config: { operationId: 'changesFeed' } }, async (_request, reply) => {
    const feed = changesFeed(readChanges(readChangelog()), app.services.publicBase())
    return reply.type('application/atom+xml; charset=utf-8').header('cache-control', 'no-cache').send(feed)
  })
  app.get('/llms.txt', { config: { operationId: 'llmsText' } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(llmsText(endpoints, app.services.publicBase())),
  )
}

/** The page for one part of these operations. */
export function referencePage(all: readonly Endpoint[], part: DescribedPart = interfacePart): Page {
  const shown = all.filter((endpoint) => part.holds(endpoint))
  const { info, tags, paths, components } = openApi31(shown, { baseUrl: '', part })
  const records = components.schemas as Record<string, Schema>
  const described = ({ path, method }: Endpoint) => paths[path]![method.toLowerCase()] as unknown as Described
  const groups = tags.map((tag) => ({ ...tag, operations: shown.filter((endpoint) => endpoint.tag === tag.name) }))
  const sections = groups.map(
    ({
      name,
      description,
      operations,
    }) => html`<section id="group-${name}" class="group"><h2>${name}</h2><p class="lead">${description}</p>
${operations.map((endpoint) => operationMarkup(endpoint, described(endpoint), records))}</section>
`,
  )
  const sent = recordsIn(
    shown.map((endpoint) => described(endpoint).requestBody),
    records,
  )
  const skeleton = readPage(new URL('.', import.meta.url), 'reference')
  const parts: Record<string, Markup> = {
    title: html`${info.title}`,
    version: html`${part === interfacePart && info.version}`,
    parts: html`${describedParts.map((other) => partLink(other, part))}`,
    description: html`<h1>${info.title}</h1>${info.description.split('\n\n').map((text) => html`<p>${prose(text)}</p>`)}`,
    path: html`${part.path}`,
    navigation: html`${groups.map(getNavigation)}`,
    operations: html`${sections}`,
    records: html`${Object.entries(records).map(([name, schema]) => recordMarkup(name, schema, sent.has(name)))}`,
    events: eventsMarkup(),
    errors: errorsMarkup(),
    ids: html`${JSON.stringify(exampleIds)}`,
    preamble: html`${clientPreamble}`,
  }
  const document = onlyFor(part, skeleton.html).replace(/<!-- part (\w+) -->/g, (_, name: string) => parts[name]!.text)
  return { ...skeleton, html: document }
}

/** Leaves out what the page says of the interface alone, or of the others alone. */
function onlyFor(part: DescribedPart, markup: string): string {
  const other = part === interfacePart ? 'others' : 'interface'
  return markup
    .replace(new RegExp(`<!-- only ${other} -->[\\s\\S]*?<!-- end -->\\n?`, 'g'), '')
    .replace(/<!-- (only \w+|end) -->\n?/g, '')
}

function partLink({ page, name }: DescribedPart, shown: DescribedPart): Markup {
  return html`<li><a href="${page}"${page === shown.page && html` aria-current="page"`}>${name}</a></li>`
}

/** Names of the records that these values refer to, directly or through others. */
function recordsIn(values: unknown, records: Readonly<Record<string, Schema>>): Set<string> {
  const found = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const { $ref } = value as Schema
    const name = typeof $ref === 'string' ? recordName($ref) : undefined
    if (name !== undefined && !found.has(name)) {
      found.add(name)
      look(records[name])
    }
    for (const child of Object.values(value)) look(child)
  }
  look(values)
  return found
}

function getNavigation({ name, operations }: { name: string; operations: readonly Endpoint[] }): Markup {
  const entries = operations.map(
    ({ operationId, method, summary, deprecated }) =>
      html`<li data-operation="${operationId}"><a class="entry${deprecated !== undefined && html` withdrawn`}" href="#${operationId}"><b class="method ${method.toLowerCase()}">${method}</b><span>${summary}</span></a></li>`,
  )
  return html`<li class="group"><a class="group-head" href="#group-${name}">${name}</a><ul>${entries}</ul></li>`
}

function recordMarkup(name: string, schema: Schema, isSent: boolean): Markup {
  return html`<article class="record" id="record-${name}" data-words="${name.toLowerCase()}"><h3>${name}</h3>
<p>${prose(schema.description ?? '')}</p>${schema.enum ? html`<p>${typeMarkup(schema)}</p>` : fieldsTable(schema, isSent ? 'sent' : 'answered')}</article>
`
}

function eventsMarkup(): Markup {
  const rows = allEventIds.map((id) => {
    const { when, data } = allEvents[id]
    const { title: name } = eventSchemas[id] as { title?: string }
    return html`<tr class="found"><th scope="row"><code>${id}</code></th><td><a href="#record-${name}">${name}</a> · ${when} <span class="quiet">${data}</span></td></tr>`
  })
  return html`<table class="fields">${rows}</table>`
}

function errorsMarkup(): Markup {
  const rows = Object.entries(errors).map(
    ([id, { status, text }]) =>
      html`<tr class="found"><td><b class="status">${status}</b></td><td><code>${id}</code><br><span class="quiet">${text}</span></td></tr>`,
  )
  return html`<table class="codes">${rows}</table>`
}
