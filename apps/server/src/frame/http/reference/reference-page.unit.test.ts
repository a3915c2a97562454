import { execFileSync } from 'node:child_process'
import { describedParts, type Endpoint, endpoints, errors, events, exampleIds } from '@routewright/contract'
import { describe, expect, test } from 'vitest'
import { curlExample } from './call-examples.ts'
import { html } from './markup.ts'
import { referencePage } from './reference-page.ts'

const page = referencePage(endpoints)
const shown = endpoints.filter(({ visibility }) => visibility === 'public')

test('every public operation is there with its parameters, and no internal one', () => {
  for (const { operationId, path, query } of shown) {
    const article = page.html.split(`id="${operationId}"`)[1]!.split('</article>')[0]!
    expect(article).toContain(path)
    for (const name of Object.keys(query?.properties ?? {})) expect(article).toContain(`<code>${name}</code>`)
  }
  for (const { operationId, visibility } of endpoints) {
    if (visibility === 'internal') expect(page.html).not.toContain(`id="${operationId}"`)
  }
})

test('every code and every event is there, and every link within the page has its end', () => {
  for (const name of [...Object.keys(errors), ...Object.keys(events)]) expect(page.html).toContain(name)
  const ids = new Set([...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const links = [...page.html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((id) => !ids.has(id))).toEqual([])
})

test.each(describedParts)(
  '$page shows every operation of its description, and its links within have their ends',
  (part) => {
    const { html: shownPage } = referencePage(endpoints, part)
    const operations = endpoints.filter((endpoint) => part.holds(endpoint))
    for (const { operationId } of operations) expect(shownPage).toContain(`id="${operationId}"`)
    const ids = new Set([...shownPage.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const links = [...shownPage.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!)
    expect(links.filter((id) => !ids.has(id))).toEqual([])
    expect(shownPage).not.toMatch(/<!-- (only|end|part)/)
    expect(shownPage).toContain(`<a href="${part.page}" aria-current="page">`)
  },
)

test('nothing is fetched from elsewhere, and no style or handler stands in the markup', () => {
  expect(page.html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  expect(page.html).not.toMatch(/<[^>]+ (?:style|on\w+)=/)
  expect(page.css + page.script).not.toMatch(/https?:|@import|url\(/)
})

test('a deprecated operation is marked in the contents and where it stands', () => {
  const deprecated = { since: '2026-01-01', sunset: '2027-01-01', instead: 'GET /v3/stop' }
  const marked = referencePage(
    shown.map((entry): Endpoint => (entry.operationId === 'getStop' ? { ...entry, deprecated } : entry)),
  )
  expect(marked.html.split('id="getStop"')[1]!.split('</article>')[0]).toContain('<b class="old">deprecated</b>')
  expect(marked.html).toContain('class="entry withdrawn" href="#getStop"')
  expect(page.html).not.toContain('withdrawn"')
})

test('what is put into markup is escaped', () => {
  expect(html`<p title="${'"'}">${'<script>&'}</p>`.text).toBe('<p title="&#34;">&#60;script&#62;&#38;</p>')
})

describe('examples', () => {
  test.skipIf(process.platform === 'win32')('in curl are commands that a shell reads', () => {
    const script = endpoints.map((endpoint) => curlExample(endpoint)).join('\n')
    expect(() => execFileSync('sh', ['-n'], { input: script, stdio: 'pipe' })).not.toThrow()
  })

  test('name the record that a path names, not the one that is answered', () => {
    const { plan, route, stop } = exampleIds
    const code = (id: string) => curlExample(shown.find(({ operationId }) => operationId === id)!)
    expect(code('optimizeRoute')).toContain(`/v2/route/${route}/optimize?`)
    expect(code('cancelRunningOptimization')).toContain(`/v2/plan/${plan}/running_optimization?`)
    expect(code('uploadReportImage')).toContain(`/v3/stop/${stop}/report/image?`)
  })
})
